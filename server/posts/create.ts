import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import type { UserGroup } from '../../contract/entities/schema.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { type AttachedImage, areUsableImages, attachImages } from '../images/attach.ts'
import { readLinkUrl } from '../links/url.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'
import { readRole } from '../moderation/roles.ts'
import { hasRole, isBarred } from '../moderation/standing.ts'
import { type GivenImages, readGivenImages } from './givenImages.ts'
import { createRefusal, mediaRefusal, titleRefusal } from './policy.ts'
import { newPublicId } from './publicId.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/** A new post as its author sends it. */
export interface NewPost extends GivenImages {
  readonly type: string
  readonly title: string
  /** Of a text post; those of other types have none. */
  readonly body?: string | null
  /** Name of the community, in any case. */
  readonly community: string
  readonly userGroup: string
  /** Of a link post. */
  readonly url?: string | null
}

/** Two in 10^14 posts would meet in one public id; then the insert is tried again with another. */
const attempts = 3

/**
 * Creates a post together with its author's own upvote, and counts it for its community and author. Images
 * must be unused uploads of the author; the preview of a link is fetched afterwards, in a job.
 *
 * @throws Refused in the order of the API contract 4.4; nothing is stored then.
 */
export async function createPost(
  { db, config }: { db: Db; config: Config },
  author: Viewer,
  post: NewPost,
  to: ViewFor,
): Promise<Post> {
  const role = readRole(post.userGroup, 'normal')
  if (typeof role !== 'string') throw new Refused(role)
  const { type } = post
  if (type !== 'text' && type !== 'image' && type !== 'link') throw new Refused(errors.unsupportedPostType)
  if (type === 'image' && !config.imagePosts) throw new Refused(errors.noImagePosts)
  const community = await getCommunity(db, post.community)
  if (type !== 'text') enforce(mediaRefusal(author, config.mediaPostPoints))
  const images = type === 'image' ? readGivenImages(post, config.imagesPerPost) : []
  if (images.length > 0 && !(await areUsableImages(db, { uploaderId: author.id, images })))
    throw new Refused(errors.imageNotFound)
  const link = type === 'link' ? readLinkUrl(post.url ?? '') : null
  if (type === 'link' && !link) throw new Refused(errors.invalidUrl)
  const title = cut(post.title.trim(), limits.titleMaxLength)
  enforce(titleRefusal(title))
  enforce(createRefusal(author, community, role))

  const body = type === 'text' ? cut(post.body?.trim() ?? '', limits.bodyMaxLength) || null : null
  const publicId = await storePost(db, {
    type,
    author,
    role,
    communityId: community.id,
    title,
    body,
    bodyHtml: body && renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
    excerpt: body && excerptOf(body),
    link,
    images,
  })
  return postView(await getPostRow(db, publicId, { viewerId: author.id, text: to.text }), to)
}

/** @throws Refused with `community/not-found`. */
const getCommunity = (db: Db, name: string) =>
  db
    .selectFrom('communities')
    .where('name_key', '=', name.trim().toLowerCase())
    .where('deleted_at', 'is', null)
    .select(['id', 'posting_restricted as postingRestricted'])
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))

interface StoredPost {
  readonly type: Post['type']
  readonly author: Viewer
  readonly role: UserGroup
  readonly communityId: string
  readonly title: string
  readonly body: string | null
  readonly bodyHtml: string | null
  readonly excerpt: string | null
  readonly link: { readonly url: string; readonly hostname: string } | null
  readonly images: readonly AttachedImage[]
}

/** Stores the post with its images, all or nothing; gives the new public id. */
async function storePost(db: Db, post: StoredPost): Promise<string> {
  if (post.images.length === 0) return (await insertPost(db, post)).publicId
  return await db.transaction().execute(async (trx) => {
    const { id, publicId } = await insertPost(trx, post)
    // Another post may have taken one of them since we looked.
    if (!(await attachImages(trx, { postId: id, uploaderId: post.author.id, images: post.images })))
      throw new Refused(errors.imageNotFound)
    return publicId
  })
}

interface Inserted {
  id: string | null
  is_community_gone: boolean
  is_banned: boolean
  is_restricted: boolean
  may_speak: boolean
}

/**
 * Stores the post, its first vote, the counters and the job for its link in one statement, which locks the
 * community first and then looks again whether its author may still post there.
 *
 * @throws Refused when they may not.
 */
async function insertPost(db: Db, post: StoredPost): Promise<{ id: string; publicId: string }> {
  const { author, link } = post
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const publicId = newPublicId()
    const { rows } = await sql<Inserted>`
      with place as materialized (
        select id, deleted_at is not null as is_community_gone,
          ${isBarred(author.id, sql`communities.id`)} as is_banned,
          ${hasRole(author.id, sql`communities.id`, post.role)} as may_speak,
          posting_restricted and not ${hasRole(author.id, sql`communities.id`, 'mods')}
            and not ${hasRole(author.id, sql`communities.id`, 'admins')} as is_restricted
        from communities where id = ${post.communityId} for no key update),
      created as (
        insert into posts (public_id, type, author_id, author_group, community_id, title, body, body_html,
          body_renderer, excerpt, link_url, link_hostname, upvotes)
        select ${publicId}, ${post.type}, ${author.id}::bigint, ${post.role}, id, ${post.title}, ${post.body},
          ${post.bodyHtml}, ${rendererVersion}::smallint, ${post.excerpt}, ${link?.url ?? null},
          ${link?.hostname ?? null}, 1
        from place where may_speak and not (is_community_gone or is_banned or is_restricted)
        on conflict (public_id) do nothing
        returning id),
      own_vote as (
        insert into post_votes (post_id, user_id, up, moves_points)
        select id, ${author.id}, true, false from created),
      counted_in_community as (
        update communities set post_count = post_count + 1
        where id = ${post.communityId} and exists (select from created)),
      counted_for_author as (
        update users set post_count = post_count + 1
        where id = ${author.id} and exists (select from created))
      select created.id, is_community_gone, is_banned, is_restricted, may_speak
        ${link ? sql`, case when created.id is not null then ${previewJob} end as job` : sql``}
      from place left join created on true`.execute(db)
    const [outcome] = rows
    if (!outcome || outcome.is_community_gone) throw new Refused(errors.communityNotFound)
    if (outcome.is_banned) throw new Refused(errors.bannedFromCommunity)
    if (outcome.is_restricted) throw new Refused(errors.postingRestricted)
    if (!outcome.may_speak) throw new Refused(errors[post.role === 'mods' ? 'notModerator' : 'notAdmin'])
    if (outcome.id !== null) return { id: outcome.id, publicId }
  }
  throw new Error('no free public id found')
}

const previewJob = sql`(graphile_worker.add_job('fetch_link_preview',
  json_build_object('postId', created.id::text), max_attempts := 3)).id`
