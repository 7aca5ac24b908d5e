import type { VoteState } from '../../../contract/words.ts'
import type { ViewAs } from '../../core/api/viewAs.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import { batchedWrites, lockTimeoutInBatch } from '../../platform/database/batch.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows, type Statement } from '../../platform/database/statement.ts'
import { serializeByKey } from '../../platform/http/serializeByKey.ts'
import { rendererVersion } from '../../platform/markdown/render.ts'

/** The input of a vote. */
export interface RequestedVote {
  /** The pressed arrow; the same again removes the vote. */
  readonly up: boolean
  /** The new state instead, regardless of the current one. */
  readonly set?: VoteState | undefined
}

/** The requested state. */
export const requestedState = ({ up, set }: RequestedVote): VoteState => set ?? (up ? 'up' : 'down')

/** Whether the vote is removed if it already has this state. */
const doesToggle = ({ set }: RequestedVote): boolean => set === undefined

/** When someone's votes begin to change the points of authors. */
interface EstablishedRule {
  readonly newUserPoints: number
  readonly newUserAgeSeconds: number
}

/** What the settings of the site say about votes. */
interface VotingRules extends EstablishedRule {
  /** Whether the site has downvotes; communities may allow them to fewer members. */
  readonly downvotes: boolean
  /** Whether accounts that are marked as bots can vote. */
  readonly botVotes: boolean
}

/** Whether a voter counts as established: enough points, and an account older than the threshold. */
export function isEstablished(
  voter: { points: number; createdAt: Date },
  rule: EstablishedRule,
  at: Date = new Date(),
): boolean {
  const ageSeconds = (at.getTime() - voter.createdAt.getTime()) / 1000
  return (
    voter.points >= rule.newUserPoints &&
    (rule.newUserAgeSeconds === 0 || ageSeconds > rule.newUserAgeSeconds)
  )
}

export interface Vote extends RequestedVote {
  readonly member: Viewer
  readonly rules: VotingRules
}

/** A vote on the post or comment with this id, and the format of the answer. */
interface Cast {
  readonly id: string
  readonly vote: Vote
  readonly format: ViewAs['format']
}

interface Parameters {
  readonly ids: readonly string[]
  readonly voterIds: readonly string[]
  readonly votes: readonly string[]
  readonly areVotersEstablished: readonly boolean[]
  readonly toggle: boolean
  readonly downvotesOn: boolean
  readonly botsVote: boolean
  readonly lockTimeout: string | null
  readonly renderer: number
  readonly format: ViewAs['format']
}

/**
 * Combines concurrent votes into one statement (micro-batching): they share a commit, and the update of a row that many vote
 * on.
 *
 * @param kind posts or comments.
 * @returns a function that casts one vote; undefined if the id is unknown.
 */
export function batchedVoting<Row extends { readonly place: number }>(
  kind: 'post' | 'comment',
  statement: Statement<Parameters, Row>,
): (db: Db, cast: Cast) => Promise<Row | undefined> {
  const store = async (db: Db, casts: readonly Cast[], { lockTimeout }: { lockTimeout: string | null }) => {
    const [first] = casts
    if (!first) return []
    const rows = await queryRows(db, statement, {
      ids: casts.map(({ id }) => id),
      voterIds: casts.map(({ vote }) => vote.member.id),
      votes: casts.map(({ vote }) => requestedState(vote)),
      areVotersEstablished: casts.map(({ vote }) => isEstablished(vote.member, vote.rules)),
      toggle: doesToggle(first.vote),
      downvotesOn: first.vote.rules.downvotes,
      botsVote: first.vote.rules.botVotes,
      lockTimeout,
      renderer: rendererVersion,
      format: first.format,
    })
    const byPlace = new Map(rows.map((row) => [row.place, row]))
    return casts.map((_cast, at) => byPlace.get(at + 1))
  }
  return batchedWrites<Cast, Row | undefined>(
    (db, casts) => store(db, casts, { lockTimeout: lockTimeoutInBatch }),
    (db, cast) =>
      serializeByKey(`${kind} ${cast.id}`, async () => (await store(db, [cast], { lockTimeout: null }))[0]),
    {
      groupOf: ({ vote, format }) => `${format} ${doesToggle(vote)}`,
      nameOf: ({ id, vote }) => `${id} ${vote.member.id}`,
    },
  )
}
