import type { Comment } from '../../../contract/entities/comment.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { commentView } from '../../core/comments/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { batchedVoting, type Vote } from './castVotes.ts'
import { voteComments } from './voteComments.sql.ts'

const castVote = batchedVoting('comment', voteComments)

/**
 * Votes on a comment: the same vote again removes it, the opposite one replaces it; or sets the vote, which is idempotent.
 *
 * @returns the comment with its new counts; `userVoted` is null if there is no vote afterwards.
 * @throws Refused for comments that are unknown or deleted, whose post is locked, and to members banned
 * from the community.
 */
export async function voteComment(
  db: Db,
  vote: Vote & { readonly commentId: string },
  to: ViewAs,
): Promise<Comment> {
  const row = await castVote(db, { id: vote.commentId, vote, format: to.format })
  if (!row) throw new Refused(errors.commentNotFound)
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  return {
    ...commentView(
      { my_vote: row.new_vote, ...row, upvotes: row.new_upvotes, downvotes: row.new_downvotes },
      to,
    ),
    // After a vote was taken back null, not false as in other answers: clients rely on it.
    userVoted: row.new_vote === null ? null : true,
    userVotedUp: row.new_vote,
  }
}
