import { removedTitle, type UserGroup } from '../../../contract/entities/schema.ts'
import type { ModerationAction } from '../../../contract/moderationActions.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { detachImages } from '../images/delete.ts'
import { type PlainLogEntry, recordActions } from '../moderationLog/record.ts'
import { notifyMembers } from '../notifications/notify.ts'
import { closeReports } from '../reports/close.ts'
import { aboutContent, basisOf, type Content, editPlace, idsOf } from './content.ts'
import { forgetTitleWords } from './forgetTitleWords.ts'
import type { Removal } from './removal.ts'
import { takeDown as statement } from './takeDown.sql.ts'

/** How something is taken down. */
export interface TakeDown {
  readonly content: Content
  /** `normal`: by its author. */
  readonly as: UserGroup
  /** What happens to text, link and images. `erased`: also of the title, and of what moderators kept for themselves. */
  readonly itsContent: 'kept' | 'deleted' | 'erased'
  /** For the log and the author. Null for authors, and where one entry stands for all that a member wrote. */
  readonly why: Removal | null
  /** If it follows a notice to the admins, or a rule does it. */
  readonly basis?: 'notice' | 'automation'
}

/** What taking down did. */
export interface TakenDown {
  /** Those of which anything has changed. */
  readonly changed: readonly TakeDown[]
  /** Numbers of notifications of mentions, and of reports. */
  readonly mentions: number
  readonly reports: number
}

/** Whether it was there until now. */
const isFirst = ({ content }: TakeDown): boolean => content.deleted_at === null
/** Whether it stays deleted from now on when a merge is undone. */
const endsMerge = ({ content, as }: TakeDown): boolean => content.is_merged && as === 'normal'
const losesContent = ({ content, itsContent }: TakeDown): boolean =>
  (itsContent !== 'kept' && content.has_content) || (itsContent === 'erased' && content.has_copy)

/** The action that the log names. */
function actionOf({ content: { kind, has_content }, itsContent }: TakeDown): ModerationAction {
  if (itsContent === 'erased') return kind === 'post' ? 'erase_post' : 'erase_comment'
  if (kind === 'comment') return 'remove_comment'
  return itsContent === 'deleted' && has_content ? 'remove_post_content' : 'remove_post'
}

/**
 * Takes down posts and comments. What follows, in this transaction: it disappears from feeds, search and
 * pins; the counts of its author fall; mentions in it are taken back. If staff did it, also: it is recorded; its author is notified,
 * unless it is the same member; reports about it (and about the comments of a post) are closed. If its content goes: its versions and
 * images, too. What authors delete while it is reported is kept for the moderators.
 *
 * The caller has locked the contents with `lockContent`, and a policy has allowed it for each.
 */
export async function takeDown(
  trx: Db,
  actor: { readonly id: string },
  all: readonly TakeDown[],
): Promise<TakenDown> {
  const changed = all.filter((down) => isFirst(down) || endsMerge(down) || losesContent(down))
  if (changed.length === 0) return { changed, mentions: 0, reports: 0 }
  const erased = changed.filter(({ itsContent }) => itsContent === 'erased')
  await forgetTitleWords(
    trx,
    idsOf(
      'post',
      erased.map(({ content }) => content),
    ),
  )
  const row = await queryRow(trx, statement, {
    actorId: actor.id,
    erasedTitle: removedTitle,
    erasedDrafts: erased.map(({ content }) => editPlace(content)),
    targets: JSON.stringify(
      changed.map((down) => ({
        post_id: down.content.post_id,
        comment_id: down.content.comment_id,
        author_id: down.content.author_id,
        acted_as: down.as,
        content: down.itsContent,
        ends_merge: endsMerge(down),
      })),
    ),
  })
  const explained = changed.flatMap((down) =>
    down.as === 'normal' || down.why === null ? [] : { ...down, as: down.as, why: down.why },
  )
  await recordActions(
    trx,
    explained.map(
      (down): PlainLogEntry => ({
        ...aboutContent(down.content),
        action: actionOf(down),
        actor,
        actedAs: down.as,
        reason: down.why.logged.reason,
        details: { ...down.why.logged.details, basis: basisOf(down) },
      }),
    ),
  )
  await notifyMembers(
    trx,
    explained
      .filter((down) => isFirst(down) || down.itsContent === 'erased')
      .filter(({ content }) => content.author_id !== actor.id)
      .map(({ content, as: deletedAs, itsContent, why, basis }) => ({
        userId: content.author_id,
        type: content.kind === 'post' ? 'deleted_post' : 'deleted_comment',
        postId: content.post_id,
        commentId: content.comment_id,
        deletedAs,
        details: {
          ...why.forAuthor,
          basis: basisOf({ content, basis }),
          ...(itsContent === 'erased' && { isErased: true }),
        },
      })),
  )
  const byStaff = changed.filter(({ as }) => as !== 'normal').map(({ content }) => content)
  // A separate statement: the one before may have waited for a report, which its snapshot does not contain.
  const reports = await closeReports(
    trx,
    { posts: idsOf('post', byStaff), comments: idsOf('comment', byStaff) },
    { outcome: 'removed', actor, decides: explained.length > 0 },
  )
  const emptied = changed.filter(losesContent).map(({ content }) => content)
  await detachImages(trx, { postIds: idsOf('post', emptied), commentIds: idsOf('comment', emptied) })
  return { changed, mentions: row?.mentions ?? 0, reports: reports.length }
}
