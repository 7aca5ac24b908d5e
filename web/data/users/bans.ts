import { type Activity, banKindWords, findBan } from '../../../contract/bans.ts'
import type { OwnBan } from '../../../contract/entities/ban.ts'
import { formatDay } from '../../../contract/formatDay.ts'

/** Kind, reason and end of a ban, as text. `communityName`: the community in which it is shown. */
export function banText(
  { communityId, kind, rule, reason, expiresAt }: OwnBan,
  communityName: string,
): string {
  const place = communityId === null ? 'this site' : communityName
  const what =
    communityId !== null && (kind === 'participating' || kind === 'reading')
      ? place
      : `${banKindWords[kind]} in ${place}`
  const end = expiresAt ? ` The ban ends on ${formatDay(expiresAt)}.` : ''
  return `You've been banned from ${what}.${end}${rule ? ` Rule: ${rule}` : ''}${reason ? ` Reason: ${reason}` : ''}`
}

/** Why a ban keeps the viewer from doing something in a community; null if none does. */
export function banMistake(
  bans: readonly OwnBan[] | null,
  community: { readonly id: string; readonly name: string },
  activity: Activity,
): string | null {
  const ban = findBan(bans, community.id, activity)
  return ban ? banText(ban, community.name) : null
}
