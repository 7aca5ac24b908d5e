import type { TSchema } from 'typebox'
import { endpoints } from '../../../contract/endpoints/index.ts'
import type { Pieces } from '../../../contract/pages.ts'
import { joinBytes } from '../../platform/http/bytes.ts'

interface Part {
  readonly format?: string
  readonly oneOf?: readonly Part[]
  readonly items?: Part
  readonly properties?: Readonly<Record<string, Part>>
}

/** The names of all fields of a schema that are times. */
function timesIn(part: Part, name = ''): string[] {
  if (part.format === 'date-time') return [name]
  const fields = Object.entries(part.properties ?? {}).flatMap(([field, inner]) => timesIn(inner, field))
  const others = [...(part.oneOf ?? []), ...(part.items ? [part.items] : [])]
  return [...fields, ...others.flatMap((inner) => timesIn(inner, name))]
}

let fractions: RegExp | undefined

/** In a text of JSON, quotation marks are escaped, so no text of a member can contain what looks like a field. */
function fractionsOfTimes(): RegExp {
  const responses: (TSchema | null)[] = Object.values(endpoints).map(({ response }) => response)
  const names = new Set(responses.flatMap((response) => (response ? timesIn(response as Part) : [])))
  return new RegExp(
    String.raw`("(?:${[...names].join('|')})":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+(?=Z")`,
    'g',
  )
}

/** The answer with times in whole seconds, which is all that some programs can parse. Our own pages get them with milliseconds. */
export function withWholeSeconds(answer: Pieces): string {
  fractions ??= fractionsOfTimes()
  return joinBytes(answer).toString().replace(fractions, '$1')
}
