import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { downvoterGroups } from '../../../contract/words.ts'
import { changeSettings } from '../../../tests/support/access.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'

let forum: Forum
let admin: Member
let moderator: Member
let author: Member
let communityId: string

/** Members who did not join, who did, and at each level of trust. */
const voters: Record<string, Member> = {}

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  author = await forum.member('author_a')
  communityId = (await admin.get('/api/communities/birding?byName=true')).json<{ id: string }>().id
  for (const name of ['stranger', 'joined', 'level_1', 'level_2', 'level_3', 'level_4']) {
    voters[name] = await forum.member(name)
    const level = Number(name.at(-1))
    if (level) await sql`update users set trust_level = ${level} where username = ${name}`.execute(forum.db)
  }
  await voters.joined?.post('/api/_joinCommunity', { communityId })
})
afterAll(() => forum.close())

const allow = async (downvoters: string) =>
  expect((await moderator.put(`/api/communities/${communityId}`, { downvoters })).statusCode).toBe(200)
beforeEach(() => allow('everyone'))

const made = { post: async () => forum.post(author, 'birding'), comment: async () => newComment() }
const newComment = async () => forum.comment(author, await forum.post(author, 'birding'))
const kinds = ['post', 'comment'] as const
const vote = async (who: Member, kind: (typeof kinds)[number], id: string, fields: object) =>
  (await who.post(`/api/_${kind}Vote`, { [`${kind}Id`]: id, ...fields })).json()

/** Who may, as the community has chosen. */
const expected: Record<(typeof downvoterGroups)[number], readonly string[]> = {
  everyone: ['stranger', 'joined', 'level_1', 'level_2', 'level_3', 'level_4'],
  members: ['joined'],
  trust1: ['level_1', 'level_2', 'level_3', 'level_4'],
  trust2: ['level_2', 'level_3', 'level_4'],
  trust3: ['level_3', 'level_4'],
  trust4: ['level_4'],
  nobody: [],
}

describe.each(kinds)('downvotes on a %s', (kind) => {
  it.each(downvoterGroups)('are for %s, and upvotes for everyone', async (group) => {
    await allow(group)
    const { id } = await made[kind]()
    const allowed: string[] = []
    for (const [name, who] of Object.entries(voters)) {
      const answer = await vote(who, kind, id, { up: false })
      if (answer.userVotedUp === false) allowed.push(name)
      else
        expect(answer).toEqual(
          group === 'nobody'
            ? errors.downvotesOff
            : group === 'members'
              ? errors.downvotesForMembers
              : errors.downvotesNeedTrust,
        )
      expect((await vote(who, kind, id, { set: 'up' })).userVotedUp).toBe(true)
    }
    expect(allowed).toEqual(expected[group])
  })

  it('that are there stay, and can be taken back and repeated', async () => {
    const { id } = await made[kind]()
    const who = voters.stranger as Member
    await vote(who, kind, id, { up: false })
    await allow('nobody')
    expect(await vote(who, kind, id, { set: 'down' })).toMatchObject({ downvotes: 1, userVotedUp: false })
    expect(await vote(who, kind, id, { up: false })).toMatchObject({ downvotes: 0, userVoted: null })
    expect(await vote(who, kind, id, { up: false })).toEqual(errors.downvotesOff)
  })

  it('are off everywhere when the site has none, whatever a community allows', async () => {
    const { id } = await made[kind]()
    await changeSettings(admin, { downvotes: false })
    const answers = [
      await vote(voters.level_4 as Member, kind, id, { up: false }),
      await vote(admin, kind, id, { up: false }),
      await vote(admin, kind, id, { up: true }),
    ]
    await changeSettings(admin, { downvotes: null })
    expect(answers.slice(0, 2)).toEqual([errors.downvotesOff, errors.downvotesOff])
    expect(answers[2]).toMatchObject({ userVotedUp: true })
  })
})

it('posts say at once who can downvote them', async () => {
  const { publicId } = await forum.post(author, 'birding')
  const reader = voters.stranger as Member
  const said = async () => [
    (await reader.get(`/api/posts/${publicId}`)).json<Post>().downvoters,
    (await reader.get(`/api/posts?feed=community&communityId=${communityId}&sort=latest`)).json<{
      posts: Post[]
    }>().posts[0]?.downvoters,
  ]
  expect(await said()).toEqual([undefined, undefined])
  await allow('trust2')
  expect(await said()).toEqual(['trust2', 'trust2'])
  await changeSettings(admin, { downvotes: false })
  expect(await said()).toEqual(['nobody', 'nobody'])
  await changeSettings(admin, { downvotes: null })
})
