import { expect, it } from 'vitest'
import { reasonText } from './reasonText.ts'

it.each([
  ['Spam', 'Spam'],
  ['Nothing about moss', 'Nothing about moss'],
  ['constructor', 'constructor'],
])('shows the reason %s as %s', (title, shown) => {
  expect(reasonText(title)).toBe(shown)
})
