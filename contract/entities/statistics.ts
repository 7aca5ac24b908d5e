import { type Static, Type } from 'typebox'
import { Int, Nullable, Time } from './schema.ts'

/** What is counted once an hour, in the order of the API (contract 2.14). */
export const statisticsNames = [
  'users_day',
  'users_week',
  'users_month',
  'return_users_day',
  'return_users_week',
  'return_users_month',
  'signups',
  'pwa_installs',
  'notifications_enabled',
  'posts_day',
  'posts_week',
  'comments_day',
  'comments_week',
] as const
export type StatisticsName = (typeof statisticsNames)[number]

/** The payload of an event when it is read as JSON. */
export type Statistics = { readonly [Name in StatisticsName]: number }

export const AnalyticsEvent = Type.Object({
  id: Int,
  name: Type.String(),
  uniqueKey: Nullable(Type.String()),
  payload: Type.String({ description: 'JSON: the version, 0, and the numbers by their names.' }),
  createdAt: Time,
})
export type AnalyticsEvent = Static<typeof AnalyticsEvent>

/** Newest first. */
export const AnalyticsEventPage = Type.Object({
  events: Type.Array(AnalyticsEvent),
  next: Type.String({ description: 'Cursor of the next page; empty at the end.' }),
})
export type AnalyticsEventPage = Static<typeof AnalyticsEventPage>
