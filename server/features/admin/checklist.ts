import { sql } from 'kysely'
import type { Checklist } from '../../../contract/entities/checklist.ts'
import { errors } from '../../../contract/errors.ts'
import { type SettingValues, settingOf } from '../../../contract/siteSettings.ts'
import { checklistItems } from '../../../contract/words.ts'
import type { Config } from '../../config.ts'
import { enforceAdmin } from '../../core/permissions/admin.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { sendsMail } from '../../platform/mail/send.ts'

/** Which items of the checklist of a new site are done. A confirmed address proves that mail works. */
export async function getChecklist(
  db: Db,
  { config, settings }: { config: Config; settings: SettingValues },
): Promise<Checklist> {
  const { done, isMailReceived, community, isBackedUp, others } = await db
    .selectFrom('site_settings')
    .select([
      'checklist as done',
      sql<boolean>`exists (select from communities where deleted_at is null)`.as('community'),
      sql<boolean>`exists (select from users where email_confirmed_at is not null)`.as('isMailReceived'),
      sql<boolean>`exists (select from backups where state = 'made')`.as('isBackedUp'),
      sql<boolean>`(select count(*) > 1 from (
        select from users where not is_built_in and deleted_at is null limit 2) as two)`.as('others'),
    ])
    .executeTakeFirstOrThrow()
  return {
    setup: done.includes('setup') || isNamed(settings),
    community,
    rules: done.includes('rules'),
    contact: settings.providerName !== '',
    mail: !sendsMail(config) ? 'off' : isMailReceived ? 'works' : 'untried',
    backup: settings.dailyBackups || isBackedUp,
    others,
    dismissed: done.includes('dismissed'),
  }
}

/** Whether the site has a name of its own, however it was set. */
const isNamed = ({ siteName }: SettingValues): boolean => siteName !== settingOf('siteName').default

/** Ticks an item; repeating it changes nothing. @throws Refused with `invalid_checklist_item`, or `not_admin` for one who is no longer an admin. */
export async function tickChecklist(
  { db, ...site }: { db: Db; config: Config; settings: SettingValues },
  admin: { id: string },
  asked: string,
): Promise<Checklist> {
  const item = checklistItems.find((one) => one === asked)
  if (!item) throw new Refused(errors.invalidChecklistItem)
  return db.transaction().execute(async (trx) => {
    await enforceAdmin(trx, admin)
    await trx
      .updateTable('site_settings')
      .set({ checklist: sql`array_append(checklist, ${item})` })
      .where(sql<boolean>`not ${item} = any(checklist)`)
      .execute()
    return getChecklist(trx, site)
  })
}
