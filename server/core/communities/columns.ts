import { expressionBuilder } from 'kysely'
import type { DB } from '../../platform/database/tables.ts'
import { type ImageRow, imageJson } from '../images/columns.ts'

const eb = expressionBuilder<DB, 'communities'>()

/** Which of a community's two pictures. */
export type PictureKind = 'icon' | 'banner'

/** A picture of the community of the surrounding query, an `ImageRow`, looked up only for those that have one. */
const communityPicture = (kind: PictureKind) =>
  eb
    .case()
    .when(`communities.${kind}_id`, 'is not', null)
    .then(
      eb
        .selectFrom('images')
        .whereRef('images.id', '=', `communities.${kind}_id`)
        .select(imageJson.as('picture')),
    )
    .end()

/** A community's columns. Ids are text, because JSON numbers lose digits of a bigint. */
export const communityColumns = [
  eb.cast<string>('communities.id', 'text').as('id'),
  eb.cast<string>('communities.creator_id', 'text').as('creatorId'),
  'communities.name',
  'communities.nsfw',
  'communities.about',
  'communities.member_count as memberCount',
  'communities.posting_restricted as postingRestricted',
  'communities.created_at as createdAt',
  'communities.deleted_at as deletedAt',
  communityPicture('icon').as('icon'),
  communityPicture('banner').as('banner'),
] as const

/** What the JSON of a community is made of. Timestamps are strings when the community is inside another row's JSON. */
export interface CommunityRow {
  readonly id: string
  readonly creatorId: string
  readonly name: string
  readonly nsfw: boolean
  readonly about: string | null
  readonly memberCount: number
  readonly postingRestricted: boolean
  readonly createdAt: Date | string
  readonly deletedAt: Date | string | null
  readonly icon: ImageRow | null
  readonly banner: ImageRow | null
}
