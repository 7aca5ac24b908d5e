import { Type } from 'typebox'
import { listOf, Nullable, text } from '../entities/schema.ts'
import { Wave, WaveSignal } from '../entities/wave.ts'
import { wavesShown } from '../limitValues.ts'
import { waveSteps } from '../waves.ts'
import { endpoint } from './endpoint.ts'
import { requiredChoice } from './parameters.ts'

const Waves = Type.Object({
  until: Nullable(
    text('Until when the site is protected, as in the setting `barRaisedUntil`; null if it is not.'),
  ),
  now: listOf(WaveSignal, 'What is above normal right now.'),
  waves: listOf(Wave, `The last ${wavesShown} waves, the latest first.`),
})

/** Waves of bots, and the bar that is raised against them. */
export const waveEndpoints = {
  listWaves: endpoint({
    method: 'GET',
    path: '/api/_admin/waves',
    summary: 'Returns whether the site is protected against a bot wave, why, and when it was before.',
    who: 'admin',
    response: Waves,
    errors: [],
  }),
  changeWave: endpoint({
    method: 'PUT',
    path: '/api/_admin/waves',
    summary:
      'Protects the site for `barHours` hours from now, extends the protection to `barHours` hours from now, or ends it.',
    who: 'admin',
    changesWhatGuestsSee: true,
    body: Type.Object({
      step: requiredChoice(waveSteps, { description: 'What to do.', refusal: 'invalidAdminAction' }),
    }),
    response: Waves,
    errors: ['invalidAdminAction'],
  }),
}
