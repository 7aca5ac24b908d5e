import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { comma, SharedText, TextParts } from './textParts.ts'

/** Texts of any characters, for each range of lengths that is treated differently. */
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: 'binary', maxLength: 600 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.string({ minLength: 1 }), fc.integer({ min: 1, max: 9000 }))
      .map(([part, times]) => part.repeat(times)),
  },
)
const part = fc.record({ text, isShared: fc.boolean() })

describe('a text in parts', () => {
  it('is decompressed by gunzip to exactly the same text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (given) => {
        const parts = given.map((each) => (each.isShared ? new SharedText(() => each.text) : each.text))
        const whole = Buffer.from(given.map((each) => each.text.toWellFormed?.() ?? each.text).join(''))
        const joined = new TextParts(parts)
        // gunzip also checks the CRC-32 and the length.
        expect(gunzipSync(await joined.gzip()).equals(whole)).toBe(true)
        expect(Buffer.from(String(joined)).equals(whole)).toBe(true)
        expect(gunzipSync(await joined.gzip()).equals(whole)).toBe(true)
        expect(gunzipSync(await new TextParts(parts, { storesOwnBelow: 2000 }).gzip()).equals(whole)).toBe(
          true,
        )
      }),
      { numRuns: 200 },
    )
  })

  it('makes and compresses shared parts once', async () => {
    let made = 0
    const shared = new SharedText(() => {
      made += 1
      return 'the same for everybody '.repeat(5000)
    })
    const answers = await Promise.all(
      ['one', 'another'].map((own) => new TextParts([own, shared, own, shared]).gzip()),
    )
    await new TextParts([shared]).gzip()
    expect(made).toBe(1)
    const long = String(shared)
    expect(answers.map((bytes) => gunzipSync(bytes).toString())).toEqual([
      `one${long}one${long}`,
      `another${long}another${long}`,
    ])
  })

  it('is not mixed with others that are compressed at the same time', async () => {
    const long = ['ä', 'b'].map((letter) => letter.repeat(200_000))
    const answers = await Promise.all(long.map((own) => new TextParts(['begin ', own, ' end']).gzip()))
    expect(answers.map((bytes) => gunzipSync(bytes).toString())).toEqual(
      long.map((own) => `begin ${own} end`),
    )
  })

  it('keeps no more memory than its compressed bytes', async () => {
    for (const times of [100, 5000]) {
      const { blocks } = await new SharedText(() => 'the same for everybody '.repeat(times)).compress()
      expect(blocks.buffer.byteLength).toBe(blocks.length)
    }
  })

  it('compresses about as well as a whole text', async () => {
    const own = '{"name":"value","number":1234567}'.repeat(200)
    expect(
      (await new TextParts([new SharedText(() => own), ',', new SharedText(() => own)]).gzip()).length,
    ).toBeLessThan(own.length / 20)
  })
})

describe('JSON in parts', () => {
  it('may have parts that are shared and no values for themselves', () => {
    const parts = [
      '[',
      SharedText.fragment(() => '{"title":"One",'),
      '"vote":true',
      SharedText.fragment(() => ',"author":{"name":"Wren"}}'),
      ']',
    ]
    expect(new TextParts(parts).parse()).toEqual([{ title: 'One', vote: true, author: { name: 'Wren' } }])
  })

  const item = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
  const list = fc.array(
    fc.record({ items: fc.array(item, { minLength: 1, maxLength: 3 }), isShared: fc.boolean() }),
  )
  const json = (value: unknown) => JSON.stringify(value)

  it('is parsed to the same value as the whole text', () => {
    fc.assert(
      fc.property(list, item, (given, field) => {
        const parts = given.map(({ items, isShared }) => {
          const text = items.map(json).join(',')
          return isShared ? new SharedText(() => text) : text
        })
        const joined = new TextParts([
          '{"list":[',
          ...parts.flatMap((part, at) => (at > 0 ? [comma, part] : [part])),
          '],"one":',
          new SharedText(() => json(field)),
          '}',
        ])
        expect(json(joined.parse())).toBe(json(JSON.parse(String(joined))))
      }),
    )
  })

  it('is known by what was parsed of it, as text for a script element', () => {
    const shared = new SharedText(() => '{"b":"\\u003cb>"}')
    const text = new TextParts(['{"a":"</script>","list":[', shared, ']}'])
    const parsed = text.parse() as { list: object[] }
    const inScript = TextParts.parsedAs(parsed)?.inScript() ?? []
    expect(inScript.join('')).toBe('{"a":"\\u003c/script>","list":[{"b":"\\u003cb>"}]}')
    expect(inScript[1]).toBe(shared)
    expect(TextParts.parsedAs(parsed.list)).toBeUndefined()
    expect(TextParts.parsedAs({ ...parsed })).toBeUndefined()
  })

  it('returns the same frozen objects for shared parts each time, and knows their text', () => {
    const [first, second] = [new SharedText(() => '{"n":[1]}'), new SharedText(() => '{"n":[2]}')]
    const both = new SharedText(() => [first, second].join(), [first, second])
    const parse = (...parts: (string | SharedText)[]) =>
      new TextParts(['[', ...parts, ']']).parse() as { n: number[] }[]
    const together = parse(both)
    const apart = parse(second, comma, first)
    expect(together).toEqual([{ n: [1] }, { n: [2] }])
    expect(apart[0]).toBe(together[1])
    expect(new TextParts([first]).parse()).toBe(together[0])
    expect(() => together[0]?.n.push(3)).toThrow(TypeError)
    expect([0, 1].map((at) => SharedText.at(together, at))).toEqual([both, second])
    expect([0, 1].map((at) => SharedText.at(apart, at))).toEqual([second, first])
    expect(SharedText.at(structuredClone(together), 0)).toBeUndefined()
  })
})
