import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { communityNameRefusal } from '../../core/communities/names.ts'
import { type Db, isUniqueViolation } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'

/**
 * Requests a community from the admins. A denied request can be repeated.
 *
 * @throws Refused with `invalid-community-name`, `community-already-exists` or `community-already-requested`.
 */
export async function requestCommunity(
  { db, settings }: { db: Db; settings: Pick<SettingValues, 'reservedNames'> },
  memberId: string,
  wanted: { name: string; note: string },
): Promise<null> {
  const name = wanted.name.trim()
  enforce(communityNameRefusal(name, settings.reservedNames))
  const note = parseText(wanted.note, limits.requestNoteMaxLength).trim() || null
  const { numAffectedRows } = await sql`
    insert into community_requests (user_id, name, note)
    select ${memberId}, ${name}, ${note}
    where community_named(lower(${name})) is null`
    .execute(db)
    .catch((error) => {
      throw isUniqueViolation(error) ? new Refused(errors.communityAlreadyRequested) : error
    })
  if (!numAffectedRows) throw new Refused(errors.requestedCommunityExists)
  return null
}
