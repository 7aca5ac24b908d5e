import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, it } from 'vitest'
import { literalsOf } from './literals.ts'

describe('what must be in a text for a pattern', () => {
  it.each<[string, readonly string[] | null]>([
    ['spam', ['spam']],
    ['Free\\s+Money', ['money']],
    ['(buy|sell)\\s+watches?\\b', ['watche']],
    ['(?:buy|sell)', ['buy', 'sell']],
    ['(?P<what>pills)', ['pills']],
    ['colou?r', ['colo']],
    ['ab+c', ['ab']],
    ['a{2}bbc{0,3}', ['bb']],
    ['(spam){0}x', ['x']],
    ['v\\.i\\.a', ['v.i.a']],
    ['[abc]def[^]]', ['def']],
    ['[[:alpha:]]+xyz', ['xyz']],
    ['^win$', ['win']],
    ['one|two|\\d', null],
    ['[a-z]+', null],
    ['', null],
    ['.*', null],
    ['(?i)spam', null],
    ['\\x41bc', null],
    ['\\Qa.b\\E', null],
    ['\\101', null],
    ['\\p{Lu}{12,}5', ['5']],
    ['\\pLabc', ['abc']],
    ['größe', ['gr']],
    ['a|b|c|d|e|f|g|h', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['a|b|c|d|e|f|g|h|i', null],
  ])('%s: %j', (pattern, literals) => {
    expect(literalsOf(pattern)).toEqual(literals)
  })

  it('is in every text in which the pattern is found', () => {
    const { pattern } = fc.letrec<{ pattern: string; atom: string }>((tie) => ({
      atom: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        fc.constantFrom(
          'a',
          'B',
          'k',
          's',
          '1',
          '.',
          '\\s',
          '\\.',
          '[aB]',
          '[^a]',
          '\\b',
          '\\p{Lu}',
          'é',
          '^',
          '-',
        ),
        tie('pattern').map((inner) => `(${inner})`),
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
      pattern: fc
        .array(
          fc.array(fc.tuple(tie('atom'), fc.constantFrom('', '', '', '*', '+', '?', '{0,2}', '{2}', '+?')), {
            minLength: 1,
            maxLength: 4,
          }),
          { minLength: 1, maxLength: 3 },
        )
        .map((parts) =>
          parts.map((atoms) => atoms.map(([one, times]) => `${one}${times}`).join('')).join('|'),
        ),
    }))
    let found = 0
    fc.assert(
      fc.property(pattern, fc.stringMatching(/^[aAbBkK\u212asSſ1.é -]{0,12}$/), (made, text) => {
        const literals = literalsOf(made)
        if (literals === null) return
        let compiled: RE2JS
        try {
          compiled = RE2JS.compile(made, RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL)
        } catch {
          return
        }
        if (!compiled.test(text)) return
        found += 1
        const folded = text.toLowerCase().replaceAll('ſ', 's')
        expect(literals.some((literal) => folded.includes(literal))).toBe(true)
      }),
      { numRuns: 1000 },
    )
    expect(found).toBeGreaterThan(30)
  })
})
