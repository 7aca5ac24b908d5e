import { describe, expect, it } from 'vitest'
import { plainText } from './plainText.ts'

describe('the words of a rendered text', () => {
  it.each([
    ['marks go', '<p>They <strong>grow</strong> well.</p>\n', 'They grow well.'],
    [
      'what stands on lines of its own stays there',
      '<p>One<br>\ntwo</p>\n<ul>\n<li>three</li>\n</ul>\n',
      'One\ntwo\nthree',
    ],
    [
      'of a link its words stay',
      '<p><a href="https://a.example/?b=1&amp;c" rel="nofollow">there</a></p>',
      'there',
    ],
    [
      'escaped characters are themselves, once',
      '<p>&lt;b&gt; &amp;amp; &quot;x&quot; &amp;lt;</p>',
      '<b> &amp; "x" &lt;',
    ],
    [
      'spoilers stay hidden',
      '<p>He <label class="md-spoiler"><input type="checkbox" aria-label="Show spoiler"><span>dies</span></label>.</p>',
      'He [spoiler].',
    ],
    ['nothing stays nothing', '', ''],
  ])('%s', (_case, html, text) => {
    expect(plainText(html, 500)).toBe(text)
  })

  it.each([
    ['after so many characters', `<p>${'a'.repeat(30)}</p>`, 10, 'aaaaaaaaa…'],
    ['not inside of a character', `<p>${'a'.repeat(8)}😀 and more</p>`, 10, 'aaaaaaaa…'],
    ['not inside of what readers see as one', `<p>${'a'.repeat(5)}👩‍👩‍👧 and more</p>`, 10, 'aaaaa…'],
    ['not inside of a tag', `<p>aaa</p><p class="${'c'.repeat(99)}">b</p>`, 5, 'aaa…'],
    [
      'inside of a spoiler',
      `<p>a</p><details class="md-spoiler"><summary>S</summary>${'b'.repeat(99)}`,
      15,
      'a\n[spoiler]…',
    ],
    ['not inside of an entity', `<p>aa${'&amp;'.repeat(9)}</p>`, 5, 'aa&&…'],
  ])('is cut %s', (_case, html, length, text) => {
    expect(plainText(html, length)).toBe(text)
  })
})
