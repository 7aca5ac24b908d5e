import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { SpeakerGroup } from '../../../contract/words.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { type CreateCommentsRow, createComments } from '../../core/content/createComments.sql.ts'
import {
  type Attachment,
  type GivenAttachments,
  parseAttachments,
  replaceAttachments,
} from '../../core/images/attachments.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { mentionKeys } from '../../core/notifications/mentions.ts'
import { moderationRefusal } from '../../core/permissions/policy.ts'
import { isRole, rolesAtRequest } from '../../core/permissions/roles.ts'
import { type Follow, storeAndFollow } from '../../core/review/applyRules.ts'
import { type ReviewServices, review } from '../../core/review/gate.ts'
import { hold } from '../../core/review/hold.ts'
import type { Author } from '../../core/review/written.ts'
import { batchedWrites, lockTimeoutInBatch } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { parseId } from '../../platform/http/ids.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { serializeByKey } from '../../platform/http/serializeByKey.ts'
import { parseText } from '../../platform/http/text.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { showsNothing } from './showsNothing.ts'

/** A comment as its author sends it. */
export interface NewComment extends GivenAttachments {
  readonly publicId: string
  readonly userGroup?: string
  readonly parentCommentId?: string | null
  readonly body: string
  readonly isMadeWithAi?: boolean
}

/** The parent of a comment at the top. Not 0, which a client may send as the id of a parent that does not exist. */
const noParent = '-1'

/** A comment as it is stored. */
interface Insertion {
  readonly publicId: string
  /** `noParent` at the top. */
  readonly parentId: string
  readonly authorId: string
  /** Empty for an unknown role. */
  readonly role: SpeakerGroup | ''
  readonly body: string
  readonly bodyHtml: string
  readonly mentions: string
  /** Whether limits of the post or the community apply. */
  readonly isLimited: boolean
  readonly isMadeWithAi: boolean
  readonly format: ViewAs['format']
}

type InsertedRow = Extract<CreateCommentsRow, { refusal: null }>

/**
 * Adds a comment with its author's own upvote, and counts it for the post, its ancestors and its author. Images below it must be
 * unused uploads of the author. Whether the author may comment there is decided by the statement (createComments.sql).
 *
 * @param options.isReviewed whether a moderator has approved it already. Slow mode and limits of who may comment do not apply then,
 *   nor whether the community refuses what is made with AI.
 * @throws Refused in the order of the API; nothing is stored then, unless it is held for review.
 */
export async function createComment(
  services: ReviewServices,
  author: Author,
  comment: NewComment,
  to: ViewAs,
  { isReviewed = false }: { isReviewed?: boolean } = {},
): Promise<Comment> {
  const { db, settings } = services
  const body = parseText(comment.body, limits.bodyMaxLength)
  const images = parseAttachments(comment, { author, settings, before: [] }) ?? []
  const insertion = { ...insertionOf(author, { ...comment, body }, to), isLimited: !isReviewed }
  const isForCommunity = insertion.role === 'community'
  if (isForCommunity && !isReviewed) await enforceSpeaker(db, author, insertion)
  const follow = isReviewed ? null : await holdIfNeeded(services, author, insertion, images)
  if (images.length === 0 && !follow && !isForCommunity)
    return commentView(inserted(await insertComment(db, insertion)), to)
  const { id } = await serializeInThread(db, insertion, () =>
    storeAndFollow(
      db,
      follow,
      (db) => insertWithImages(db, author, insertion, images),
      (row) => ({ postId: row.post_id, commentId: row.id }),
    ),
  )
  return commentView(await getCommentRow(db, id, { viewerId: author.id, format: to.format }), to)
}

/** @returns the comment, still without images. In the name of the community, it is noted and logged who wrote it. */
const insertWithImages = (
  db: Db,
  author: Author,
  insertion: Insertion,
  images: readonly Attachment[],
): Promise<InsertedRow> =>
  inTransaction(db, async (trx) => {
    const row = inserted(await insertComment(trx, insertion))
    const { id } = row
    if (images.length > 0)
      await replaceAttachments(trx, { type: 'comment', id }, { uploaderId: insertion.authorId, images })
    if (insertion.role === 'community') await noteWriter(trx, author, row)
    return row
  })

/**
 * Only so that the refusal says which permission a moderator lacks; the statement decides.
 *
 * @throws Refused with `not_admin_nor_mod`.
 */
async function enforceSpeaker(db: Db, author: Author, { publicId }: Insertion): Promise<void> {
  const post = await db
    .selectFrom('posts')
    .where('public_id', '=', publicId)
    .select('community_id')
    .executeTakeFirst()
  if (post) enforce(moderationRefusal(rolesAtRequest(author, post.community_id, ['content'])))
}

async function noteWriter(trx: Db, author: Author, row: InsertedRow): Promise<void> {
  const { id: commentId, post_id: postId, community_id: communityId } = row
  await trx
    .insertInto('community_comments')
    .values({ comment_id: commentId, community_id: communityId, written_by: author.id })
    .execute()
  await recordAction(trx, {
    action: 'comment_as_community',
    actor: author,
    // Everyone reads the role: *admins* would say who it was where there is only one.
    actedAs: 'mods',
    communityId,
    postId,
    commentId,
  })
}

/** @throws Refused with `held_for_review` if it waits for review now. */
async function holdIfNeeded(
  services: ReviewServices,
  author: Author,
  insertion: Insertion,
  images: readonly Attachment[],
): Promise<Follow | null> {
  const { publicId, parentId, role, body, bodyHtml, isMadeWithAi } = insertion
  const imageIds = images.map(({ id }) => id)
  const { toHold, follow } = await review(services, {
    kind: 'comment',
    author,
    content: { type: 'comment', title: null, body, bodyHtml, link: null, imageIds, isMadeWithAi },
    before: null,
    at: { publicId },
  })
  if (!toHold) return follow
  const held = {
    ...toHold,
    kind: 'comment',
    authorId: author.id,
    postId: toHold.place.postId,
    commentId: parentId === noParent ? null : parentId,
    sent: {
      body,
      ...(role !== '' && { userGroup: role }),
      attachments: images.map(({ id, altText }) => ({ imageId: id, caption: altText })),
      ...(isMadeWithAi && { isMadeWithAi }),
    },
    imageIds,
  } as const
  return hold(services.db, held, (trx) => insertWithImages(trx, author, insertion, images))
}

function insertionOf(author: Author, comment: NewComment, to: ViewAs): Omit<Insertion, 'isLimited'> {
  const { userGroup: role = 'normal' } = comment
  const bodyHtml = renderMarkdown(comment.body, { siteHosts: to.siteHosts })
  const body = showsNothing(bodyHtml) ? '' : comment.body
  return {
    publicId: comment.publicId,
    parentId: comment.parentCommentId ? parseId(comment.parentCommentId) : noParent,
    authorId: author.id,
    role: isRole(role) || role === 'community' ? role : '',
    body,
    bodyHtml,
    mentions: mentionKeys(body).join(' '),
    isMadeWithAi: comment.isMadeWithAi === true,
    format: to.format,
  }
}

/** @throws Refused where nothing was stored. */
function inserted(row: CreateCommentsRow | undefined): InsertedRow {
  if (!row) throw new Refused(errors.postNotFound)
  if (row.refusal === 'slowMode') throw new Refused(errors.slowMode, { retryAfterSeconds: row.wait_seconds })
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  return row
}

/** @returns a row for each comment; undefined where there is no such post. */
async function insertComments(
  db: Db,
  comments: readonly Insertion[],
  { lockTimeout }: { lockTimeout: string | null },
): Promise<(CreateCommentsRow | undefined)[]> {
  const rows = await queryRows(db, createComments, {
    publicIds: comments.map(({ publicId }) => publicId),
    parentIds: comments.map(({ parentId }) => parentId),
    authorIds: comments.map(({ authorId }) => authorId),
    roles: comments.map(({ role }) => role),
    bodies: comments.map(({ body }) => body),
    bodyHtmls: comments.map(({ bodyHtml }) => bodyHtml),
    mentions: comments.map(({ mentions }) => mentions),
    areLimited: comments.map(({ isLimited }) => isLimited),
    areMadeWithAi: comments.map(({ isMadeWithAi }) => isMadeWithAi),
    maxDepth: limits.commentMaxDepth,
    renderer: rendererVersion,
    lockTimeout,
    format: comments[0]?.format ?? 'source',
  })
  const byPlace = new Map(rows.map((row) => [row.place, row]))
  return comments.map((_comment, at) => byPlace.get(at + 1))
}

/** As `insertComments`, and once more for those whose post moved to another community at this moment, under the rules of that one. */
async function insertWhereTheyAre(
  db: Db,
  comments: readonly Insertion[],
  options: { lockTimeout: string | null },
): Promise<(CreateCommentsRow | undefined)[]> {
  const rows = await insertComments(db, comments, options)
  const isToRepeat = (comment: Insertion, at: number) =>
    rows[at]?.refusal === 'movedSinceHeld' && comment.role !== 'community'
  const repeated = comments.filter(isToRepeat)
  if (repeated.length === 0) return rows
  const again = new Map(
    (await insertComments(db, repeated, options)).map((row, at) => [repeated[at], row] as const),
  )
  return rows.map((row, at) => {
    const comment = comments[at]
    return comment && again.has(comment) ? again.get(comment) : row
  })
}

/** One after the other in a thread, except in a transaction, which would wait with a connection. */
const serializeInThread = <Result>(
  db: Db,
  { publicId }: Insertion,
  write: () => Promise<Result>,
): Promise<Result> => (db.isTransaction ? write() : serializeByKey(`thread ${publicId}`, write))

/** Puts comments that come at the same time into one statement, whatever threads they are in. */
const insertComment = batchedWrites<Insertion, CreateCommentsRow | undefined>(
  (db, comments) => insertWhereTheyAre(db, comments, { lockTimeout: lockTimeoutInBatch }),
  (db, comment) =>
    serializeInThread(
      db,
      comment,
      async () => (await insertWhereTheyAre(db, [comment], { lockTimeout: null }))[0],
    ),
  { groupOf: ({ format }) => format },
)
