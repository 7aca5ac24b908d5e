import { defaultBanKind } from '../../../../contract/bans.ts'
import type { BannedMember } from '../../../../contract/entities/ban.ts'
import { errors } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'
import { isPublicAction } from '../../../core/moderationLog/record.ts'
import { parseBanKind, parseExpiry } from '../../../core/permissions/givenBan.ts'
import { notAsModerator } from '../../../core/permissions/policy.ts'
import { rolesAtRequest } from '../../../core/permissions/roles.ts'
import type { Viewer } from '../../../core/sessions/viewer.ts'
import { hasWholeAuthor } from '../../../core/users/columns.ts'
import { authorView } from '../../../core/users/serialize.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { queryRow } from '../../../platform/database/statement.ts'
import { parseId } from '../../../platform/http/ids.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { cut } from '../../../platform/http/text.ts'
import { banFromCommunity as statement } from './banFromCommunity.sql.ts'
import { getBanReason } from './banReason.ts'
import { banView } from './serialize.ts'

interface RequestedBan {
  readonly communityId: string
  readonly username?: string
  /** One of `banKinds`; missing: `defaultBanKind`, or in a change, the kind stays. */
  readonly kind?: string | null
  /** RFC 3339; missing or empty: the ban has no end. */
  readonly expires?: string | null
  /** For the member and the log; can have variables. */
  readonly reason?: string | null
  readonly ruleId?: number | null
  /** For the other moderators. */
  readonly note?: string | null
}

/**
 * Bans a member from a community, or from some activities there. Their content and membership stay. An expired ban is replaced. The
 * member is notified.
 *
 * @throws Refused with `invalid_id`, `community/not-found`, `user_not_found` (the viewer), `not_admin_nor_mod` (the viewer),
 *   `no_username`, `user_not_found`, `not_admin_nor_mod` (the member is one), `invalid_ban_kind`, `invalid_expires`, `rule_not_found` or `conflict`, in
 *   this order.
 */
export const banFromCommunity = (db: Db, viewer: Viewer, request: RequestedBan): Promise<BannedMember> =>
  storeBan(db, viewer, request, { isChange: false })

/**
 * Changes a ban in force; missing fields stay, but reason and rule are changed together. The member is notified, unless only the note
 * changes.
 *
 * @throws Refused as `banFromCommunity`, but with `not_banned` at the end.
 */
export const changeCommunityBan = (db: Db, viewer: Viewer, request: RequestedBan): Promise<BannedMember> =>
  storeBan(db, viewer, request, { isChange: true })

async function storeBan(
  db: Db,
  viewer: Viewer,
  request: RequestedBan,
  { isChange }: { isChange: boolean },
): Promise<BannedMember> {
  const communityId = parseId(request.communityId)
  const usernameKey = request.username?.trim().toLowerCase() ?? null
  const expiry = parseExpiry(request.expires)
  const givenKind = parseBanKind(request.kind)
  const expiresAt = expiry === 'invalid' ? null : expiry
  const byDefault = isChange ? null : defaultBanKind
  const kind = givenKind === 'invalid' ? byDefault : (givenKind ?? byDefault)
  const { reason, rule, isRuleValid } = await getBanReason(db, {
    communityId,
    usernameKey,
    // In a change, the variables of the reason also use the fields that stay.
    kind,
    expiresAt: isChange && request.expires === undefined ? undefined : expiresAt,
    reason: request.reason,
    ruleId: request.ruleId,
  })
  const action = isChange ? 'change_community_ban' : 'ban_from_community'
  const row = await queryRow(db, statement, {
    communityId,
    usernameKey,
    actorId: viewer.id,
    isChange,
    isKindValid: givenKind !== 'invalid',
    kind,
    isExpiryValid: expiry !== 'invalid',
    setsExpiry: request.expires !== undefined,
    expiresAt,
    isRuleValid,
    setsReason: request.reason !== undefined || request.ruleId !== undefined,
    reason,
    rule,
    setsNote: request.note !== undefined,
    note: cut((request.note ?? '').trim(), limits.banNoteMaxLength).trim() || null,
    action,
    isPublic: isPublicAction(action),
  })
  if (!row) throw new Refused(errors.communityNotFound)
  if (row.refusal === 'neitherAdminNorModerator')
    throw new Refused(notAsModerator(errors[row.refusal], rolesAtRequest(viewer, communityId, ['members'])))
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  if (!hasWholeAuthor(row)) throw new Error('A banned member without an account.')
  return { ...authorView(row.id, row), ban: banView(row) }
}
