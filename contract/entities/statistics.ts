import { type Static, Type } from 'typebox'
import { type StatisticsName, statisticsNames, statisticsSteps } from '../words.ts'
import { described, int, listOf, Nullable, oneOf, text, time } from './schema.ts'

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

const numbers = Object.fromEntries(
  statisticsNames.map((name) => [name, int('As in the `payload` of `listStatistics`.')]),
)

/** What was counted at the end of each step of a period, the oldest first. */
export const StatisticsSeries = Type.Object({
  step: oneOf(statisticsSteps, 'How long each step is.'),
  points: listOf(
    Type.Object({
      at: time('The hour in which it was counted: the last one of the step.'),
      numbers: described('The numbers by their names.', Type.Unsafe<Statistics>(Type.Object(numbers))),
    }),
    'The steps in which something was counted, the oldest first.',
  ),
})
export type StatisticsSeries = Static<typeof StatisticsSeries>
