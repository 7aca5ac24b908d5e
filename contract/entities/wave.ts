import { type Static, Type } from 'typebox'
import { waveSignals } from '../waves.ts'
import { int, listOf, Nullable, oneOf, text, time } from './schema.ts'

export const WaveSignal = Type.Object({
  kind: oneOf(
    waveSignals,
    'What is above normal: sign-ups, members who post for the first time, links by new members to one domain, similar texts by new members, or sign-ups from one network.',
  ),
  count: int('How many accounts signed up, or members posted it.'),
  usual: int('The usual number in the same time, rounded up.'),
  limit: int('From which number on the signal counts.'),
  about: text('The domain or network; empty for the other signals.'),
})
export type WaveSignal = Static<typeof WaveSignal>

/** A period in which the site was protected. */
export const Wave = Type.Object({
  id: text('The number of the wave.'),
  startedAt: time('When the protection began.'),
  startedBy: Nullable(text('The admin who turned it on; null if it turned on automatically.')),
  signals: listOf(WaveSignal, 'Why it began.'),
  endedAt: Nullable(time('When it ended; null while it lasts.')),
  endedBy: Nullable(text('The admin who ended it; null if it expired.')),
})
export type Wave = Static<typeof Wave>
