import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { logoName, type StoredLogo, storedLogo } from './logo.ts'
import { recordSettingChanges, type SettingChange } from './store.ts'

/**
 * Makes a stored picture the logo, or restores the original one. Call it in a transaction that has locked the settings; a job deletes the files of
 * the old one after the commit, and all processes are notified at the commit.
 *
 * @param logo an image that nothing uses yet; null for the original one.
 * @param by id of the admin.
 * @returns the change, if any.
 */
export async function storeLogo(
  trx: Db,
  logo: StoredLogo | null,
  { by }: { by: string },
): Promise<readonly SettingChange[]> {
  const row = await trx
    .selectFrom('setting_values')
    .where('name', '=', logoName)
    .select('value')
    .executeTakeFirst()
  const before = row ? storedLogo({ [logoName]: row.value }) : null
  if (!before && !logo) return []
  await sql`
    with used_image as (update images set is_used = true where id = ${logo?.id ?? null}::bigint),
    deleted_image as (
      update images set is_used = false, deleted_at = now() where id = ${before?.id ?? null}::bigint returning id)
    select graphile_worker.add_job('delete_images') where exists (select from deleted_image)`.execute(trx)
  await trx.deleteFrom('setting_values').where('name', '=', logoName).execute()
  if (logo)
    await sql`
      insert into setting_values (name, value, changed_by)
      values (${logoName}, ${JSON.stringify(logo)}::jsonb, ${by}::bigint)`.execute(trx)
  const words = (one: StoredLogo | null) => one && `picture ${one.id}, ${one.width} × ${one.height}`
  return recordSettingChanges(trx, [{ name: logoName, before: words(before), after: words(logo) }], { by })
}
