import type { BanKind } from './words.ts'

/** What a ban can forbid a member to do. Those who are banned from participating may only read, so a new activity is forbidden to them at once. */
export type Activity = 'posting' | 'commenting' | 'voting' | 'reporting' | 'reading'

/** The kind of a ban from a community, if none is given. */
export const defaultBanKind = 'participating' satisfies BanKind
/** The kind of a ban from the site, if none is given: a suspension. */
export const defaultSiteBanKind = 'reading' satisfies BanKind

/** Whether a ban of this kind forbids an activity. The database function `ban_forbids` decides the same for writes. */
export const banForbids = (kind: BanKind, activity: Activity): boolean =>
  kind === 'reading' || kind === activity || (kind === 'participating' && activity !== 'reading')

/** What a ban forbids, as a noun. */
export const banKindWords: Record<BanKind, string> = {
  posting: 'posting',
  commenting: 'commenting',
  participating: 'taking part',
  reading: 'reading and taking part',
}

interface Ban {
  readonly communityId: string | null
  readonly kind: BanKind
}

/** The ban that forbids a member an activity in a community; if there are several, the one that lasts longest. */
export function findBan<B extends Ban & { readonly expiresAt: string | null }>(
  bans: readonly B[] | null | undefined,
  communityId: string,
  activity: Activity,
): B | undefined {
  const found = (bans ?? []).filter(
    (ban) => (ban.communityId === null || ban.communityId === communityId) && banForbids(ban.kind, activity),
  )
  // ISO times in UTC sort as strings; a ban without an end sorts last.
  const end = ({ expiresAt }: B) => expiresAt ?? '~'
  return found.sort((a, b) => (end(a) < end(b) ? 1 : -1))[0]
}
