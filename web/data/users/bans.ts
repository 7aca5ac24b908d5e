import { type Activity, findBan } from '../../../contract/bans.ts'
import type { OwnBan } from '../../../contract/entities/ban.ts'
import { formatDay } from '../../../contract/formatDay.ts'
import { t } from '../../../contract/texts/t.ts'

/** Kind, reason and end of a ban, as text. `communityName`: the community in which it is shown. */
export function banText(
  { communityId, kind, rule, reason, expiresAt }: OwnBan,
  communityName: string,
): string {
  return [
    communityId === null
      ? t(
          "You've been banned from {kind, select, posting {posting on this site} commenting {commenting on this site} participating {this site} other {this site}}.",
          { kind },
        )
      : t(
          "You've been banned from {kind, select, posting {posting in {community}} commenting {commenting in {community}} participating {{community}} other {{community}}}.",
          { kind, community: communityName },
        ),
    expiresAt && t('The ban ends on {day}.', { day: formatDay(expiresAt) }),
    rule && t('Rule: {rule}', { rule }),
    reason && t('Reason: {reason}', { reason }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Why a ban keeps the viewer from doing something in a community; null if none does. */
export function refusalByBan(
  bans: readonly OwnBan[] | null,
  community: { readonly id: string; readonly name: string },
  activity: Activity,
): string | null {
  const ban = findBan(bans, community.id, activity)
  return ban ? banText(ban, community.name) : null
}
