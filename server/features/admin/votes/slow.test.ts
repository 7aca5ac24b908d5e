import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { VotingAccount } from '../../../../contract/entities/votePattern.ts'
import { errors } from '../../../../contract/errors.ts'
import { changeSettings } from '../../../../tests/support/access.ts'
import { countQueries } from '../../../../tests/support/countQueries.ts'
import { type Forum, type Member, startForum } from '../../../../tests/support/forum.ts'
import { performBulkActions } from '../bulk/perform.ts'

let forum: Forum
let admin: Member
let author: Member
let voter: Member
let made = 0
beforeAll(async () => {
  forum = await startForum({ RATE_LIMITS: 'on' })
  admin = await forum.member('the_admin', { isAdmin: true })
  await changeSettings(admin, { slowVotesPerHour: 2, votesPerSecond: 1000, postsPer10Seconds: 1000 })
  await forum.community('birding')
  author = await forum.member('author_a')
})
afterAll(() => forum.close())
beforeEach(async () => {
  made += 1
  voter = await forum.member(`voter_${made}`)
})

const order = async (action: string, names: readonly string[], more: object = {}) => {
  const answer = await admin.post('/api/_admin/bulk_actions', {
    action,
    usernames: names,
    accounts: names.length,
    ...more,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  await performBulkActions(forum.db, { signal: new AbortController().signal, purgeUrl: null })
  return answer.json()
}
const slow = () => order('slow_votes', [voter.username], { reason: 'Votes in a ring' })
const vote = async (by = voter, set = 'up') => {
  const { id } = await forum.post(author, 'birding')
  return by.post('/api/_postVote', { postId: id, set })
}
const voteOnComment = async () => {
  const { id } = await forum.comment(author, await forum.post(author, 'birding'))
  return voter.post('/api/_commentVote', { commentId: id, set: 'up' })
}
const logged = async () =>
  (await admin.get('/api/modlog?limit=50'))
    .json()
    .items.map(({ action, reason }: { action: string; reason: string | null }) => [action, reason])
const votesNormally = async (name: string) =>
  (await admin.post('/api/_admin/members', { action: 'end_slow_votes', usernames: [name] })).json().results
const shown = async () => ({
  inList: (await admin.get(`/api/_admin/members?q=${voter.username}`)).json().members[0].votesSlowedAt,
  onProfile: (await admin.get(`/api/users/${voter.username}`)).json().votesSlowedAt,
  amongSlow: (await admin.get('/api/_admin/slow_voters'))
    .json()
    .voters.some(
      ({ account }: { account: VotingAccount }) => account.username === voter.username && account.isSlowed,
    ),
})

describe('an account whose voting is slowed', () => {
  it('casts a few votes an hour on posts and comments together, and reads when it can go on', async () => {
    await slow()
    expect((await vote()).statusCode).toBe(200)
    expect((await voteOnComment()).statusCode).toBe(200)
    for (const refused of [await vote(), await voteOnComment(), await vote(voter, 'down')]) {
      expect(refused.json()).toEqual(errors.votingSlowed)
      const wait = Number(refused.headers['retry-after'])
      expect(wait).toBeGreaterThan(3000)
      expect(wait).toBeLessThanOrEqual(3600)
    }
    expect((await vote(author)).statusCode).toBe(200)
  })

  it('can take votes back, and what cannot be voted on costs nothing', async () => {
    await slow()
    const locked = await forum.post(author, 'birding')
    await admin.put(`/api/posts/${locked.publicId}?action=lock&lockAs=admins`)
    for (let press = 0; press < 3; press += 1)
      expect((await voter.post('/api/_postVote', { postId: locked.id })).json()).toEqual(errors.postLocked)
    const { id } = await forum.post(author, 'birding')
    const set = (to: string) => voter.post('/api/_postVote', { postId: id, set: to })
    for (const to of ['up', 'none', 'down', 'none']) expect((await set(to)).statusCode).toBe(200)
    expect((await set('up')).json()).toEqual(errors.votingSlowed)
  })

  it.each<[string, (downvotes: boolean) => Promise<unknown>]>([
    ['site', (downvotes) => changeSettings(admin, { downvotes })],
    [
      'community',
      (downvotes) =>
        sql`update communities set downvoters = ${downvotes ? 'everyone' : 'nobody'} where name = 'birding'`.execute(
          forum.db,
        ),
    ],
  ])('does not pay for downvotes that the %s does not have', async (_whose, allow) => {
    await slow()
    await allow(false)
    const answers = [await vote(voter, 'down'), await vote(voter, 'down'), await vote(voter, 'down')]
    await allow(true)
    expect(answers.map((answer) => answer.json())).toEqual(Array(3).fill(errors.downvotesOff))
    expect((await vote()).statusCode).toBe(200)
  })

  it('cannot cast more votes by sending them at once', async () => {
    await slow()
    const posts = await Promise.all(Array.from({ length: 6 }, () => forum.post(author, 'birding')))
    const answers = await Promise.all(
      posts.map(({ id }) => voter.post('/api/_postVote', { postId: id, set: 'up' })),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
  })

  it('also counts votes on what a deleted account left', async () => {
    const gone = await forum.member(`gone_${made}`)
    const posts = [1, 2, 3].map(() => forum.post(gone, 'birding'))
    const ids = (await Promise.all(posts)).map(({ id }) => id)
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(forum.db)
    await slow()
    const codes = []
    for (const id of ids) codes.push((await voter.post('/api/_postVote', { postId: id })).statusCode)
    expect(codes).toEqual([200, 200, 429])
  })

  it('is in the lists of the admins and in their log, and nobody else sees it', async () => {
    const nothing = { inList: null, onProfile: undefined, amongSlow: false }
    expect(await shown()).toEqual(nothing)
    await slow()
    expect(await shown()).toEqual({
      inList: expect.any(String),
      onProfile: expect.any(String),
      amongSlow: true,
    })
    expect((await voter.get(`/api/users/${voter.username}`)).json()).not.toHaveProperty('votesSlowedAt')
    expect((await voter.get('/api/notifications')).json().items).toEqual([])
    expect((await logged()).slice(0, 2).toSorted()).toEqual([
      ['slow_votes', 'Votes in a ring'],
      ['slow_votes_of_users', 'Votes in a ring'],
    ])
    expect((await voter.get('/api/modlog?limit=50')).body).not.toContain('slow_votes')
    await order('end_slow_votes', [voter.username])
    expect(await shown()).toEqual(nothing)
    expect((await logged()).map(([action]: string[]) => action)).toContain('end_slow_votes')
  })

  it('votes as usual again after an undo, unless it was slowed before', async () => {
    const first = await slow()
    const again = await slow()
    const undo = async ({ id }: { id: string }) => {
      await admin.put(`/api/_admin/bulk_actions/${id}`, { step: 'undo' })
      await performBulkActions(forum.db, { signal: new AbortController().signal, purgeUrl: null })
    }
    await undo(again)
    expect((await shown()).amongSlow).toBe(true)
    await undo(first)
    expect((await shown()).amongSlow).toBe(false)
    for (let votes = 0; votes < 4; votes += 1) expect((await vote()).statusCode).toBe(200)
  })

  it('votes as usual again as soon as the call has answered, with an entry in the log', async () => {
    await slow()
    const username = voter.username
    expect(await votesNormally(username)).toEqual([{ username, changed: true, refusal: null }])
    expect(await shown()).toEqual({ inList: null, onProfile: undefined, amongSlow: false })
    expect((await logged())[0]).toEqual(['end_slow_votes', null])
    for (let votes = 0; votes < 4; votes += 1) expect((await vote()).statusCode).toBe(200)
    expect(await votesNormally(username)).toEqual([{ username, changed: false, refusal: null }])
  })

  it('is not an admin, but one who became admin can be set free', async () => {
    const answer = await admin.post('/api/_admin/bulk_actions', {
      action: 'slow_votes',
      usernames: ['the_admin'],
      accounts: 1,
    })
    expect(answer.json()).toMatchObject({ code: errors.userNotFound.code })
    await slow()
    await sql`update users set is_admin = true where id = ${voter.id}`.execute(forum.db)
    await order('end_slow_votes', [voter.username])
    expect((await shown()).amongSlow).toBe(false)
    await sql`insert into slow_voters (user_id) values (${voter.id})`.execute(forum.db)
    expect(await votesNormally(voter.username)).toMatchObject([{ changed: true }])
  })
})

it('the vote of others takes as many statements as before', async () => {
  const { id } = await forum.post(author, 'birding')
  const set = (to: string) => voter.post('/api/_postVote', { postId: id, set: to })
  await set('up')
  const usual = await countQueries(forum.database, () => set('down'))
  await slow()
  const slowed = await countQueries(forum.database, () => set('up'))
  expect({ usual, slowed }).toEqual({ usual: 4, slowed: 5 })
})
