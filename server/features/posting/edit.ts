import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { madeWithAiChange, storeAuthorsMark } from '../../core/content/madeWithAi.ts'
import { isRemoved } from '../../core/content/removal.ts'
import {
  type Attachment,
  type GivenAttachments,
  parseAttachments,
  replaceAttachments,
} from '../../core/images/attachments.ts'
import { addedMentions, areEditsNotified, notifyMentioned } from '../../core/notifications/mentions.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import { type Follow, storeAndFollow } from '../../core/review/applyRules.ts'
import { type ReviewServices, review } from '../../core/review/gate.ts'
import { hold } from '../../core/review/hold.ts'
import type { Author } from '../../core/review/written.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText, parseTitle } from '../../platform/http/text.ts'
import { excerptOf } from '../../platform/markdown/excerpt.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { editRefusal, isEditable, titleRefusal } from './policy.ts'

/**
 * Replaces the given title, body and images, if they differ; body and images only for a text post whose content is not
 * deleted. Locked posts and posts deleted by their author can be edited, but not removed ones.
 *
 * @param edit.keepsHistory whether the replaced text becomes a version.
 * @param options.isReviewed whether a moderator has approved the edit already.
 * @throws Refused also with `held_for_review` if the edit waits for review now.
 * @returns the post as its author now sees it; unchanged, for anyone, when nothing would change.
 */
export async function editPost(
  services: ReviewServices,
  member: Author,
  edit: {
    publicId: string
    title?: string
    body?: string | null
    isMadeWithAi?: boolean
    keepsHistory: boolean
  } & GivenAttachments,
  to: ViewAs,
  { isReviewed = false }: { isReviewed?: boolean } = {},
): Promise<Post> {
  const { db, settings } = services
  const post = await getPostRow(db, edit.publicId, { viewerId: member.id, format: 'source' })
  const title = edit.title === undefined ? post.title : parseTitle(edit.title, limits.titleMaxLength)
  const hasBody = post.type === 'text' && post.content_deleted_at === null
  const body =
    hasBody && edit.body !== undefined ? parseText(edit.body ?? '', limits.bodyMaxLength) || null : post.body
  const changesTitle = title !== post.title
  const changesBody = body !== post.body
  const images =
    (hasBody && parseAttachments(edit, { author: member, settings, before: post.images ?? [] })) || null
  const changesMark = edit.isMadeWithAi !== undefined && edit.isMadeWithAi !== (post.made_with_ai_by !== null)
  if (changesTitle || changesBody || changesMark || images) {
    enforce(
      editRefusal(member, {
        authorId: post.author_id,
        communityId: post.community_id,
        isRemoved: isRemoved(post),
      }),
    )
    if (changesTitle) enforce(titleRefusal(title))
    const marker = await madeWithAiChange(
      db,
      { communityId: post.community_id, madeWithAiBy: post.made_with_ai_by },
      edit.isMadeWithAi,
      { isReviewed },
    )
    const changes = {
      keepsHistory: edit.keepsHistory,
      ...(changesTitle && { title }),
      ...(changesBody && { body }),
    }
    const names = changesBody && areEditsNotified(post.created_at) ? addedMentions(post.body, body) : []
    const store = (db: Db) =>
      inTransaction(db, async (trx) => {
        const isSaved = await storeChanges(trx, post.id, changes, to)
        if (isSaved && marker !== undefined) await storeAuthorsMark(trx, 'posts', post.id, marker)
        if (isSaved && images) await storeAttachments(trx, post.id, { uploaderId: member.id, images })
        if (isSaved && !post.deleted_at)
          await notifyMentioned(trx, { postId: post.id, commentId: null, names })
        return isSaved
      })
    const follow = isReviewed
      ? null
      : await holdIfNeeded(services, member, post, { title, body, images, marker }, to, store)
    const isStored = await storeAndFollow(db, follow, store, (isStored) =>
      isStored ? { postId: post.id, commentId: null } : null,
    )
    const edited = await getPostRow(db, edit.publicId, { viewerId: member.id, format: to.format })
    if (!isStored) throw new Refused(isRemoved(edited) ? errors.postRemoved : errors.bannedFromCommunity)
    return postView(edited, to)
  }
  return postView(await getPostRow(db, edit.publicId, { viewerId: member.id, format: to.format }), to)
}

/** @throws Refused with `held_for_review` if the edit waits for review now. */
async function holdIfNeeded(
  services: ReviewServices,
  author: Author,
  post: Awaited<ReturnType<typeof getPostRow>>,
  edited: {
    title: string
    body: string | null
    images: readonly Attachment[] | null
    marker: 'author' | null | undefined
  },
  { siteHosts }: ViewAs,
  store: (trx: Db) => Promise<boolean>,
): Promise<Follow | null> {
  const { title, body, images, marker } = edited
  const isMadeWithAi = (marker === undefined ? post.made_with_ai_by : marker) !== null
  const html = (text: string | null) => text && renderMarkdown(text, { siteHosts })
  const idsBefore = (post.images ?? []).map(({ id }) => id)
  const imageIds = images?.map(({ id }) => id) ?? idsBefore
  const { toHold, follow } = await review(services, {
    kind: 'edit',
    author,
    content: {
      type: post.type,
      title,
      body,
      bodyHtml: html(body),
      link: post.link_url,
      imageIds,
      isMadeWithAi,
    },
    before: {
      title: post.title,
      bodyHtml: html(post.body),
      link: post.link_url,
      imageIds: idsBefore,
    },
    edited: { postId: post.id, commentId: null },
    at: { communityId: post.community_id },
  })
  if (!toHold) return follow
  const sent = {
    ...(title !== post.title && { title }),
    ...(body !== post.body && { body }),
    ...(images && { attachments: images.map(({ id, altText }) => ({ imageId: id, caption: altText })) }),
    ...(marker !== undefined && { isMadeWithAi }),
  }
  const held = {
    ...toHold,
    kind: 'edit',
    authorId: author.id,
    postId: post.id,
    commentId: null,
    sent,
    imageIds,
  } as const
  return hold(services.db, held, store)
}

/**
 * Writes the changed columns only, so that two edits of different fields both stay. The content may have been
 * deleted since the post was read: then a new title is still stored, a new body is not.
 *
 * @returns false when the post was removed since, or its author banned.
 */
async function storeChanges(
  trx: Db,
  postId: string,
  { title, body, keepsHistory }: { title?: string; body?: string | null; keepsHistory: boolean },
  { siteHosts }: ViewAs,
): Promise<boolean> {
  const store = async (changes: Updateable<DB['posts']>, where: RawBuilder<boolean>) => {
    const locked = await trx
      .with('locked', (query) =>
        query
          .selectFrom('posts')
          .where('id', '=', postId)
          // Both may have happened since the post was read.
          .where(isEditable)
          .where(where)
          .select(['id', 'title', 'body', 'created_at', 'edited_at'])
          .forNoKeyUpdate(),
      )
      .selectFrom('locked')
      .select('id')
      .$if(keepsHistory, (query) => query.select(keptVersion))
      .executeTakeFirst()
    if (!locked) return false
    // Not in the statement that locks: see 0032_counts_of_locked_rows.sql.
    await trx
      .updateTable('posts')
      .set({ ...changes, edited_at: sql<Date>`now()` })
      .where('id', '=', postId)
      .execute()
    return true
  }
  if (body !== undefined) {
    const isStored = await store(
      {
        ...(title !== undefined && { title }),
        body,
        body_html: body && renderMarkdown(body, { siteHosts }),
        body_renderer: rendererVersion,
        excerpt: body && excerptOf(body),
      },
      sql<boolean>`type = 'text' and content_deleted_at is null`,
    )
    if (isStored) return true
  }
  // Nothing to store of a body that went with its post's content.
  if (title === undefined) {
    const post = await trx
      .selectFrom('posts')
      .where('id', '=', postId)
      .where(isEditable)
      .select('id')
      .executeTakeFirst()
    return post !== undefined
  }
  return store({ title }, sql<boolean>`true`)
}

const keptVersion = sql<boolean>`keep_text_version(
  id, null, title, body, created_at, edited_at, ${limits.versionsKept})`.as('is_kept')

/** Stores nothing if the content has been deleted since the post was read. */
async function storeAttachments(
  trx: Db,
  postId: string,
  shown: { uploaderId: string; images: readonly Attachment[] },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('posts')
    .set({ edited_at: sql<Date>`now()` })
    .where('id', '=', postId)
    .where('type', '=', 'text')
    .where('content_deleted_at', 'is', null)
    .where(isEditable)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await replaceAttachments(trx, { type: 'post', id: postId }, shown)
}
