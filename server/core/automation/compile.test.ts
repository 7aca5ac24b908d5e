import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AutomationCondition } from '../../../contract/entities/automation.ts'
import { definitionWith } from '../../../tests/support/automation.ts'
import { compile, patternMistake } from './compile.ts'
import { matches } from './decide.ts'
import { Subject, type SubjectFacts } from './subject.ts'

const at = new Date('2026-11-20T12:00:00Z')
const subjectOf = (
  facts: Partial<Omit<SubjectFacts, 'author'>> & { author?: Partial<SubjectFacts['author']> } = {},
  counts: Record<string, number> = {},
) =>
  new Subject(
    {
      event: 'new',
      kind: 'text',
      title: 'A walk',
      body: 'By the lake',
      link: null,
      isMadeWithAi: false,
      at,
      ...facts,
      author: {
        username: 'rio',
        createdAt: new Date('2026-11-19T12:00:00Z'),
        points: 5,
        trust: 1,
        isStaff: false,
        ...facts.author,
      },
    },
    new Map(Object.entries(counts)),
  )

const applies = (when: AutomationCondition, ...subject: Parameters<typeof subjectOf>) =>
  matches(compile(definitionWith({ when }), false), subjectOf(...subject))
const finds = (condition: Partial<AutomationCondition>, body: string) =>
  applies({ is: 'words', ...condition }, { body })

describe('words', () => {
  it.each([
    [['lake'], 'By the lake', true],
    [['lake'], 'Many lakes', false],
    [['LAKE'], 'By the lake.', true],
    [['lake*'], 'Many lakes', true],
    [['by the lake'], 'By the\n  lake!', true],
    [['the lake by'], 'By the lake', false],
    [['café'], 'At the cafe', true],
    [['cafe'], 'At the CAFÉ', true],
    [['viagra'], 'Buy vіаgrа', true],
    [['viagra'], 'Buy 𝐯𝐢𝐚𝐠𝐫𝐚 now', true],
    [['viagra'], 'Buy vi\u200bagra', true],
    [['straße'], 'In der STRASSE', true],
    [['спам'], 'Это спам', true],
    [['спам'], 'Это спамер', false],
    [['广告'], '这是广告内容', true],
    [['🎰'], 'Win 🎰🎰 now', true],
    [["don't"], "I DON'T", true],
    [['a', 'lake'], 'The lake', true],
  ])('%j in %j: %j', (list, body, found) => {
    expect(finds({ list }, body)).toBe(found)
  })

  it.each([
    ['v.i.a.g.r.a', true],
    ['v i a g r a', true],
    ['V-I-A-G-R-A!!!', true],
    ['v1agr@', true],
    ['viiiagra', true],
    ['vi.agra', true],
    ['viagrax', false],
    ['via gra', false],
  ])('in the disguise %j: %j', (body, found) => {
    expect(finds({ list: ['viagra'], isDisguised: true }, `Buy ${body} here`)).toBe(found)
  })

  it('are not found in a disguise unless it is wanted, nor inside of words', () => {
    expect(finds({ list: ['viagra'] }, 'v.i.a.g.r.a')).toBe(false)
    expect(finds({ list: ['ass'], isDisguised: true }, 'A class')).toBe(false)
    expect(finds({ list: ['ass'], isPart: true }, 'A class')).toBe(true)
  })

  // In quadratic time, each takes minutes.
  it.each([
    ['marks between letters', `a${'!'.repeat(500_000)}b`],
    ['marks that become several', `a${'\u2057'.repeat(125_000)}b`],
    ['letters with spaces between', 'a '.repeat(250_000)],
  ])('take little time in a disguise: %s', (_case, body) => {
    const began = performance.now()
    expect(finds({ list: ['viagra'], isDisguised: true }, body)).toBe(false)
    expect(performance.now() - began).toBeLessThan(5000)
  })

  it('are looked for in the title, the body, or both with the link', () => {
    const facts = { title: 'One', body: 'Two', link: 'https://three.example/' }
    const found = (where: 'any' | 'title' | 'body') =>
      ['one', 'two', 'three'].filter((word) => applies({ is: 'words', where, list: [word] }, facts))
    expect(['any', 'title', 'body'].map((where) => found(where as 'any'))).toEqual([
      ['one', 'two', 'three'],
      ['one'],
      ['two'],
    ])
  })

  it('find whatever text a word stands in between others', () => {
    const word = fc.stringMatching(/^[a-zà-ž]{2,8}$/)
    fc.assert(
      fc.property(word, fc.array(word), fc.array(word), (one, before, after) => {
        expect(finds({ list: [one] }, [...before, one.toUpperCase(), ...after].join(' '))).toBe(true)
        const others = [...before, ...after].filter((other) => !other.includes(one))
        expect(finds({ list: [`${one}zz`] }, others.join(' '))).toBe(
          others.some((other) => other === `${one}zz`),
        )
      }),
      { numRuns: 200 },
    )
  })
})

describe('patterns', () => {
  it.each([
    ['free\\s+money', 'FREE  money', true],
    ['^win', 'Win it', false],
    ['(?m)^win', 'Win it', true],
    ['[A-Z]{4}', 'abcd', true],
    ['\\bAB\\d+', 'ab12', true],
    ['a.c', 'a\nc', true],
    ['\\p{Greek}', 'λ', true],
  ])('%s in %j: %j', (pattern, body, found) => {
    expect(applies({ is: 'pattern', pattern }, { title: 'A', body })).toBe(found)
  })

  it.each(['(', 'a{2,1}', '(?=x)', '\\1(a)', '[z-a]', '(a.{40}){20}'])('%s cannot be used', (pattern) => {
    expect(patternMistake(pattern)).toEqual(expect.any(String))
  })

  it('have a time together for a text, whatever it is', () => {
    const rule = compile(definitionWith({ when: { is: 'pattern', pattern: '[ax][^c]{200}[cd]' } }), false)
    let seed = 1
    const body = Array.from({ length: 20_000 }, () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % 2 === 0 ? 'a' : 'b'
    }).join('')
    const subject = subjectOf({ body })
    const startedAt = performance.now()
    for (let n = 0; n < 100; n++) expect(matches(rule, subject)).toBe(false)
    // A hundred of them would take half a minute.
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('find what those of JavaScript find, in lower case and not', () => {
    const part = fc.constantFrom(
      'a',
      'b',
      'X',
      '[ab]',
      '[^a]',
      '(a|bX)',
      'a+',
      'b*',
      '.',
      '\\s',
      '\\d',
      '\\b',
    )
    fc.assert(
      fc.property(
        fc.array(part, { minLength: 1, maxLength: 6 }),
        fc.stringMatching(/^[abAXx1 ]{0,20}$/),
        (parts, body) => {
          const pattern = parts.join('')
          expect(applies({ is: 'pattern', where: 'body', pattern }, { body })).toBe(
            new RegExp(pattern, 'is').test(body),
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})

describe('the other conditions', () => {
  const link = 'https://www.shop.example/sale?x=1'
  const english = 'I saw this bird in the park yesterday, and do not know what it is.'
  it.each<[string, AutomationCondition, Parameters<typeof subjectOf>[0], boolean]>([
    ['a domain', { is: 'domains', list: ['shop.example'] }, { link }, true],
    [
      'a domain below it',
      { is: 'domains', list: ['example.org'] },
      { body: 'See http://a.b.example.org:80/x.' },
      true,
    ],
    ['a domain that ends alike', { is: 'domains', list: ['op.example'] }, { link }, false],
    ['a path', { is: 'domains', list: ['shop.example/sale'] }, { link }, true],
    ['another path', { is: 'domains', list: ['shop.example/help'] }, { link }, false],
    [
      'a domain in a Markdown link',
      { is: 'domains', list: ['bit.ly'] },
      { body: '[x](https://bit.ly/3)' },
      true,
    ],
    ['a kind', { is: 'kind', kinds: ['link', 'image'] }, { kind: 'image' }, true],
    ['another kind', { is: 'kind', kinds: ['link', 'image'] }, {}, false],
    ['a language', { is: 'language', languages: ['de', 'en'] }, { body: english }, true],
    ['another language', { is: 'language', languages: ['de'] }, { body: english }, false],
    ['not a language', { is: 'language', not: true, languages: ['de'] }, { body: english }, true],
    ['not in its language', { is: 'language', not: true, languages: ['en'] }, { body: english }, false],
    ['a language of a short text', { is: 'language', languages: ['en'] }, {}, false],
    ['another one of a short text', { is: 'language', not: true, languages: ['en'] }, {}, false],
    ['a length', { is: 'length', where: 'body', compare: 'below', number: 3 }, { body: 'Hi' }, true],
    ['capitals', { is: 'capitals', number: 70 }, { title: 'LOOK', body: 'HERE now' }, true],
    ['few capitals', { is: 'capitals', number: 90 }, { title: 'LOOK', body: 'HERE now' }, false],
    ['capitals of a script without', { is: 'capitals', number: 1 }, { title: '你好', body: '' }, false],
    ['links', { is: 'links', number: 2 }, { link, body: 'www.b.example' }, true],
    ['a name', { is: 'names', list: ['@Rio'] }, {}, true],
    ['the age', { is: 'age', compare: 'below', number: 25 }, {}, true],
    ['the age, older', { is: 'age', compare: 'below', number: 24 }, {}, false],
    ['points', { is: 'points', compare: 'atLeast', number: 5 }, {}, true],
    ['trust', { is: 'trust', compare: 'below', number: 2 }, {}, true],
    ['negative points', { is: 'points', compare: 'below', number: -5 }, { author: { points: -6 } }, true],
    [
      'all of them',
      {
        is: 'all',
        of: [
          { is: 'points', number: 5 },
          { is: 'names', list: ['mia'] },
        ],
      },
      {},
      false,
    ],
    [
      'any of them',
      {
        is: 'any',
        of: [
          { is: 'points', number: 5 },
          { is: 'names', list: ['mia'] },
        ],
      },
      {},
      true,
    ],
    ['not', { is: 'names', not: true, list: ['mia'] }, {}, true],
    ['not all', { is: 'all', not: true, of: [{ is: 'points', number: 6 }] }, {}, true],
  ])('%s', (_name, when, facts, found) => {
    expect(applies(when, facts)).toBe(found)
  })

  it.each<[AutomationCondition, string]>([
    [{ is: 'removals', number: 2 }, 'removals 0 author false'],
    [{ is: 'earlier', number: 2 }, 'earlier 0 author false'],
    [{ is: 'rate', number: 2, hours: 1 }, 'rate 1 author false'],
    [{ is: 'repeats', number: 2, hours: 24, what: 'link', by: 'anyone' }, 'link 24 anyone true'],
    [{ is: 'similar', number: 2, hours: 168 }, 'similar 168 author false'],
    [{ is: 'reports', number: 2 }, 'reports 0 author false'],
  ])('%j looks at what was counted', (when, key) => {
    expect(applies(when, {}, { [key]: 2 })).toBe(true)
    expect(applies(when, {}, { [key]: 1 })).toBe(false)
    expect(applies(when, {})).toBe(false)
  })
})

it('an image like a blocked one is one or more', () => {
  const counts = { 'blockedImage 0 author true': 1 }
  expect(applies({ is: 'blockedImage' }, {}, counts)).toBe(true)
  expect(applies({ is: 'blockedImage', not: true }, {}, counts)).toBe(false)
  expect(applies({ is: 'blockedImage' }, {})).toBe(false)
})

describe('what a rule looks at', () => {
  const always: AutomationCondition = { is: 'points', number: -100 }
  const looks = (fields: Parameters<typeof definitionWith>[0], facts: Parameters<typeof subjectOf>[0] = {}) =>
    matches(compile(definitionWith({ when: always, ...fields }), false), subjectOf(facts))

  it.each([
    ['new', ['new']],
    ['edits', ['edit']],
    ['both', ['new', 'edit']],
    ['reports', ['report']],
  ] as const)('%s', (on, events) => {
    expect((['new', 'edit', 'report'] as const).filter((event) => looks({ on }, { event }))).toEqual(events)
  })

  it.each([
    ['posts', ['text', 'image']],
    ['comments', ['comment']],
    ['both', ['text', 'image', 'comment']],
  ] as const)('%s', (to, kinds) => {
    expect((['text', 'image', 'comment'] as const).filter((kind) => looks({ to }, { kind }))).toEqual(kinds)
  })

  it('spares staff, or not', () => {
    const author = { isStaff: true }
    expect([looks({}, { author }), looks({ sparesStaff: false }, { author })]).toEqual([false, true])
  })

  it.each([
    [{ startsAt: '2026-11-20T12:00:01Z' }, false],
    [{ startsAt: '2026-11-20T12:00:00Z' }, true],
    [{ endsAt: '2026-11-20T12:00:00Z' }, false],
    [{ endsAt: '2026-11-20T12:00:01Z' }, true],
    [{ daily: { from: '13:00', until: '14:00', timeZone: 'Europe/Berlin' } }, true],
    [{ daily: { from: '12:00', until: '13:00', timeZone: 'Europe/Berlin' } }, false],
    [{ daily: { from: '22:00', until: '13:01', timeZone: 'Europe/Berlin' } }, true],
    [{ daily: { from: '22:00', until: '13:00', timeZone: 'Europe/Berlin' } }, false],
  ])('at noon in %j: %j', (times, found) => {
    expect(looks(times)).toBe(found)
  })
})
