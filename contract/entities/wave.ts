import { type Static, Type } from 'typebox'
import { waveSignals } from '../waves.ts'
import { int, listOf, Nullable, oneOf, text, time } from './schema.ts'

export const WaveSignal = Type.Object({
  kind: oneOf(
    waveSignals,
    'What is more than usual: sign-ups, members who post for the first time, links of new members to one domain, texts of new members that are alike, or sign-ups from one network.',
  ),
  count: int('How many there are: accounts, or members who wrote it.'),
  usual: int('How many there usually are in that time, rounded up.'),
  limit: int('From how many on it counts.'),
  about: text('The domain or network; empty for the other signals.'),
})
export type WaveSignal = Static<typeof WaveSignal>

/** A time in which the bar was raised. */
export const Wave = Type.Object({
  id: text('The number of the wave.'),
  startedAt: time('When the bar was raised.'),
  startedBy: Nullable(text('The admin who raised it; null if that happened by itself.')),
  signals: listOf(WaveSignal, 'Why.'),
  endedAt: Nullable(time('When it ended; null while it lasts.')),
  endedBy: Nullable(text('The admin who ended it; null if its time was over.')),
})
export type Wave = Static<typeof Wave>
