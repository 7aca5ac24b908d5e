import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import { postView } from '../../core/posts/serialize.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { Refused } from '../../platform/http/refused.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'
import { type EstablishedRule, isEstablished } from './established.ts'
import { votePost as statement } from './votePost.sql.ts'
import { voteParameters, type WantedVote } from './wanted.ts'

interface Vote extends WantedVote {
  readonly member: Viewer
  readonly postId: string
  readonly established: EstablishedRule
}

/**
 * Votes on a post: the same vote again takes it back, the other one moves it; or sets the vote, which changes nothing when it
 * is so already.
 *
 * @returns the post with its new counts; `userVoted` is null where there is no vote then.
 * @throws Refused for posts that are unknown, deleted or locked, and to members banned from the community.
 */
export async function votePost(db: Db, vote: Vote, to: ViewAs): Promise<Post> {
  const row = await queryRow(db, statement, {
    voterId: vote.member.id,
    postId: vote.postId,
    ...voteParameters(vote),
    isVoterEstablished: isEstablished(vote.member, vote.established),
    renderer: rendererVersion,
    format: to.format,
  })
  if (!row) throw new Refused(errors.postNotFound)
  if (row.refusal !== null) throw new Refused(errors[row.refusal])
  return {
    ...postView(row, to),
    userVoted: row.new_vote === null ? null : true,
    userVotedUp: row.new_vote,
  }
}
