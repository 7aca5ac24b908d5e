import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from '../markdown/excerpt.ts'
import { renderMarkdown } from '../markdown/render.ts'
import { shownAddress } from './shownAddress.ts'

describe('an address is shown', () => {
  it.each([
    ['letters', 'https://a.example/%C3%BC?%D1%8F#%E6%9D%B1', 'https://a.example/ü?я#東'],
    ['letters of its host', 'https://xn--bcher-kva.example/', 'https://bücher.example/'],
    ['pictures', 'https://a.example/%F0%9F%98%80', 'https://a.example/😀'],
    ['one word from right to left at its end', 'https://a.example/w/%D7%90%D7%91', 'https://a.example/w/אב'],
    ['the host of an email address', 'mailto:a@xn--bcher-kva.example', 'mailto:a@bücher.example'],
    ['the host of an email address without scheme', 'a@xn--bcher-kva.example', 'a@bücher.example'],
    ['a host of fullwidth letters', 'http://ＥＸample.com', 'http://example.com'],
    ['a host of escapes', 'http://%61pple.com', 'http://apple.com'],
  ])('decoded: %s', (_what, address, shown) => {
    expect(shownAddress(address)).toBe(shown)
    expect(shownAddress(shown)).toBe(shown)
  })

  it.each([
    ['a space', '%20'],
    ['two spaces', '%20%20'],
    ['a line break', '%0A'],
    ['a null', '%00'],
    ['delete', '%7F'],
    ['a control of C1', '%C2%85'],
    ['a no-break space', '%C2%A0'],
    ['a soft hyphen', '%C2%AD'],
    ['an ideographic space', '%E3%80%80'],
    ['an override of direction', '%E2%80%AE'],
    ['an isolate', '%E2%81%A7'],
    ['a mark of direction', '%E2%80%8F'],
    ['a zero width space', '%E2%80%8B'],
    ['a zero width joiner', '%E2%80%8D'],
    ['a byte order mark', '%EF%BB%BF'],
    ['a line separator', '%E2%80%A8'],
    ['a variation selector', '%EF%B8%8F'],
    ['a tag', '%F3%A0%81%81'],
    ['a Hangul filler', '%E3%85%A4'],
    ['an empty Braille pattern', '%E2%A0%80'],
    ['a private character', '%EE%80%80'],
    ['an unassigned character', '%F0%9F%BF%BE'],
    ['bytes that are not UTF-8', '%FF%FE'],
    ['half a character', '%C3'],
    ['a surrogate', '%ED%A0%80'],
    ['an overlong slash', '%C0%AF'],
    ['a fraction slash', '%E2%81%84'],
    ['a fullwidth slash', '%EF%BC%8F'],
    ['a click letter like an exclamation mark', '%C7%83'],
    ['a ligature', '%EF%AC%81'],
    ['a mark on nothing', '%CC%88'],
    ['a slash', '%2F'],
    ['a percent sign', '%25'],
    ['words from right to left around a slash', '%D7%90/%D7%91'],
    ['a word from right to left before a number', '%D7%90/1'],
  ])('encoded: %s', (_what, escapes) => {
    expect(shownAddress(`https://a.example/${escapes}`)).toBe(`https://a.example/${escapes}`)
    expect(shownAddress(`https://a.example/x?${escapes}#${escapes}`)).toBe(
      `https://a.example/x?${escapes}#${escapes}`,
    )
  })

  it('encoded where it was written bare but cannot be seen', () => {
    expect(shownAddress('https://a.example/\u202egnp.exe')).toBe('https://a.example/%E2%80%AEgnp.exe')
    expect(shownAddress('https://a.example/u\u0308')).toBe('https://a.example/u%CC%88')
  })
})

const misreadable =
  /[^\x21-\x7e\p{L}\p{M}\p{Nd}\p{Extended_Pictographic}]|\p{Default_Ignorable_Code_Point}|[\u01c0-\u01c3\u2800]/u
const character = fc.oneof(
  fc.constantFrom(
    ...('abz09-._~/?#&=+%()אب東ーüя'.match(/./gu) ?? []),
    '%20',
    '%C3%BC',
    '%C3',
    '%bc',
    '%E2%80%AE',
    '%CC%88',
    '\u0308',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter((one) => !/[\s\\\p{Cc}\p{Cs}]/u.test(one)),
  fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .map((one) => encodeURIComponent(one.toWellFormed())),
)
const host = fc.constantFrom('a.example', 'bücher.example', 'xn--80ak6aa92e.com', 'אתר.example', '[::1]:8080')
const address = fc
  .tuple(host, fc.array(character, { maxLength: 12 }))
  .map(([host, rest]) => `https://${host}/${rest.join('')}`)
const sameAs = (url: string) => new URL(url).href.replace(/%[0-9a-f]{2}/gi, (byte) => byte.toUpperCase())

it('is the same address for someone who copies it, without anything that misleads', () => {
  fc.assert(
    fc.property(address, (written) => {
      const shown = shownAddress(written)
      expect(sameAs(shown)).toBe(sameAs(written))
      expect(shown).not.toMatch(misreadable)
      expect(shownAddress(shown)).toBe(shown)
    }),
    { numRuns: 1000 },
  )
})

it.each([
  ['https://a.example/%E2%80%AEgnp.exe', 'https://a.example/%E2%80%AEgnp.exe'],
  ['https://a.example/a%0Ab', 'https://a.example/a%0Ab'],
  ['https://a.example/a%20%20b', 'https://a.example/a%20%20b'],
  ['http://xn--80ak6aa92e.com', 'http://xn--80ak6aa92e.com'],
  ['http://аррӏе.com', 'http://xn--80ak6aa92e.com'],
  ['www.bücher.example', 'www.bücher.example'],
])('stands like that in texts and excerpts: %s', (written, shown) => {
  for (const source of [written, `<${written.replace(/^www/, 'http://www')}>`, `![](${written})`]) {
    const expected = source.startsWith('<http://www') ? `http://${shown}` : shown
    expect(renderMarkdown(source)).toContain(`>${expected}</a>`)
  }
  expect(excerptOf(`${written} rest`)).toBe(`${shown} rest`)
})
