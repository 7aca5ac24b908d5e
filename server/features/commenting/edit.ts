import { sql } from 'kysely'
import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { getCommentRow } from '../../core/comments/queries.ts'
import { commentView } from '../../core/comments/serialize.ts'
import { madeWithAiChange, storeAuthorsMark } from '../../core/content/madeWithAi.ts'
import {
  type Attachment,
  type GivenAttachments,
  parseAttachments,
  replaceAttachments,
} from '../../core/images/attachments.ts'
import { addedMentions, areEditsNotified, notifyMentioned } from '../../core/notifications/mentions.ts'
import { type Follow, storeAndFollow } from '../../core/review/applyRules.ts'
import { type ReviewServices, review } from '../../core/review/gate.ts'
import { hold } from '../../core/review/hold.ts'
import type { Author } from '../../core/review/written.ts'
import type { Db } from '../../platform/database/connection.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { enforce, Refused } from '../../platform/http/refused.ts'
import { parseText } from '../../platform/http/text.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'
import { editRefusal, isEditable } from './policy.ts'
import { showsNothing } from './showsNothing.ts'

/**
 * Replaces the text of a comment, and the images below it where some are given, and returns it as its author now sees it. Notifies
 * those whom it mentions now, if it is new.
 *
 * @param edit.keepsHistory whether the replaced text becomes a version.
 * @param options.isReviewed whether a moderator has approved the edit already.
 * @throws Refused also with `held_for_review` if the edit waits for review now.
 */
export async function editComment(
  services: ReviewServices,
  member: Author,
  edit: { commentId: string; body: string; isMadeWithAi?: boolean; keepsHistory: boolean } & GivenAttachments,
  to: ViewAs,
  { isReviewed = false }: { isReviewed?: boolean } = {},
): Promise<Comment> {
  const { db, settings } = services
  const comment = await getCommentRow(db, edit.commentId, { viewerId: member.id, format: to.format })
  enforce(
    editRefusal(member, {
      authorId: comment.author_id,
      communityId: comment.community_id,
      isDeleted: comment.deleted_at !== null,
    }),
  )
  const body = parseText(edit.body, limits.bodyMaxLength)
  const bodyHtml = renderMarkdown(body, { siteHosts: to.siteHosts })
  if (showsNothing(bodyHtml)) throw new Refused(errors.emptyComment)
  const images = parseAttachments(edit, { author: member, settings, before: comment.images ?? [] })
  const marker = await madeWithAiChange(
    db,
    { communityId: comment.community_id, madeWithAiBy: comment.made_with_ai_by },
    edit.isMadeWithAi,
    { isReviewed },
  )
  const store = (db: Db) =>
    inTransaction(db, async (trx) => {
      const replaced = await lockText(trx, { id: comment.id, body, keepsHistory: edit.keepsHistory })
      if (!replaced) return null
      // Not in the statement that locks: see 0032_counts_of_locked_rows.sql.
      const row = await trx
        .updateTable('comments')
        .set({
          body,
          body_html: bodyHtml,
          body_renderer: rendererVersion,
          edited_at: sql<Date>`now()`,
        })
        .where('id', '=', comment.id)
        .returning(['post_id', 'body', 'body_html', 'body_renderer', 'edited_at'])
        .executeTakeFirstOrThrow()
      if (marker !== undefined) await storeAuthorsMark(trx, 'comments', comment.id, marker)
      if (images)
        await replaceAttachments(trx, { type: 'comment', id: comment.id }, { uploaderId: member.id, images })
      if (areEditsNotified(comment.created_at)) {
        const names = addedMentions(replaced.body, body)
        await notifyMentioned(trx, { postId: row.post_id, commentId: comment.id, names })
      }
      return row
    })
  const follow = isReviewed
    ? null
    : await holdIfNeeded(services, member, comment, { body, bodyHtml, images, marker }, to, store)
  const saved = await storeAndFollow(
    db,
    follow,
    store,
    (row) => row && { postId: row.post_id, commentId: comment.id },
  )
  if (!saved) {
    const { deleted_at } = await getCommentRow(db, edit.commentId, { viewerId: member.id, format: to.format })
    throw new Refused(deleted_at ? errors.commentDeleted : errors.bannedFromCommunity)
  }
  if (!images && !follow && marker === undefined) return commentView({ ...comment, ...saved }, to)
  return commentView(await getCommentRow(db, comment.id, { viewerId: member.id, format: to.format }), to)
}

/** @throws Refused with `held_for_review` if the edit waits for review now. */
async function holdIfNeeded(
  services: ReviewServices,
  author: Author,
  comment: Awaited<ReturnType<typeof getCommentRow>>,
  edited: {
    body: string
    bodyHtml: string
    images: readonly Attachment[] | null
    marker: 'author' | null | undefined
  },
  { siteHosts }: ViewAs,
  store: (trx: Db) => Promise<unknown>,
): Promise<Follow | null> {
  const { body, bodyHtml, images, marker } = edited
  const isMadeWithAi = (marker === undefined ? comment.made_with_ai_by : marker) !== null
  const idsBefore = (comment.images ?? []).map(({ id }) => id)
  const imageIds = images?.map(({ id }) => id) ?? idsBefore
  const { toHold, follow } = await review(services, {
    kind: 'edit',
    author,
    content: { type: 'comment', title: null, body, bodyHtml, link: null, imageIds, isMadeWithAi },
    before: {
      title: null,
      bodyHtml: comment.body_html ?? renderMarkdown(comment.body, { siteHosts }),
      link: null,
      imageIds: idsBefore,
    },
    edited: { postId: comment.post_id, commentId: comment.id },
    at: { communityId: comment.community_id },
  })
  if (!toHold) return follow
  const held = {
    ...toHold,
    kind: 'edit',
    authorId: author.id,
    postId: comment.post_id,
    commentId: comment.id,
    sent: {
      body,
      ...(images && { attachments: images.map(({ id, altText }) => ({ imageId: id, caption: altText })) }),
      ...(marker !== undefined && { isMadeWithAi }),
    },
    imageIds,
  } as const
  return hold(services.db, held, store)
}

/**
 * Locks a comment whose text is to be replaced by `body`, and keeps its text as a version, unless it stays the same.
 *
 * @returns its text, or undefined if it was deleted or its author banned since it was read.
 */
const lockText = (trx: Db, edit: { id: string; body: string; keepsHistory: boolean }) =>
  trx
    .with('locked', (query) =>
      query
        .selectFrom('comments')
        // A move or merge waits, which changes its entry in the search, too.
        .innerJoin(
          sql<{ settled: string }>`(select count(*) as settled from settled_comment(${edit.id}))`.as(
            'thread',
          ),
          (join) => join.onTrue(),
        )
        .where('id', '=', edit.id)
        .where(isEditable)
        .select(['id', 'body', 'created_at', 'edited_at'])
        .forNoKeyUpdate('comments'),
    )
    .selectFrom('locked')
    .select('body')
    .$if(edit.keepsHistory, (query) =>
      query.select(
        sql`case when body <> ${edit.body} then
          keep_text_version(null, id, null, body, created_at, edited_at, ${limits.versionsKept}) end`.as(
          'is_kept',
        ),
      ),
    )
    .executeTakeFirst()
