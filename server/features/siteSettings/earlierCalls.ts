import { sql } from 'kysely'
import type { SiteSettings } from '../../../contract/entities/siteSettings.ts'
import { errors } from '../../../contract/errors.ts'
import type { SettingValue } from '../../../contract/settingTypes.ts'
import { isSameValue } from '../../../contract/settingValues.ts'
import { type LockedSettings, settingOf } from '../../../contract/siteSettings.ts'
import type { Services } from '../../core/api/route.ts'
import { isTorExit, switchTorBlocking } from '../../core/ipBlocks/tor.ts'
import { changeSite } from '../../core/moderationLog/changeSite.ts'
import type { Session } from '../../core/sessions/session.ts'
import { checkSettings, type SettingChange, storeSettings } from '../../core/settings/store.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'

/** Two settings in the form of `/api/site_settings`: whether `joining` is `closed`, and whether Tor is blocked. */
export async function findSiteSettings(db: Db, locked: LockedSettings): Promise<SiteSettings> {
  const { torBlocked, joining } = await db
    .selectFrom('site_settings')
    .select('tor_blocked as torBlocked')
    .select(storedJoining.as('joining'))
    .executeTakeFirstOrThrow()
  return {
    signupsDisabled: (locked.joining ?? joining ?? settingOf('joining').default) === 'closed',
    torBlocked,
  }
}

const storedJoining = sql<SettingValue | null>`(select value from setting_values where name = 'joining')`

/**
 * Changes these settings; missing ones stay as they are. Without `signupsDisabled`, `joining` is as it was before it was `closed`.
 *
 * @returns both settings after the change.
 * @throws Refused with `password_needed`, if it changes who may join, `own-ip`, when they would block themselves, or `setting_locked`.
 */
export async function updateSiteSettings(
  services: Pick<Services, 'db' | 'config' | 'liveSettings' | 'ipBlocks'>,
  admin: { readonly id: string; readonly ip: string; readonly session: Session },
  requested: Partial<SiteSettings>,
): Promise<SiteSettings> {
  const { db, liveSettings, ipBlocks } = services
  const { locked } = liveSettings
  const isInTor = requested.torBlocked === true && (await isTorExit(services, admin.ip))
  const by = admin.id
  await changeSite(services, admin, async (trx) => {
    const before = await findSiteSettings(trx, locked)
    const { signupsDisabled, torBlocked } = { ...before, ...requested }
    const changes: SettingChange[] = []
    if (signupsDisabled !== before.signupsDisabled) {
      await admin.session.requireRecentPassword(trx)
      const value = signupsDisabled ? 'closed' : await findJoiningBefore(trx)
      changes.push(...(await storeSettings(trx, checkSettings([{ name: 'joining', value }], locked), { by })))
    }
    if (torBlocked && !before.torBlocked && isInTor) throw new Refused(errors.ownTorExit)
    changes.push(...(await switchTorBlocking(trx, { isOn: torBlocked, by })))
    return changes
  })
  await ipBlocks.refresh()
  return findSiteSettings(db, locked)
}

/** How people joined before the site was closed, so that reopening it does not skip approvals. */
async function findJoiningBefore(trx: Db): Promise<SettingValue> {
  const closing = await trx
    .selectFrom('setting_changes')
    .where('name', '=', 'joining')
    .where('after', '=', sql<string>`'"closed"'::jsonb`)
    .select('before')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const before = closing?.before as SettingValue | null | undefined
  return before && !isSameValue(before, 'closed') ? before : 'open'
}
