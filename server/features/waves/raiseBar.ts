import { sql } from 'kysely'
import type { WaveSignal } from '../../../contract/entities/wave.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { isBarRaised } from '../../../contract/waves.ts'
import { notifyAdmins } from '../../core/notifications/notify.ts'
import { checkSettings, type RequestedSetting, storeSettings } from '../../core/settings/store.ts'
import { watchWavesTask } from '../../core/waves/noteActivity.ts'
import type { Db } from '../../platform/database/connection.ts'
import { noteNewTexts } from './newTexts.ts'
import { findSignals, isWave } from './signals.ts'

type WaveSettings = Pick<
  SettingValues,
  'rateLimits' | 'raiseBar' | 'barHours' | 'barApproval' | 'barRaisedUntil' | 'joining'
>

/** The task that ends a wave whose time is over. */
const endJobKey = 'end_wave'

/** Looks whether there is a wave, and raises the bar, or ends what is over. */
export async function watchWaves(db: Db, settings: WaveSettings): Promise<void> {
  await noteNewTexts(db)
  await endOver(db, settings)
  if (!settings.rateLimits || !settings.raiseBar) return
  const signals = await findSignals(db)
  if (!isWave(signals)) return
  if (!isBarRaised(settings)) {
    if (!(await wasEndedByAdmin(db, settings))) await raiseBar(db, settings, { signals, by: null })
  } else if (Date.parse(settings.barRaisedUntil) - Date.now() < (settings.barHours * 3_600_000) / 2)
    await prolongBar(db, settings, { by: null })
}

/** Admins know better: after they have ended a wave, the next one begins automatically only some hours later. */
async function wasEndedByAdmin(db: Db, { barHours }: WaveSettings): Promise<boolean> {
  const { rows } = await sql`select from waves
    where ended_by is not null and ended_at > now() - make_interval(hours => ${barHours})`.execute(db)
  return rows.length > 0
}

const untilAfter = (hours: number) => new Date(Date.now() + hours * 3_600_000 + 59_999)
/** As settings have it: to the minute. */
const asSetting = (at: Date) => `${at.toISOString().slice(0, 16)}Z`

const store = (trx: Db, requested: readonly RequestedSetting[], by: string | null) =>
  storeSettings(trx, checkSettings(requested, {}), { by })

const enqueueEnd = (trx: Db, at: Date) =>
  sql`select graphile_worker.add_job(${watchWavesTask}, job_key := ${endJobKey}, run_at := ${at}::timestamptz + interval '1 second')`.execute(
    trx,
  )

/** Raises the bar for some hours. Does nothing if it is raised already. */
export async function raiseBar(
  db: Db,
  settings: WaveSettings,
  { signals, by }: { signals: readonly WaveSignal[]; by: string | null },
): Promise<void> {
  const until = untilAfter(settings.barHours)
  const closes = settings.barApproval && settings.joining === 'open'
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into waves (started_by, signals, former_joining)
      values (${by}::bigint, ${JSON.stringify(signals)}::jsonb, ${closes ? settings.joining : null})
      on conflict do nothing returning id`.execute(trx)
    if (rows.length === 0) return
    await store(
      trx,
      [
        { name: 'barRaisedUntil', value: asSetting(until) },
        ...(closes ? [{ name: 'joining', value: 'approval' }] : []),
      ],
      by,
    )
    await enqueueEnd(trx, until)
    if (by === null) await notifyAdmins(trx, 'wave', '')
  })
}

/** As long again from now. */
export async function prolongBar(
  db: Db,
  { barHours }: WaveSettings,
  { by }: { by: string | null },
): Promise<void> {
  const until = untilAfter(barHours)
  await db.transaction().execute(async (trx) => {
    await store(trx, [{ name: 'barRaisedUntil', value: asSetting(until) }], by)
    await enqueueEnd(trx, until)
  })
}

/** Lowers the bar, and lets join who could before, unless an admin has changed that since. */
export async function endWave(
  db: Db,
  { joining }: Pick<WaveSettings, 'joining'>,
  { by }: { by: string | null },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ former_joining: string | null }>`
      update waves set ended_at = now(), ended_by = ${by}::bigint where ended_at is null returning former_joining`.execute(
      trx,
    )
    const former = rows[0]?.former_joining ?? null
    await store(
      trx,
      [
        { name: 'barRaisedUntil', value: null },
        ...(former !== null && joining === 'approval' ? [{ name: 'joining', value: former }] : []),
      ],
      by,
    )
  })
}

/** By the stored time: the one in memory may be a moment old. */
async function endOver(db: Db, settings: WaveSettings): Promise<void> {
  const { rows } = await sql<{ until: string | null }>`
    select (select value #>> '{}' from setting_values where name = 'barRaisedUntil') as until from waves where ended_at is null`.execute(
    db,
  )
  const [open] = rows
  if (open && !isBarRaised({ barRaisedUntil: open.until ?? '' })) await endWave(db, settings, { by: null })
}
