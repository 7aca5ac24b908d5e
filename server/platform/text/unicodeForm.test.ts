import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composed, composedTexts, passwordForms } from './unicodeForm.ts'

describe('composing letters and marks', () => {
  it.each([
    ['a\u0308', 'ä'],
    ['e\u0301te\u0301', 'été'],
    ['\u1112\u1161\u11ab', '한'],
    ['\u30ab\u3099', 'ガ'],
    ['\u0438\u0306', 'й'],
    ['s\u0323\u0307', 'ṩ'],
    ['s\u0307\u0323', 'ṩ'],
    ['ﬁ ½ Ａ', 'ﬁ ½ Ａ'],
    ['https://a.example/e\u0301', 'https://a.example/e\u0301'],
    ['see https://a.example/e\u0301', 'see https://a.example/é'],
  ])('%j becomes %j', (text, expected) => {
    expect(composed(text)).toBe(expected)
  })

  it('is done in all of a value of JSON, in place', () => {
    const value = { a: 'e\u0301', b: ['e\u0301', { c: 'e\u0301', d: 1, e: null }] }
    expect(composedTexts(value)).toBe(value)
    expect(value).toEqual({ a: 'é', b: ['é', { c: 'é', d: 1, e: null }] })
  })

  it('leaves bytes alone, and ends in a value of any depth', () => {
    const bytes = Buffer.from('e\u0301')
    expect(composedTexts(bytes)).toBe(bytes)
    let deep: unknown = 'e\u0301'
    for (let n = 0; n < 100_000; n++) deep = [deep]
    expect(composedTexts(deep)).toBe(deep)
  })

  it('changes nothing that is composed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => composed(composed(text)) === composed(text)),
    )
  })
})

describe('the forms of a password', () => {
  it('are one for most', () => {
    expect(passwordForms('correct horse')).toEqual(['correct horse'])
    expect(passwordForms('ключ')).toEqual(['ключ'])
  })

  it('begin with the composed one', () => {
    expect(passwordForms('cafe\u0301')).toEqual(['café', 'cafe\u0301'])
    expect(passwordForms('café')).toEqual(['café', 'cafe\u0301'])
  })
})
