import { gunzipSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SharedText, TextParts } from './textParts.ts'

/** Texts of every length that is treated in its own way, of any characters. */
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
  it('is compressed to what gunzip makes exactly that text of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (given) => {
        const parts = given.map((each) => (each.isShared ? new SharedText(() => each.text) : each.text))
        const whole = Buffer.from(given.map((each) => each.text.toWellFormed?.() ?? each.text).join(''))
        const joined = new TextParts(parts)
        // gunzip also checks the CRC-32 and the length.
        expect(gunzipSync(await joined.gzip()).equals(whole)).toBe(true)
        expect(Buffer.from(String(joined)).equals(whole)).toBe(true)
        expect(gunzipSync(await joined.gzip()).equals(whole)).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('makes and compresses what is shared once', async () => {
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

  it('compresses about as well as a whole text', async () => {
    const own = '{"name":"value","number":1234567}'.repeat(200)
    expect(
      (await new TextParts([new SharedText(() => own), ',', new SharedText(() => own)]).gzip()).length,
    ).toBeLessThan(own.length / 20)
  })
})
