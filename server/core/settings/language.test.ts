import { expect, it } from 'vitest'
import { languageOf } from './language.ts'

const read = (given: {
  offered?: string[]
  accept?: string
  cookie?: string
  member?: string | null
  readOnly?: boolean
}) =>
  languageOf(
    { languages: given.offered ?? ['en', 'de', 'ar'], readOnly: given.readOnly ?? false },
    {
      headers: given.accept === undefined ? {} : { 'accept-language': given.accept },
      cookies: given.cookie === undefined ? {} : { language: given.cookie },
    },
    given.member === undefined ? null : { language: given.member },
  )

it.each([
  ['no header', {}, 'en'],
  ['a browser in German', { accept: 'de-CH,de;q=0.9,en;q=0.8' }, 'de'],
  ['a browser that prefers another language', { accept: 'fr-FR, ar;q=0.5, en;q=0.4' }, 'ar'],
  ['weights out of order', { accept: 'en;q=0.2, de;q=0.7' }, 'de'],
  ['a language that is refused', { accept: 'de;q=0, en;q=0.1' }, 'en'],
  ['languages that are not offered', { accept: 'fr, es' }, 'en'],
  ['anything', { accept: '*' }, 'en'],
  ['the default of the site', { offered: ['de', 'en'], accept: 'fr' }, 'de'],
  ['one language only', { offered: ['ar'], accept: 'de', cookie: 'en', member: 'de' }, 'ar'],
  ['no known language', { offered: [] }, 'en'],
  ['a choice in this browser', { cookie: 'ar', accept: 'de' }, 'ar'],
  ['a choice that is not offered', { cookie: 'xx', accept: 'de' }, 'de'],
  ['the choice of a member', { member: 'de', cookie: 'ar' }, 'de'],
  [
    'the choice of a member in this browser, on a read-only site',
    { member: 'de', cookie: 'ar', readOnly: true },
    'ar',
  ],
  ['the choice of a member, on a read-only site', { member: 'de', readOnly: true }, 'de'],
  ['a member without a choice', { member: null, cookie: 'ar' }, 'ar'],
  ['a name of every object', { cookie: 'constructor', accept: 'toString, __proto__' }, 'en'],
  ['a weight that is not a number', { accept: 'de;q=x, ar;q=' }, 'en'],
  ['a very long header', { accept: `${'x,'.repeat(5000)}de` }, 'en'],
])('%s', (_case, given, language) => {
  expect(read(given)).toBe(language)
})
