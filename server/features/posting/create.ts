import { sql } from 'kysely'
import type { Post } from '../../../contract/entities/post.ts'
import type { UserGroup } from '../../../contract/entities/schema.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { madeWithAiRefusal } from '../../core/content/madeWithAi.ts'
import { type AttachedImage, areUsableImages, attachImages } from '../../core/images/attach.ts'
import {
  type Attachment,
  type GivenAttachments,
  mediaRefusal,
  parseAttachments,
  replaceAttachments,
} from '../../core/images/attachments.ts'
import { mentionKeys } from '../../core/notifications/mentions.ts'
import { parseRole } from '../../core/permissions/roles.ts'
import { isTooLongUrl, parseLinkUrl } from '../../core/posts/linkUrl.ts'
import { newPublicId } from '../../core/posts/publicId.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import { type Follow, storeAndFollow } from '../../core/review/applyRules.ts'
import { type ReviewServices, review } from '../../core/review/gate.ts'
import { hold } from '../../core/review/hold.ts'
import type { Author } from '../../core/review/written.ts'
import { type Db, isUniqueViolation } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText, parseTitle } from '../../platform/http/text.ts'
import { excerptOf } from '../../platform/markdown/excerpt.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { createPost as statement } from './createPost.sql.ts'
import { type GivenImages, parseGivenImages } from './givenImages.ts'
import { titleRefusal } from './policy.ts'

/** A new post as its author sends it. */
export interface NewPost extends GivenImages, GivenAttachments {
  readonly type: string
  readonly title: string
  /** The body of a text post; other types have none. */
  readonly body?: string | null
  /** Name of the community, in any case. */
  readonly community: string
  readonly userGroup: string
  /** The URL of a link post. */
  readonly url?: string | null
  readonly isMadeWithAi?: boolean
}

/** Public ids collide about once in 10^14 posts; then the insert is tried again with a new one. */
const attempts = 3

/**
 * Creates a post together with its author's own upvote, and counts it for its community and author. Images
 * must be unused uploads of the author, as must those below a text; the preview of a link is fetched afterwards, in a job.
 *
 * @param options.isReviewed whether a moderator has approved it already.
 * @throws Refused in the order of the API; nothing is stored then, unless it is held for review.
 */
export async function createPost(
  services: ReviewServices,
  author: Author,
  post: NewPost,
  to: ViewAs,
  { isReviewed = false }: { isReviewed?: boolean } = {},
): Promise<Post> {
  const { db, settings } = services
  const role = parseRole(post.userGroup, 'normal')
  const { type } = post
  if (type !== 'text' && type !== 'image' && type !== 'link') throw new Refused(errors.unsupportedPostType)
  if (type === 'image' && !settings.imagePosts) throw new Refused(errors.noImagePosts)
  const community = await getCommunity(db, post.community)
  if (type !== 'text') enforce(mediaRefusal(author, settings.mediaPostPoints))
  const images = type === 'image' ? parseGivenImages(post, settings.imagesPerPost) : []
  if (images.length > 0 && !(await areUsableImages(db, { uploaderId: author.id, images })))
    throw new Refused(errors.imageNotFound)
  const attachments = (type === 'text' && parseAttachments(post, { author, settings, before: [] })) || []
  const link = type === 'link' ? parseLinkUrl(post.url ?? '') : null
  if (type === 'link' && !link) throw new Refused(errors.invalidUrl)
  if (link && isTooLongUrl(link.url)) throw new Refused(errors.urlTooLong)
  const title = parseTitle(post.title, limits.titleMaxLength)
  enforce(titleRefusal(title))
  const { isMadeWithAi = false } = post
  if (isMadeWithAi && !isReviewed) enforce(madeWithAiRefusal(community.policy))

  const body = type === 'text' ? parseText(post.body ?? '', limits.bodyMaxLength) || null : null
  const stored: StoredPost = {
    type,
    author,
    role,
    communityId: community.id,
    title,
    body,
    bodyHtml: body && renderMarkdown(body, { siteHosts: to.siteHosts }),
    excerpt: body && excerptOf(body),
    link,
    images,
    attachments,
    isMadeWithAi,
  }
  const follow = isReviewed ? null : await holdIfNeeded(services, stored)
  const { publicId } = await storeAndFollow(
    db,
    follow,
    (db) => storePost(db, stored),
    ({ postId }) => ({ postId, commentId: null }),
  )
  return postView(await getPostRow(db, publicId, { viewerId: author.id, format: to.format }), to)
}

/** @throws Refused with `community/not-found`. */
const getCommunity = async (db: Db, name: string) => {
  const { id, made_with_ai } = await db
    .selectFrom('communities')
    .where('id', '=', sql<string>`community_named(${name.trim().toLowerCase()})`)
    .where('deleted_at', 'is', null)
    .select(['id', 'made_with_ai'])
    .executeTakeFirstOrThrow(() => new Refused(errors.communityNotFound))
  return { id, policy: made_with_ai }
}

interface StoredPost {
  readonly type: Post['type']
  readonly author: Author
  readonly role: UserGroup
  readonly communityId: string
  readonly title: string
  readonly body: string | null
  readonly bodyHtml: string | null
  readonly excerpt: string | null
  readonly link: { readonly url: string; readonly hostname: string } | null
  readonly images: readonly AttachedImage[]
  /** Images below the text. */
  readonly attachments: readonly Attachment[]
  readonly isMadeWithAi: boolean
}

/** @throws Refused with `held_for_review` if it waits for review now. */
async function holdIfNeeded(services: ReviewServices, post: StoredPost): Promise<Follow | null> {
  const { type, author, communityId, title, body, bodyHtml, link, isMadeWithAi } = post
  const images = [...post.images, ...post.attachments].map(({ id, altText }) => ({
    imageId: id,
    caption: altText,
  }))
  const imageIds = images.map(({ imageId }) => imageId)
  const { toHold, follow } = await review(services, {
    kind: 'post',
    author,
    content: { type, title, body, bodyHtml, link: link?.url ?? null, imageIds, isMadeWithAi },
    before: null,
    at: { communityId },
  })
  if (!toHold) return follow
  const sent = {
    type,
    title,
    body,
    url: link?.url ?? null,
    userGroup: post.role,
    ...(type === 'image' ? { images } : { attachments: images }),
    ...(isMadeWithAi && { isMadeWithAi }),
  }
  const held = {
    ...toHold,
    kind: 'post',
    authorId: author.id,
    postId: null,
    commentId: null,
    sent,
    imageIds,
  } as const
  return hold(services.db, held, (trx) => storePost(trx, post))
}

/** Stores the post with its images atomically. @returns its new ids. */
async function storePost(db: Db, post: StoredPost): Promise<{ publicId: string; postId: string }> {
  for (let attempt = 1; ; attempt++) {
    const publicId = newPublicId()
    try {
      const hasImages = post.images.length + post.attachments.length > 0
      const postId = await (hasImages ? storeWithImages : insertPost)(db, publicId, post)
      return { publicId, postId }
    } catch (error) {
      // Inside a larger transaction, the failure rolls everything back, and the whole call is retried.
      if (attempt === attempts || db.isTransaction || !isUniqueViolation(error)) throw error
    }
  }
}

const storeWithImages = (db: Db, publicId: string, post: StoredPost): Promise<string> =>
  inTransaction(db, async (trx) => {
    const postId = await insertPost(trx, publicId, post)
    const { images, attachments } = post
    const uploaderId = post.author.id
    if (attachments.length > 0)
      await replaceAttachments(trx, { type: 'post', id: postId }, { uploaderId, images: attachments })
    // Another post may have taken one of them meanwhile.
    else if (!(await attachImages(trx, { postId, uploaderId, images })))
      throw new Refused(errors.imageNotFound)
    return postId
  })

/**
 * @returns the id of the post.
 * @throws Refused if its author may currently not post in the community.
 */
async function insertPost(db: Db, publicId: string, post: StoredPost): Promise<string> {
  const row = await queryRow(db, statement, {
    publicId,
    authorId: post.author.id,
    role: post.role,
    communityId: post.communityId,
    type: post.type,
    title: post.title,
    body: post.body,
    bodyHtml: post.bodyHtml,
    renderer: rendererVersion,
    excerpt: post.excerpt,
    mentions: mentionKeys(post.body),
    linkUrl: post.link?.url ?? null,
    linkHostname: post.link?.hostname ?? null,
    madeWithAiBy: post.isMadeWithAi ? 'author' : null,
  })
  if (!row) throw new Refused(errors.communityNotFound)
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  return row.id
}
