import { sql } from 'kysely'
import { telling } from '../notifications/telling.ts'

/**
 * The parts of a vote's statement that find out whether its author hears of it: a new upvote by somebody
 * else, not a change from down to up. The vote keeps when it was told, taken under the lock of its target, so
 * that who takes a vote back and gives it again counts once a notification (API contract 3.8).
 */

/** When a vote that is stored for the first time is told. Knows `author_id`. */
export const toldAtFirst = ({ memberId, up }: { memberId: string; up: boolean }) =>
  sql`case when ${up} and author_id <> ${memberId} then clock_timestamp() end`

const again = (votes: string) =>
  sql.raw(`previous_told_at = ${votes}.told_at,
        told_at = case when ${votes}.up is null and excluded.up then excluded.told_at else ${votes}.told_at end`)

/** The same for a vote that is there already, as assignments of its update. */
export const toldAgain = { ofPost: again('post_votes'), ofComment: again('comment_votes') }

/** Tells of the vote that is `change`, unless the notification that is there counts this voter already. */
export const tellingOfVotes = telling(['post_id', 'about_comment_id'], {
  mergesIf: `exists (
        select from change where previous_told_at is null or previous_told_at < notifications.created_at)`,
  isPushed: false,
})
