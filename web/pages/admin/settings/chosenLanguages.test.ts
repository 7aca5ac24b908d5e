import { expect, it } from 'vitest'
import { chosenLanguages, withDefault, withLanguage } from './chosenLanguages.ts'

it.each([
  ['de\nen', ['de', 'en']],
  ['ar, de', ['ar', 'de']],
  ['', ['en']],
  ['xx', ['en']],
  ['xx\nde\nde', ['de']],
  ['constructor', ['en']],
])('reads the draft %j', (draft, languages) => {
  expect(chosenLanguages(draft)).toEqual(languages)
})

it('keeps the default first, and the others in the order of the list', () => {
  expect(withLanguage('ar', 'de', true)).toBe('ar\nde')
  expect(withLanguage('ar\nde', 'en', true)).toBe('ar\nen\nde')
  expect(withLanguage('xx\nde', 'ar', true)).toBe('de\nar')
})

it('makes the next language the default when the default is left out', () => {
  expect(withLanguage('de\nen\nar', 'de', false)).toBe('en\nar')
})

it('changes the default', () => {
  expect(withDefault('en\nde\nar', 'ar')).toBe('ar\nen\nde')
})
