import { sql } from 'kysely'
import type { OutputOf } from '../../../contract/endpoints/index.ts'
import type { Wave, WaveSignal } from '../../../contract/entities/wave.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { isBarRaised, waveSteps } from '../../../contract/waves.ts'
import { type Route, route } from '../../core/api/route.ts'
import { getEffectiveSettings } from '../../core/settings/live.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { endWave, prolongBar, raiseBar } from './raiseBar.ts'
import { findSignals } from './signals.ts'

export const waveRoutes: readonly Route[] = [
  route('listWaves', ({ db, settings }) => listWaves(db, settings)),
  route('changeWave', async ({ db, settings, config, viewer, body }) => {
    const step = waveSteps.find((one) => one === body.step)
    if (!step) throw new Refused(errors.invalidAdminAction)
    if (step === 'end') await endWave(db, settings, { by: viewer.id })
    else if (step === 'prolong' && isBarRaised(settings)) await prolongBar(db, settings, { by: viewer.id })
    else await raiseBar(db, settings, { signals: await findSignals(db), by: viewer.id })
    // This process may not have the change yet.
    return listWaves(db, await getEffectiveSettings(db, config.locked))
  }),
]

async function listWaves(db: Db, settings: SettingValues): Promise<OutputOf<'listWaves'>> {
  const { rows } = await sql<{
    id: string
    started_at: Date
    started_by: string | null
    signals: WaveSignal[]
    ended_at: Date | null
    ended_by: string | null
  }>`
    select id::text, started_at, named(started_by) as started_by, signals, ended_at, named(ended_by) as ended_by
    from waves order by started_at desc, id desc limit ${sql.lit(limits.wavesShown)}`.execute(db)
  return {
    until: isBarRaised(settings) ? settings.barRaisedUntil : null,
    now: await findSignals(db),
    waves: rows.map(
      (row): Wave => ({
        id: row.id,
        startedAt: row.started_at.toISOString(),
        startedBy: row.started_by,
        signals: row.signals,
        endedAt: row.ended_at?.toISOString() ?? null,
        endedBy: row.ended_by,
      }),
    ),
  }
}
