import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { batchedVoting, type Vote } from './castVotes.ts'
import { votePosts } from './votePosts.sql.ts'

const castVote = batchedVoting('post', votePosts)

/**
 * Votes on a post: the same vote again removes it, the opposite one replaces it; or sets the vote, which is idempotent.
 *
 * @returns the post with its new counts; `userVoted` is null if there is no vote afterwards.
 * @throws Refused for posts that are unknown, deleted or locked, and to members banned from the community.
 */
export async function votePost(db: Db, vote: Vote & { readonly postId: string }, to: ViewAs): Promise<Post> {
  const row = await castVote(db, { id: vote.postId, vote, format: to.format })
  if (!row) throw new Refused(errors.postNotFound)
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  return {
    ...postView(
      { ...row, upvotes: row.new_upvotes, downvotes: row.new_downvotes, hotness: row.new_hotness },
      to,
    ),
    // After a vote was taken back null, not false as in other answers: clients rely on it.
    userVoted: row.new_vote === null ? null : true,
    userVotedUp: row.new_vote,
  }
}
