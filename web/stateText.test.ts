import fc from 'fast-check'
import { expect, it } from 'vitest'
import { scriptSafe } from '../contract/escapeMarkup.ts'
import type { SharedTexts } from '../contract/pages.ts'
import type { PageState } from './pageState.ts'
import { stateText } from './stateText.ts'

/** Objects of which this knows the text are written by it, in lists as many in a row as there are. */
function sharedTexts(known: ReadonlySet<object>): SharedTexts {
  const jsonOf = (value: unknown) =>
    typeof value === 'object' && value !== null && known.has(value) ? scriptSafe(JSON.stringify(value)) : null
  return {
    share: (make) => ({ toString: make }),
    isShared: (value) => known.has(value),
    jsonOf(value) {
      const text = jsonOf(value)
      return text === null ? undefined : [text]
    },
    jsonAt(list, place) {
      const texts: string[] = []
      for (let text = jsonOf(list[place]); text !== null; text = jsonOf(list[place + texts.length]))
        texts.push(text)
      return texts.length > 0 ? { text: texts.join(','), count: texts.length } : undefined
    },
  }
}

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
      const text = stateText(state as PageState, sharedTexts(known)).join('')
      expect(text).not.toContain('<')
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(state)))
      expect(stateText(state as PageState, null)).toEqual([scriptSafe(JSON.stringify(state))])
    }),
    { numRuns: 300 },
  )
})
