import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let author: Member
let reader: Member

beforeAll(async () => {
  forum = await startForum({ DATABASE_CONNECTIONS: '20' })
  await forum.community('birding')
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
})
afterAll(() => forum.close())

const newPost = () => forum.post(author, 'birding')
const pointsOf = async (id: string) =>
  (await forum.db.selectFrom('users').select('points').where('id', '=', id).executeTakeFirstOrThrow()).points

type Vote = 'none' | 'up' | 'down'

describe.each(['post', 'comment'] as const)('setting the vote on a %s', (kind) => {
  /** A post or comment, upvoted by its author. */
  async function scene() {
    const post = await newPost()
    const { id } = kind === 'post' ? post : await forum.comment(author, post)
    const send = (member: Member, body: object) =>
      member.post(`/api/_${kind}Vote`, { [`${kind}Id`]: id, ...body })
    const set = async (member: Member, to: Vote) => (await send(member, { set: to })).json<Post | Comment>()
    return { id, send, set }
  }
  const all = ['none', 'up', 'down'] as const
  const shown = (vote: Vote) => ({
    upvotes: vote === 'up' ? 2 : 1,
    downvotes: vote === 'down' ? 1 : 0,
    userVoted: vote === 'none' ? null : true,
    userVotedUp: vote === 'none' ? null : vote === 'up',
  })
  /** The stored vote and its consequences. */
  const storedFacts = async (id: string) =>
    (
      await sql`select upvotes, downvotes, (select points from users where id = ${author.id}) as points,
        (select json_agg(json_build_array(up, moves_points, told_at)) from ${sql.table(`${kind}_votes`)}
          where ${sql.ref(`${kind}_id`)} = ${id} and user_id = ${reader.id} and up is not null) as votes,
        (select json_agg(notifications order by id) from notifications where user_id = ${author.id}) as notifications
        from ${sql.table(`${kind}s`)} where id = ${id}`.execute(forum.db)
    ).rows

  it.each(all.flatMap((from) => all.map((to) => [from, to] as const)))(
    'from %s to %s gives that vote, and a second time changes nothing',
    async (from, to) => {
      const { id, set } = await scene()
      const before = await pointsOf(author.id)
      expect(await set(reader, from)).toMatchObject(shown(from))
      expect(await set(reader, to)).toMatchObject(shown(to))
      expect((await pointsOf(author.id)) - before).toBe(to === 'up' ? 1 : 0)
      const facts = await storedFacts(id)
      expect(await set(reader, to)).toMatchObject(shown(to))
      expect(await storedFacts(id)).toEqual(facts)
    },
  )

  it('takes precedence over the arrow', async () => {
    const { send } = await scene()
    expect((await send(reader, { up: false, set: 'up' })).json()).toMatchObject(shown('up'))
    expect((await send(reader, { up: true, set: null })).json()).toMatchObject(shown('none'))
    expect((await send(reader, { up: true })).json()).toMatchObject(shown('up'))
  })

  it.each(['', 'UP', 'sideways', true, 1, ['up']])('to %j is refused, and the counts stay', async (to) => {
    const { id, send } = await scene()
    const facts = await storedFacts(id)
    const refusal = await send(reader, { set: to })
    expect([refusal.statusCode, refusal.json()]).toEqual([400, errors.invalidVote])
    expect(await storedFacts(id)).toEqual(facts)
  })

  it('by many concurrently, each several times, counts everyone once', async () => {
    const { id, set } = await scene()
    const before = await pointsOf(author.id)
    const voters = await Promise.all(
      Array.from({ length: 8 }, (_, index) => forum.member(`${kind}setter${index}`)),
    )
    const answers = await Promise.all(
      voters.flatMap((voter, index) =>
        Array.from({ length: 5 }, () => set(voter, index < 6 ? 'up' : 'down')),
      ),
    )
    expect(answers.map(({ userVotedUp }) => userVotedUp)).toEqual(
      voters.flatMap((_voter, index) => Array.from({ length: 5 }, () => index < 6)),
    )
    const [facts] = await storedFacts(id)
    expect(facts).toMatchObject({ upvotes: 7, downvotes: 2, points: before + 6 })
  })
})
