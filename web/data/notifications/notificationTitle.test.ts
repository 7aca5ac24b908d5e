import { expect, it } from 'vitest'
import { parseTitle } from './notificationTitle.ts'

it('[ACC-3-002] a title is HTML: text with bold parts', () => {
  expect(parseTitle('<b>rowan</b> commented on your post <b>Beans</b>')).toEqual([
    { text: 'rowan', isBold: true },
    { text: ' commented on your post ', isBold: false },
    { text: 'Beans', isBold: true },
  ])
})

it.each([
  ['&lt;img src=x onerror=alert(1)&gt;', '<img src=x onerror=alert(1)>'],
  ['Fish &amp; chips &quot;now&quot; it&#39;s', 'Fish & chips "now" it\'s'],
  ['&amp;lt;', '&lt;'],
  ['&unknown; &#99999999; &', '&unknown; &#99999999; &'],
  ['<i>not ours</i><script>', '<i>not ours</i><script>'],
  ['', ''],
])('%s reads as text: %s', (html, text) => {
  expect(
    parseTitle(html)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})
