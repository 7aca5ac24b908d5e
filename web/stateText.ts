import { randomUUID } from 'node:crypto'
import { scriptSafe } from '../contract/escapeMarkup.ts'
import type { PageText, SharedTexts } from '../contract/pages.ts'
import type { PageState } from './pageState.ts'

/** The state for hydration as JSON for a script element. The texts of answers are reused, with the parts that they share. */
export function stateText(state: PageState, shared: SharedTexts | null): PageText {
  if (!shared) return [scriptSafe(JSON.stringify(state))]
  // Nobody can write a text that contains it.
  const mark = randomUUID()
  const texts: PageText[] = []
  const place = (text: PageText) => mark + String(texts.push(text) - 1)
  const json = JSON.stringify(withMarks(state, shared, place))
  const [start = '', ...rest] = scriptSafe(json).split(`"${mark}`)
  return [
    start,
    ...rest.flatMap((text) => {
      const end = text.indexOf('"')
      return [...(texts[Number(text.slice(0, end))] ?? []), text.slice(end + 1)]
    }),
  ]
}

/** The same data, with placeholders for answers and shared parts; objects without any are not copied. */
function withMarks(value: unknown, shared: SharedTexts, place: (text: PageText) => string): unknown {
  if (typeof value !== 'object' || value === null) return value
  const answer = shared.jsonOfAnswer(value)
  if (answer) return place(answer)
  const whole = shared.jsonAt([value], 0)
  if (whole) return place([whole.text])
  if (Array.isArray(value)) {
    if (typeof value[0] !== 'object') return value
    const items: unknown[] = []
    for (let at = 0; at < value.length; ) {
      const found = shared.jsonAt(value, at)
      items.push(found ? place([found.text]) : withMarks(value[at], shared, place))
      at += found?.count ?? 1
    }
    return items
  }
  let copy: Record<string, unknown> | undefined
  for (const [name, field] of Object.entries(value)) {
    const marked = withMarks(field, shared, place)
    if (marked === field) continue
    copy ??= { ...value }
    copy[name] = marked
  }
  return copy ?? value
}
