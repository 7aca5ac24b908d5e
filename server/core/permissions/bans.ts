import { type Activity, banForbids } from '../../../contract/bans.ts'
import { errors, type Refusal } from '../../../contract/errors.ts'
import { enforce } from '../../platform/http/refused.ts'
import type { Viewer } from '../sessions/viewer.ts'

/** The member to check; null for guests, who are never banned. */
type WithBans = Pick<Viewer, 'bans'> | null

/**
 * Why a ban forbids a member something in a community, as of the beginning of the request, or null. Writes check again under the
 * permission lock, with the database function `is_forbidden`.
 */
export const activityRefusal = (member: WithBans, communityId: string, activity: Activity): Refusal =>
  member?.bans.some(
    (ban) => (ban.communityId === null || ban.communityId === communityId) && banForbids(ban.kind, activity),
  )
    ? errors.bannedFromCommunity
    : null

/** @throws Refused with `banned_from_community` for a member who may not read this community. */
export const enforceReading = (member: WithBans, communityId: string): void =>
  enforce(activityRefusal(member, communityId, 'reading'))

/** Whether a ban withholds a text from a member who did not write it. For texts that appear outside their community. */
export const isUnreadable = (
  member: (WithBans & { readonly id: string }) | null,
  text: { readonly author_id: string; readonly community_id: string },
): boolean =>
  member !== null &&
  member.id !== text.author_id &&
  activityRefusal(member, text.community_id, 'reading') !== null

/** The communities that a member may not read. */
export const unreadableCommunities = (member: WithBans): string[] =>
  (member?.bans ?? []).flatMap(({ communityId, kind }) =>
    communityId !== null && banForbids(kind, 'reading') ? [communityId] : [],
  )
