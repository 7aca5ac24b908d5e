import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formForGuests, Json, jsonList, jsonObject, jsonOfValue, SharedJson, withFields } from './json.ts'

const fields = fc.dictionary(
  fc.string().filter((name) => name !== '__proto__'),
  fc.oneof(fc.string(), fc.constantFrom('</script>', 'ä€🦉', null, true, 0.5, ['<'], { a: '<' })),
)

/** Objects with different fields. */
const pairs = fc
  .tuple(fields, fields)
  .map(([one, more]) => [
    one,
    Object.fromEntries(Object.entries(more).filter(([name]) => !Object.hasOwn(one, name))),
  ]) as fc.Arbitrary<[object, object]>

describe('the JSON of an answer', () => {
  it('has the text and the value of its parts, and nothing that ends a script element', () => {
    fc.assert(
      fc.property(pairs, fields, ([one, more], other) => {
        const joined = withFields(Json.of(one), Json.of(more))
        const shared = new SharedJson(JSON.stringify({ id: '1', ...other }), Json.of({ voted: null }))
        const each = shared.for(Json.of({ voted: true }))
        const list = jsonList<object>([
          joined,
          each,
          withFields(Json.of({}), each),
          withFields(Json.of({ by: 1 }), each),
        ])
        const answer = jsonObject({ items: list, next: '<', absent: undefined })
        const expected = {
          items: [
            { ...one, ...more },
            { id: '1', ...other, voted: true },
            { id: '1', ...other, voted: true },
            { by: 1, id: '1', ...other, voted: true },
          ],
          next: '<',
        }
        expect(JSON.parse(answer.text)).toEqual(expected)
        expect(JSON.parse(JSON.stringify(answer.value))).toEqual(expected)
        expect(answer.text).not.toContain('<')
      }),
    )
  })

  it('is known for the value that was made of it, and not for a copy', () => {
    const { value } = jsonObject<object>({ name: 'Owls' })
    expect(jsonOfValue(value)?.text).toBe('{"name":"Owls"}')
    expect(jsonOfValue({ ...value })).toBeUndefined()
    expect(jsonOfValue({})).toBeUndefined()
  })

  it('names what guests see of an item, which is the same object for all viewers', () => {
    const shared = new SharedJson('{"id":"1"}', Json.of({ voted: null }))
    const [one, other] = [true, false].map((voted) => formForGuests(shared.for(Json.of({ voted })).value))
    expect(JSON.stringify(one)).toBe('{"id":"1","voted":null}')
    expect(other).toBe(one)
    expect(formForGuests(Json.of({ id: '1' }).value)).toBeUndefined()
  })
})
