import type { CommentLimits } from '../../../contract/entities/commentLimits.ts'
import type { Community, Rule } from '../../../contract/entities/community.ts'
import type { Author } from '../../../contract/entities/user.ts'
import type { DownvoterGroup, MadeWithAiPolicy, ModeratorPermission } from '../../../contract/words.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { wholeSeconds } from '../api/times.ts'
import { imageView } from '../images/serialize.ts'
import type { CommunityRow } from './columns.ts'

/** The part of a community's JSON that depends on the viewer, or on where it is shown. */
interface Overlay {
  userJoined: boolean | null
  userMod: boolean | null
  userPermissions?: ModeratorPermission[]
  isMuted?: boolean
  isDefault?: boolean
  moderationLogNames?: boolean
  removalReasonRequired?: boolean
  commentLimits?: CommentLimits
  downvoters?: DownvoterGroup
  scoreHiddenMinutes?: number
  madeWithAi?: MadeWithAiPolicy
  aboutHtml?: string | null
  mods?: Author[]
  rules?: Rule[]
}

/** For a community inside an answer that is the same for every viewer. */
export const asForGuests = { userJoined: null, userMod: null, isMuted: false } as const satisfies Overlay

/** A community in JSON. Fields that the viewer state does not have are null or absent. */
export function communityView(row: CommunityRow, overlay: Overlay): Community {
  return {
    id: row.id,
    userId: row.creatorId,
    name: row.name,
    nsfw: row.nsfw,
    about: row.about,
    noMembers: row.memberCount,
    proPic: row.icon && imageView(row.icon, 'icon', { copies: true }),
    bannerImage: row.banner && imageView(row.banner, 'banner', { copies: true }),
    postingRestricted: row.postingRestricted,
    // In whole seconds for everyone, so that one form of it is kept for programs and pages.
    createdAt: wholeSeconds(new Date(row.createdAt).toISOString()),
    deletedAt: row.deletedAt === null ? null : wholeSeconds(new Date(row.deletedAt).toISOString()),
    isMuted: false,
    mods: null,
    rules: null,
    ReportsDetails: null,
    ...overlay,
  }
}

/** The description as HTML: the stored one, or rendered again if an older renderer made that. */
export function aboutHtml(
  stored: { about: string | null; aboutHtml: string | null; aboutRenderer: number | null },
  siteHosts: readonly string[],
): string | null {
  if (stored.about === null) return null
  if (stored.aboutHtml !== null && stored.aboutRenderer === rendererVersion) return stored.aboutHtml
  return renderMarkdown(stored.about, { siteHosts })
}
