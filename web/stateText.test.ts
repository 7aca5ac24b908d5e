import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scriptSafe } from '../contract/escapeMarkup.ts'
import type { Piece } from '../contract/pages.ts'
import type { PageState } from './pageState.ts'
import { stateText } from './stateText.ts'

const data = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, undefined, true, 0, -1.5, '', '</script><!--', '"\\\u2028', Number.NaN),
    fc.string(),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.array(tie('object'), { maxLength: 5 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('<', '1', '__proto__')), tie('value')),
}))

const objectsIn = (value: unknown): object[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objectsIn)] : []

it('is the JSON of the state, safe in a script element, whatever of it is shared', () => {
  fc.assert(
    fc.property(fc.array(data.value), fc.infiniteStream(fc.boolean()), (values, choices) => {
      const queries = values.map((each, n) => ({ queryKey: [n], data: each }))
      const state = { site: { name: 'Owls' }, renderedAt: 1, loadedAt: 2, kind: 'page', queries } as never
      const known = new Set(values.flatMap(objectsIn).filter(() => choices.next().value))
      const jsonOf = (value: object) => (known.has(value) ? [scriptSafe(JSON.stringify(value))] : undefined)
      const insert = (json: readonly Piece[]) => json.join('')
      const text = stateText(state as PageState, { jsonOf, insert })
      expect(text).not.toContain('<')
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(state)))
    }),
    { numRuns: 100 },
  )
})
