import { sql } from 'kysely'
import type { Endpoints } from '../../../contract/endpoints/index.ts'
import { errors } from '../../../contract/errors.ts'
import type { ContentType } from '../../../contract/words.ts'
import type { Call } from '../../core/api/route.ts'
import { activityRefusal } from '../../core/permissions/bans.ts'
import { Refused } from '../../platform/http/refused.ts'
import { type RequestedVote, requestedState } from './castVotes.ts'

type VotingCall = Pick<Call<Endpoints['votePost']>, 'db' | 'limiter' | 'ip' | 'viewer' | 'settings'>

/**
 * Counts a vote for voter and author together, so that nobody lifts or buries all that another one writes. Votes that are taken
 * back or refused anyway are free, and those on what was removed or on deleted accounts are not counted, because a refusal
 * would show that two of these have the same author.
 *
 * @throws Refused with `too-many-votes-on-member`.
 */
export async function countVoteOnMember(
  call: VotingCall,
  voted: { readonly kind: ContentType; readonly id: string; readonly vote: RequestedVote },
): Promise<void> {
  if (!call.settings.rateLimits) return
  const author = await countedAuthor(call, voted)
  if (author === null) return
  const { ip, viewer } = call
  try {
    await call.limiter.take('votesOnMember', { ip, member: `${viewer.id} ${author}` })
  } catch (error) {
    if (!(error instanceof Refused) || error.error !== errors.tooManyRequests) throw error
    throw new Refused(errors.tooManyVotesOnMember, { retryAfterSeconds: error.retryAfterSeconds })
  }
}

/** The author for whom this vote counts; null if it does not. */
async function countedAuthor(
  { db, viewer, settings }: VotingCall,
  { kind, id, vote }: Parameters<typeof countVoteOnMember>[1],
): Promise<string | null> {
  const state = requestedState(vote)
  if (state === 'none') return null
  const items =
    kind === 'post'
      ? sql`posts as item join posts on posts.id = item.id
          left join post_votes as own on own.post_id = item.id and own.user_id = ${viewer.id}`
      : sql`comments as item join posts on posts.id = item.post_id
          left join comment_votes as own
            on own.post_id = item.post_id and own.user_id = ${viewer.id} and own.comment_id = item.id`
  // The same vote again takes it back or changes nothing.
  const { rows } = await sql<{ author: string; community: string }>`
    select item.author_id as author, posts.community_id as community
    from ${items} join users on users.id = item.author_id
    where item.id = ${id} and item.author_id <> ${viewer.id} and item.deleted_at is null and users.deleted_at is null
      and posts.locked_at is null and own.up is distinct from ${state === 'up'}
      and (${settings.botVotes} or not is_bot(${viewer.id}))`.execute(db)
  const [row] = rows
  return row && !activityRefusal(viewer, row.community, 'voting') ? row.author : null
}
