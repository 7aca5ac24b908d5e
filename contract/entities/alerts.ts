import { type Static, Type } from 'typebox'
import { alertAgeHoursMax, alertThresholdMax, alertThresholdMin } from '../limitValues.ts'
import { described, flag, int, Nullable, text, time } from './schema.ts'

/** What a moderator is notified of in one community. */
export const AlertChoice = Type.Object({
  onFirst: flag('Whether you are notified of the first open report about a post or comment.'),
  threshold: Nullable(
    int(
      `You are notified once a post or comment has this many open reports, ${alertThresholdMin} to ${alertThresholdMax}; null for never.`,
    ),
  ),
  ageHours: Nullable(
    int(
      `You are notified once a report has been open for this many hours, 1 to ${alertAgeHoursMax}; null for never.`,
    ),
  ),
})
export type AlertChoice = Static<typeof AlertChoice>

export const QuietHours = Type.Object({
  fromHour: int('The hour in which they begin, 0 to 23.'),
  untilHour: int('The hour at whose beginning they end, 0 to 23; different from the first.'),
  timeZone: text('The time zone, such as `Europe/Vienna`.'),
})
export type QuietHours = Static<typeof QuietHours>

export const AlertSettings = Type.Object({
  ...AlertChoice.properties,
  quietHours: described(
    'When you get no push about reports, in all communities; null for never.',
    Nullable(QuietHours),
  ),
  feedMadeAt: Nullable(time('When you created the private feed of your queue; null if there is none.')),
})
export type AlertSettings = Static<typeof AlertSettings>
