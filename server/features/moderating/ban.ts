import type { BannedMember } from '../../../contract/entities/ban.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import { isPublicAction } from '../../core/moderationLog/record.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { hasWholeAuthor } from '../../core/users/columns.ts'
import { authorView } from '../../core/users/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { parseId } from '../../platform/http/ids.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cut } from '../../platform/http/text.ts'
import { banFromCommunity as statement } from './banFromCommunity.sql.ts'
import { banView } from './view.ts'

interface WantedBan {
  readonly communityId: string
  readonly username?: string
  /** RFC 3339; missing or empty: the ban has no end. */
  readonly expires?: string | null
  readonly note?: string | null
}

/**
 * Bans a member from a community: nothing of theirs is removed, and they stay a member of it. A ban that has ended is
 * replaced.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `not_admin_nor_mod` (the viewer), `no_username`,
 *   `user_not_found`, `not_admin_nor_mod` (the member is one), `invalid_expires` or `conflict`, in this order.
 */
export async function banFromCommunity(db: Db, viewer: Viewer, request: WantedBan): Promise<BannedMember> {
  const expiresAt = parseExpiry(request.expires)
  const isExpiryValid = expiresAt !== 'invalid'
  const row = await queryRow(db, statement, {
    communityId: parseId(request.communityId),
    usernameKey: request.username?.trim().toLowerCase() ?? null,
    bannerId: viewer.id,
    isExpiryValid,
    expiresAt: isExpiryValid ? expiresAt : null,
    note: cut((request.note ?? '').trim(), limits.banNoteMaxLength).trim() || null,
    details: isExpiryValid && expiresAt ? { expiresAt: expiresAt.toISOString() } : {},
    isPublic: isPublicAction('ban_from_community'),
  })
  if (!row) throw new Refused(errors.communityNotFound)
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  if (!hasWholeAuthor(row)) throw new Error('A banned member without their account.')
  return { ...authorView(row.id, row), ban: banView({ ...row, bannedBy: viewer }) }
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/i

/** When a ban ends, null for never. Invalid is also what is over. */
function parseExpiry(text: string | null | undefined): Date | null | 'invalid' {
  if (text === undefined || text === null || text === '') return null
  const at = new Date(moment.test(text) ? text : Number.NaN)
  return at.getTime() > Date.now() ? at : 'invalid'
}
