// Made from countCall.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../database/statement.ts'

interface Parameters {
  readonly keys: readonly Buffer[]
  readonly allowed: readonly number[]
  readonly seconds: readonly number[]
  readonly repeatKey: Buffer | null
  readonly repeats: number
  readonly repeatSeconds: number
}

export type CountCallRow = {
  place: number
  milliseconds: number
}

export const countCall: Statement<Parameters, CountCallRow> = {
  name: 'countCall',
  text: `select place as "place", milliseconds as "milliseconds" from count_call($1, $2, $3, $4, $5, $6)`,
  parameters: ['keys', 'allowed', 'seconds', 'repeatKey', 'repeats', 'repeatSeconds'],
  literals: [],
}
