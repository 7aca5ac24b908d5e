import { type Static, Type } from 'typebox'
import { int, listOf, Nullable, oneOf, text } from './schema.ts'

const TransparencyRow = Type.Object({
  section: text('What it belongs to, such as *Appeals*.'),
  label: text('What was counted or measured.'),
  number: Nullable(int('The count, or the minutes; null if the program does not count it.')),
  unit: oneOf(['count', 'minutes'], 'Whether it is a count or a median of minutes.'),
})
export type TransparencyRow = Static<typeof TransparencyRow>

/** What was done in a calendar year (UTC), for the reports that laws ask for. */
export const Transparency = Type.Object({
  year: int('The year.'),
  years: listOf(Type.Integer(), 'The years that have counts, the latest first.'),
  firstDay: text(
    'The first day that is counted, such as `2026-01-01`: counting may have begun within the year.',
  ),
  lastDay: text('The last day that is counted: today, if the year is not over.'),
  rows: listOf(TransparencyRow, 'The counts in the order of the report.'),
})
export type Transparency = Static<typeof Transparency>
