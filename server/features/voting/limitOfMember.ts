import { sql } from 'kysely'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { type ApiError, errors } from '../../../contract/errors.ts'
import type { ContentType } from '../../../contract/words.ts'
import type { Call } from '../../core/api/route.ts'
import { activityRefusal } from '../../core/permissions/bans.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type RequestedVote, requestedState } from './castVotes.ts'

type VotingCall = Pick<Call<Endpoints['votePost']>, 'db' | 'limiter' | 'ip' | 'viewer' | 'settings'>

/**
 * Counts a vote in the limits that are about the voter: for voter and author together, so that nobody lifts or buries all that another
 * one writes, and for a voter whose voting admins have slowed. Votes that are taken back or refused anyway are free. For voter and
 * author, those on what was removed or on deleted accounts are not counted, because a refusal would show that two of these have the same author.
 *
 * @throws Refused with `too-many-votes-on-member` or `voting-slowed`.
 */
export async function countVote(
  call: VotingCall,
  voted: { readonly kind: ContentType; readonly id: string; readonly vote: RequestedVote },
): Promise<void> {
  if (!call.settings.rateLimits) return
  const counted = await findCounted(call, voted)
  if (counted === null) return
  const { ip, viewer, limiter, db } = call
  if (counted.isSlow)
    await limiter
      .take('slowVotes', { ip, member: viewer.id, isNew: false }, { db })
      .catch(refuseAs(errors.votingSlowed))
  if (counted.author !== null)
    await limiter
      .take('votesOnMember', { ip, member: `${viewer.id} ${counted.author}`, isNew: false })
      .catch(refuseAs(errors.tooManyVotesOnMember))
}

const refuseAs = (error: ApiError) => (thrown: unknown) => {
  if (!(thrown instanceof Refused) || thrown.error !== errors.tooManyRequests) throw thrown
  throw new Refused(error, { retryAfterSeconds: thrown.retryAfterSeconds })
}

/**
 * For which author this vote counts, and whether the voting of the voter is slowed; null if the vote is free. The conditions under which it
 * would be refused are those of votePosts.sql and voteComments.sql, which decide.
 */
async function findCounted(
  { db, viewer, settings }: VotingCall,
  { kind, id, vote }: Parameters<typeof countVote>[1],
): Promise<{ author: string | null; isSlow: boolean } | null> {
  const state = requestedState(vote)
  if (state === 'none' || (state === 'down' && !settings.downvotes)) return null
  const items =
    kind === 'post'
      ? sql`posts as item join posts on posts.id = item.id
          left join post_votes as own on own.post_id = item.id and own.user_id = ${viewer.id}`
      : sql`comments as item join posts on posts.id = item.post_id
          left join comment_votes as own
            on own.post_id = item.post_id and own.user_id = ${viewer.id} and own.comment_id = item.id`
  // The same vote again takes it back or changes nothing.
  const { rows } = await sql<{ author: string | null; community: string; isSlow: boolean }>`
    select case when users.deleted_at is null then item.author_id end as author, posts.community_id as community,
      exists (select from slow_voters where user_id = ${viewer.id}) as "isSlow"
    from ${items} join users on users.id = item.author_id
    where item.id = ${id} and item.author_id <> ${viewer.id} and item.deleted_at is null
      and posts.locked_at is null and own.up is distinct from ${state === 'up'}
      and (${settings.botVotes} or not is_bot(${viewer.id}))
      and (${state === 'up'} or downvote_refusal(${viewer.id}, posts.community_id) is null)`.execute(db)
  const [row] = rows
  return row && !activityRefusal(viewer, row.community, 'voting') ? row : null
}
