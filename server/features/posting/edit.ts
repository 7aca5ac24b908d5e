import { type RawBuilder, sql, type Updateable } from 'kysely'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { isRemoved } from '../../core/content/removal.ts'
import {
  type Attachment,
  type GivenAttachments,
  type MediaSettings,
  parseAttachments,
  replaceAttachments,
} from '../../core/images/attachments.ts'
import { addedMentions, areEditsNotified, notifyMentioned } from '../../core/notifications/mentions.ts'
import { getPostRow } from '../../core/posts/queries.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { DB } from '../../platform/database/tables.ts'
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
 * @returns the post as its author now sees it; unchanged, for anybody, when nothing would change.
 */
export async function editPost(
  { db, settings }: { db: Db; settings: MediaSettings },
  member: Viewer,
  edit: { publicId: string; title?: string; body?: string | null; keepsHistory: boolean } & GivenAttachments,
  to: ViewAs,
): Promise<Post> {
  const post = await getPostRow(db, edit.publicId, { viewerId: member.id, text: 'source' })
  const title = edit.title === undefined ? post.title : parseTitle(edit.title, limits.titleMaxLength)
  const hasBody = post.type === 'text' && post.content_deleted_at === null
  const body =
    hasBody && edit.body !== undefined ? parseText(edit.body ?? '', limits.bodyMaxLength) || null : post.body
  const changesTitle = title !== post.title
  const changesBody = body !== post.body
  const images =
    (hasBody && parseAttachments(edit, { author: member, settings, before: post.images ?? [] })) || null
  if (changesTitle || changesBody || images) {
    enforce(
      editRefusal(member, {
        authorId: post.author_id,
        communityId: post.community_id,
        isRemoved: isRemoved(post),
      }),
    )
    if (changesTitle) enforce(titleRefusal(title))
    const changes = {
      keepsHistory: edit.keepsHistory,
      ...(changesTitle && { title }),
      ...(changesBody && { body }),
    }
    const names = changesBody && areEditsNotified(post.created_at) ? addedMentions(post.body, body) : []
    const isStored = await db.transaction().execute(async (trx) => {
      const isSaved = await storeChanges(trx, post.id, changes, to)
      if (isSaved && images) await storeAttachments(trx, post.id, { uploaderId: member.id, images })
      if (isSaved && !post.deleted_at) await notifyMentioned(trx, { postId: post.id, commentId: null, names })
      return isSaved
    })
    const edited = await getPostRow(db, edit.publicId, { viewerId: member.id, text: to.format })
    if (!isStored) throw new Refused(isRemoved(edited) ? errors.postRemoved : errors.bannedFromCommunity)
    return postView(edited, to)
  }
  return postView(await getPostRow(db, edit.publicId, { viewerId: member.id, text: to.format }), to)
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
