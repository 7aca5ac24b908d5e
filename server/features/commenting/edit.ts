import { sql } from 'kysely'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import {
  type GivenAttachments,
  type MediaSettings,
  parseAttachments,
  replaceAttachments,
} from '../../core/images/attachments.ts'
import {
  addedMentions,
  areEditsNotified,
  mentionKeys,
  notifyMentioned,
} from '../../core/notifications/mentions.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { editRefusal } from './policy.ts'

/**
 * Replaces the text of a comment, and the images below it where some are given, and returns it as its author now sees it. Notifies
 * those whom it mentions now, if it is new.
 *
 * @param edit.keepsHistory whether the replaced text becomes a version.
 */
export async function editComment(
  { db, settings }: { db: Db; settings: MediaSettings },
  member: Viewer,
  edit: { commentId: string; body: string; keepsHistory: boolean } & GivenAttachments,
  to: ViewAs,
): Promise<Comment> {
  const comment = await getCommentRow(db, edit.commentId, { viewerId: member.id, text: to.format })
  enforce(
    editRefusal(member, {
      authorId: comment.author_id,
      communityId: comment.community_id,
      isDeleted: comment.deleted_at !== null,
    }),
  )
  const body = parseText(edit.body, limits.bodyMaxLength)
  if (body === '') throw new Refused(errors.emptyComment)
  const images = parseAttachments(edit, { author: member, settings, before: comment.images ?? [] })
  const saveText = (trx: Db) =>
    trx
      .with('edited', (query) =>
        query
          .updateTable('comments')
          .set({
            body,
            body_html: renderMarkdown(body, to.siteHost ? { siteHost: to.siteHost } : {}),
            body_renderer: rendererVersion,
            edited_at: sql<Date>`now()`,
          })
          .where('id', '=', comment.id)
          .where('deleted_at', 'is', null) // a moderator may have deleted it since we looked
          // and have banned the author
          .where(
            sql<boolean>`not is_forbidden(author_id, (select community_id from posts where posts.id = comments.post_id), 'commenting')`,
          )
          .returning(['id', 'created_at', 'body', 'body_html', 'body_renderer', 'edited_at'])
          .returning(sql`old.body`.as('old_body'))
          .returning(sql`old.edited_at`.as('old_edited_at')),
      )
      .selectFrom('edited')
      .select(['body', 'body_html', 'body_renderer', 'edited_at'])
      .$if(edit.keepsHistory, (query) => query.select(keptVersion))
      .executeTakeFirst()
  const save = async (trx: Db) => {
    const saved = await saveText(trx)
    if (saved && images)
      await replaceAttachments(trx, { type: 'comment', id: comment.id }, { uploaderId: member.id, images })
    return saved
  }
  const mayNotify = areEditsNotified(comment.created_at) && mentionKeys(body).length > 0
  const saved = await (mayNotify
    ? saveAndNotify(db, comment, { body, save })
    : images
      ? db.transaction().execute(save)
      : save(db))
  if (!saved) {
    const { deleted_at } = await getCommentRow(db, edit.commentId, { viewerId: member.id, text: to.format })
    throw new Refused(deleted_at ? errors.commentDeleted : errors.bannedFromCommunity)
  }
  if (!images) return commentView({ ...comment, ...saved }, to)
  return commentView(await getCommentRow(db, comment.id, { viewerId: member.id, text: to.format }), to)
}

const keptVersion = sql<boolean | null>`case when body <> old_body then
  keep_text_version(null, id, null, old_body, created_at, old_edited_at, ${limits.versionsKept}) end`.as(
  'is_kept',
)

/** Saves the comment, and notifies newly mentioned members. */
const saveAndNotify = <Saved>(
  db: Db,
  { id, post_id: postId }: { id: string; post_id: string },
  { body, save }: { body: string; save: (trx: Db) => Promise<Saved> },
): Promise<Saved> =>
  db.transaction().execute(async (trx) => {
    // Of two concurrent edits, the second sees the mentions of the first.
    const before = await trx
      .selectFrom('comments')
      .where('id', '=', id)
      .select('body')
      .forNoKeyUpdate()
      .executeTakeFirst()
    const saved = await save(trx)
    if (saved && before)
      await notifyMentioned(trx, { postId, commentId: id, names: addedMentions(before.body, body) })
    return saved
  })
