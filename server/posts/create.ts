import { sql } from 'kysely'
import type { Post } from '../../contract/entities/post.ts'
import { errors } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Db } from '../database/connection.ts'
import { enforce, Refused } from '../http/refused.ts'
import { cut } from '../http/text.ts'
import type { Viewer } from '../http/viewer.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'
import { readRole } from '../moderation/roles.ts'
import { createRefusal, titleRefusal } from './policy.ts'
import { newPublicId } from './publicId.ts'
import { getPostRow } from './read.ts'
import { postView, type ViewFor } from './view.ts'

/** A new post as its author sends it. */
export interface NewPost {
  readonly type: string
  readonly title: string
  readonly body?: string | null
  /** Name of the community, in any case. */
  readonly community: string
  readonly userGroup: string
}

/** Two in 10^14 posts would meet in one public id; then the insert is tried again with another. */
const attempts = 3

/**
 * Creates a text post together with its author's own upvote, and counts it for its community and author.
 *
 * @throws Refused in the order of the API contract 4.4; nothing is stored then.
 */
export async function createPost(db: Db, author: Viewer, post: NewPost, to: ViewFor): Promise<Post> {
  const role = readRole(post.userGroup, 'normal')
  if (typeof role !== 'string') throw new Refused(role)
  if (post.type !== 'text') throw new Refused(errors.unsupportedPostType)
  const community = await db
    .selectFrom('communities')
    .where('name_key', '=', post.community.trim().toLowerCase())
    .where('deleted_at', 'is', null)
    .select(['id', 'posting_restricted as postingRestricted'])
    .executeTakeFirst()
  if (!community) throw new Refused(errors.communityNotFound)
  const title = cut(post.title.trim(), limits.titleMaxLength)
  enforce(titleRefusal(title))
  enforce(createRefusal(author, community, role))

  const body = cut(post.body?.trim() ?? '', limits.bodyMaxLength) || null
  const publicId = await insertPost(db, {
    authorId: author.id,
    role,
    communityId: community.id,
    title,
    body,
    bodyHtml: body && renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
    excerpt: body && excerptOf(body),
  })
  return postView(await getPostRow(db, publicId, { viewerId: author.id, text: to.text }), to)
}

interface StoredPost {
  readonly authorId: string
  readonly role: string
  readonly communityId: string
  readonly title: string
  readonly body: string | null
  readonly bodyHtml: string | null
  readonly excerpt: string | null
}

/** Stores the post, its first vote and the counters in one statement; gives the new public id. */
async function insertPost(db: Db, post: StoredPost): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const publicId = newPublicId()
    const { rows } = await sql`
      with created as (
        insert into posts (public_id, type, author_id, author_group, community_id, title, body, body_html,
          body_renderer, excerpt, upvotes)
        values (${publicId}, 'text', ${post.authorId}, ${post.role}, ${post.communityId}, ${post.title},
          ${post.body}, ${post.bodyHtml}, ${rendererVersion}, ${post.excerpt}, 1)
        on conflict (public_id) do nothing
        returning id),
      own_vote as (
        insert into post_votes (post_id, user_id, up, moves_points)
        select id, ${post.authorId}, true, false from created),
      counted_in_community as (
        update communities set post_count = post_count + 1
        where id = ${post.communityId} and exists (select from created)),
      counted_for_author as (
        update users set post_count = post_count + 1
        where id = ${post.authorId} and exists (select from created))
      select id from created`.execute(db)
    if (rows.length > 0) return publicId
    if (attempt === attempts) throw new Error('no free public id found')
  }
}
