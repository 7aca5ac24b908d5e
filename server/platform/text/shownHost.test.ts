import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownHost } from './shownHost.ts'

describe('a host is shown in the letters of its language', () => {
  it.each([
    'bücher.example',
    'straße.example',
    'łódź.pl',
    'kadın.tr',
    'việt.vn',
    'москва.example',
    'пример.рф',
    'ελλάδα.gr',
    'ישראל.example',
    'אתר.קום',
    'مثال.example',
    'अमेज़न.example',
    'ไทย.example',
    '東京.example',
    'tokyo東京.example',
    'ドメイン.example',
    '한국.kr',
    'sub.bücher.example',
  ])('%s', (host) => {
    expect(shownHost(host)).toBe(host)
    expect(shownHost(domainToASCII(host))).toBe(host)
  })

  it('whatever form it was written in', () => {
    expect(shownHost('BÜCHER.example')).toBe('bücher.example')
    expect(shownHost('bu\u0308cher.example')).toBe('bücher.example')
    expect(shownHost('XN--BCHER-KVA.example')).toBe('bücher.example')
  })
})

describe('a host stays encoded where it could be mistaken for another', () => {
  it.each([
    ['Cyrillic alone', 'аррӏе.com'],
    ['Cyrillic with digits', 'аррӏе2.com'],
    ['Cyrillic alone, as a top-level domain', 'google.сом'],
    ['Greek alone', 'νικε.com'],
    ['Armenian alone', 'օօ.com'],
    ['Hebrew alone', 'סוס.com'],
    ['Thai alone', 'พบท.com'],
    ['Cyrillic and Latin', 'gооgle.com'],
    ['Greek and Latin', 'gοοgle.com'],
    ['Cyrillic and Latin in its own country', 'сayennе.ru'],
    ['Latin letters of phonetics', 'ɢoogle.com'],
    ['a dotless i', 'ınstagram.com'],
    ['a dot below', 'ạpple.com'],
    ['a well-known name with a mark', 'googlé.com'],
    ['a well-known name with a stroke', 'faceboøk.com'],
    ['a slash of Katakana', 'aノb.com'],
    ['a long mark of Katakana as a hyphen', 'aーb.com'],
    ['a line of Chinese as a hyphen', 'a一b.com'],
    ['foreign digits', 'a৪.com'],
    ['pictures', '😀.com'],
    ['a combining mark on a Latin letter', 'x\u0331.com'],
    ['parts of syllables', 'ᄋᄋ.com'],
    ['Cherokee', 'ꮯꮎ.com'],
    ['neighbors from right to left among others', 'א.ב.example'],
  ])('%s', (_what, host) => {
    const ascii = domainToASCII(host)
    expect(ascii).toMatch(/xn--/)
    expect(shownHost(host)).toBe(ascii)
    expect(shownHost(ascii)).toBe(ascii)
  })

  it('label by label', () => {
    expect(shownHost('аррӏе.bücher.example')).toBe('xn--80ak6aa92e.bücher.example')
  })
})

it.each([
  'example.org',
  'EXAMPLE.org',
  '127.0.0.1',
  '[2001:db8::1]',
  '',
  'localhost',
  'xn--a.example',
  'a_b.example',
])('leaves %j as it is', (host) => {
  expect(shownHost(host)).toBe(host)
})

it('is the same host for someone who copies it', () => {
  const label = fc.string({
    unit: fc.constantFrom(...('abоаüß東ー-1אبиﬁ０．\u200d\u0301İı'.match(/./gu) ?? [])),
    minLength: 1,
    maxLength: 6,
  })
  const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'))
  fc.assert(
    fc.property(host, (written) => {
      const ascii = domainToASCII(written)
      fc.pre(ascii !== '')
      const shown = shownHost(written)
      expect(domainToASCII(shown)).toBe(ascii)
      expect(shownHost(shown)).toBe(shown)
    }),
  )
})
