import { sql } from 'kysely'
import type { Community, Rule } from '../../../contract/entities/community.ts'
import type { Author } from '../../../contract/entities/user.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { type ImageRow, imageJson } from '../images/columns.ts'
import { imageView } from '../images/serialize.ts'

/** Which of a community's two pictures. */
export type PictureKind = 'icon' | 'banner'

/** A picture of the community of the surrounding query, an `ImageRow`, looked up for those alone that have one. */
export const communityPicture = (kind: PictureKind) => {
  const id = sql.ref(`communities.${kind}_id`)
  return sql<ImageRow | null>`case when ${id} is not null then (
    select ${imageJson} from images where images.id = ${id}) end`
}

function pictureColumn<Kind extends PictureKind>(kind: Kind) {
  return communityPicture(kind).as(kind)
}

/** A community's columns; ids as text, so that they survive inside JSON. */
export const communityColumns = [
  sql<string>`communities.id::text`.as('id'),
  sql<string>`communities.creator_id::text`.as('creatorId'),
  'communities.name',
  'communities.nsfw',
  'communities.about',
  'communities.member_count as memberCount',
  'communities.posting_restricted as postingRestricted',
  'communities.created_at as createdAt',
  'communities.deleted_at as deletedAt',
  pictureColumn('icon'),
  pictureColumn('banner'),
] as const

/** Moments are texts where the row came as JSON. */
export interface CommunityRow {
  id: string
  creatorId: string
  name: string
  nsfw: boolean
  about: string | null
  memberCount: number
  postingRestricted: boolean
  createdAt: Date | string
  deletedAt: Date | string | null
  icon: ImageRow | null
  banner: ImageRow | null
}

/** What one viewer, or one place, adds to a community. */
interface Overlay {
  userJoined: boolean | null
  userMod: boolean | null
  isMuted?: boolean
  isDefault?: boolean
  moderationLogNames?: boolean
  aboutHtml?: string | null
  mods?: Author[]
  rules?: Rule[]
}

/** A community inside something that is the same for every viewer. */
export const asForGuests: Overlay = { userJoined: null, userMod: null }

/** A community in JSON; what the viewer state leaves out is null or absent. */
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
    createdAt: new Date(row.createdAt).toISOString(),
    deletedAt: row.deletedAt === null ? null : new Date(row.deletedAt).toISOString(),
    isMuted: false,
    mods: null,
    rules: null,
    ReportsDetails: null,
    ...overlay,
  }
}

/** The description as HTML: the stored one, or rendered again when an older renderer made it. */
export function aboutHtml(
  stored: { about: string | null; aboutHtml: string | null; aboutRenderer: number | null },
  siteHost: string | undefined,
): string | null {
  if (stored.about === null) return null
  if (stored.aboutHtml !== null && stored.aboutRenderer === rendererVersion) return stored.aboutHtml
  return renderMarkdown(stored.about, siteHost === undefined ? {} : { siteHost })
}
