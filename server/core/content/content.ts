import { errors } from '../../../contract/errors.ts'
import { wireId } from '../../../contract/ids.ts'
import type { ActionBasis } from '../../../contract/words.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type MemberWithRoles, type Roles, withLacking } from '../permissions/roles.ts'
import { type LockContentRow, lockContent as statement } from './lockContent.sql.ts'

/** Selects posts and comments by their stored ids, or posts by their public ids. */
export interface ContentIds {
  readonly postIds?: readonly string[]
  readonly publicIds?: readonly string[]
  readonly commentIds?: readonly string[]
}

/** The post or comment of a call of the API. */
export type ContentKey =
  | { readonly publicId: string }
  | { readonly postId: string }
  | { readonly commentId: string }

/** A post or comment that the transaction has locked, as it is now, with what someone may do about it. */
export interface Content extends LockContentRow {
  readonly kind: 'post' | 'comment'
  /** The roles of the member who acts, in the community. */
  readonly roles: Roles
}

/**
 * Locks posts and comments together with the roles of a member in their communities. Policies decide on what this returns, so a write
 * does not have to check it again. What is stored with the community of a post, or the post of a comment, has both from this, so
 * that a move or merge at this moment takes it along, or has happened before.
 *
 * @param options.closesThreads waits for votes on the comments of posts, before these are locked against votes.
 * @param options.ruleId the given rule of a removal; untrusted.
 */
export async function lockContent(
  trx: Db,
  member: MemberWithRoles,
  { postIds = [], publicIds = [], commentIds = [] }: ContentIds,
  {
    closesThreads = false,
    ruleId = null,
  }: { closesThreads?: boolean; ruleId?: number | null | undefined } = {},
): Promise<Content[]> {
  const given = { postIds, publicIds, commentIds, memberId: member.id, ruleId, closesThreads }
  const locked = await queryRows(trx, statement, given)
  // It is locked by now, so a second statement finds it as it stays.
  const rows = locked.every((row) => row.is_current) ? locked : await queryRows(trx, statement, given)
  return rows.map((row) => ({
    ...row,
    kind: row.comment_id === null ? 'post' : 'comment',
    roles: withLacking({ isAdmin: row.is_admin, isModerator: row.is_moderator }, member, row.community_id, [
      'content',
    ]),
  }))
}

/** As `lockContent`, of one. @throws Refused with `post/not-found` or `comment_not_found`. */
export async function lockOne(
  trx: Db,
  member: MemberWithRoles,
  key: ContentKey,
  options?: Parameters<typeof lockContent>[3],
): Promise<Content> {
  const ids =
    'commentId' in key
      ? { commentIds: [key.commentId] }
      : 'postId' in key
        ? { postIds: [key.postId] }
        : { publicIds: [key.publicId] }
  const [content] = await lockContent(trx, member, ids, options)
  if (!content) throw new Refused('commentId' in key ? errors.commentNotFound : errors.postNotFound)
  return content
}

/** The fields of an entry of the moderation log, or of a notification, that say what it is about. */
export const aboutContent = ({ post_id, comment_id, community_id }: Content) => ({
  communityId: community_id,
  postId: post_id,
  commentId: comment_id,
})

/** What led to an action of moderators or admins about it. */
export const basisOf = ({
  content,
  basis,
}: {
  readonly content: Pick<Content, 'is_reported'>
  readonly basis?: 'notice' | 'automation' | undefined
}): ActionBasis => basis ?? (content.is_reported ? 'reports' : 'own')

/** Where drafts of edits of it are stored. */
export const editPlace = ({ public_id, comment_id }: Content): string =>
  comment_id === null ? `edit:${public_id}` : `edit:${public_id}:${wireId('comment', comment_id)}`

export const idsOf = (kind: Content['kind'], contents: readonly Content[]): string[] =>
  contents.flatMap(({ post_id, comment_id }) => {
    if (kind === 'comment') return comment_id ?? []
    return comment_id === null ? post_id : []
  })
