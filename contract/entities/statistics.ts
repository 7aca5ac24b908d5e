import { type Static, Type } from 'typebox'
import type { StatisticsName } from '../words.ts'
import { int, listOf, Nullable, text, time } from './schema.ts'

/** The payload of an event, parsed as JSON. */
export type Statistics = { readonly [Name in StatisticsName]: number }

export const AnalyticsEvent = Type.Object({
  id: int('The number of the record.'),
  name: text('Empty here.'),
  uniqueKey: Nullable(text('Null here.')),
  payload: text('JSON: the version, 0, and the numbers by their names.'),
  createdAt: time('When it was counted.'),
})
export type AnalyticsEvent = Static<typeof AnalyticsEvent>

export const AnalyticsEventPage = Type.Object({
  events: listOf(AnalyticsEvent, 'The records of this page, the newest first.'),
  next: text('The cursor of the next page; empty at the end.'),
})
export type AnalyticsEventPage = Static<typeof AnalyticsEventPage>
