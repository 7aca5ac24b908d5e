import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Appeal } from '../../../contract/entities/appeal.ts'
import type { ModerationLogEntry } from '../../../contract/entities/moderationLog.ts'
import type { PostMove } from '../../../contract/entities/move.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { counters, driftQuery } from '../../core/counters/counters.ts'

let forum: Forum
let admin: Member
let author: Member
let here: Member
let there: Member
let both: Member
let guest: Client
let ids: { meadow: string; woodland: string }
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  ids = {
    meadow: (await forum.community('meadow', admin)).id,
    woodland: (await forum.community('woodland', admin)).id,
  }
  await forum.db.deleteFrom('moderators').execute()
  author = await forum.member('wren_writes')
  here = await forum.moderator('moderator_h', 'meadow')
  there = await forum.moderator('moderator_t', 'woodland')
  both = await forum.moderator('moderator_b', 'meadow')
  await forum.moderator('moderator_b2', 'woodland')
  await sql`update moderators set user_id = ${stored(both.id)}
    where user_id = (select id from users where username = 'moderator_b2')`.execute(forum.db)
  guest = await forum.guest()
})
beforeEach(async () => {
  post = await forum.post(author, 'meadow', { title: 'A jay in the oak' })
  comment = (await forum.comment(author, post, 'Burying acorns')).id
})
afterAll(() => forum.close())

const move = (who: Member, reason?: string) =>
  who.post(`/api/posts/${post.publicId}/move`, { community: 'Woodland', ...(reason && { reason }) })
const decide = (who: Member, id: number, action: string) => who.put(`/api/moves/${id}`, { action })
const proposal = async (reason?: string) => (await move(here, reason)).json<PostMove>()
const read = async () => (await guest.get(`/api/posts/${post.publicId}`)).json<Post>()
const typesOf = async (who: Member) =>
  (await who.get('/api/notifications')).json<{ items: { type: string }[] }>().items.map(({ type }) => type)
const feedOf = async (community: keyof typeof ids) =>
  (await guest.get(`/api/posts?communityId=${ids[community]}&sort=latest&limit=50`))
    .json<{ posts: Post[] }>()
    .posts.map(({ publicId }) => publicId)
const logOf = async (community: keyof typeof ids) =>
  (await guest.get(`/api/modlog?communityId=${ids[community]}&action=move_post`)).json<{
    items: ModerationLogEntry[]
  }>().items

async function drifts(): Promise<unknown[]> {
  const found = await Promise.all(counters.map((counter) => sql.raw(driftQuery(counter)).execute(forum.db)))
  return found.flatMap(({ rows }) => rows)
}

/** What the index of the search has, and what it would have if it were made again. */
async function searchWords() {
  const { rows } = await sql<{ known: string; wanted: string }>`
    select post_search.words::text as known, post_words(title, body, body_html, link_url, posts.author_id, posts.community_id,
      posts.type, posts.created_at)::text as wanted
    from posts join post_search on post_id = posts.id where posts.id = ${stored(post.id)}
    union all
    select comment_search.words::text, comment_words(comments.body, comments.body_html, comments.author_id, posts.community_id,
      posts.type, comments.created_at)::text
    from comments join comment_search on comment_id = comments.id join posts on posts.id = comments.post_id
    where comments.post_id = ${stored(post.id)}`.execute(forum.db)
  return rows
}

const isThere = async () => {
  expect(await read()).toMatchObject({
    communityName: 'woodland',
    communityId: ids.woodland,
    isPinned: false,
  })
  expect((await guest.get(`/api/comments/${comment}`)).json()).toMatchObject({ communityName: 'woodland' })
  expect(await feedOf('woodland')).toContain(post.publicId)
  expect(await feedOf('meadow')).not.toContain(post.publicId)
}
const isHere = async () => {
  expect(await read()).toMatchObject({ communityName: 'meadow' })
  expect(await feedOf('meadow')).toContain(post.publicId)
  expect(await feedOf('woodland')).not.toContain(post.publicId)
}

describe('a moderator of the community alone', () => {
  it('proposes, and those of the other one are notified; the post stays until one of them accepts', async () => {
    const { id, state } = await proposal('It is about trees.')
    expect(state).toBe('open')
    await isHere()
    expect((await typesOf(there))[0]).toBe('move_proposed')
    expect((await decide(there, id, 'accept')).json()).toMatchObject({
      state: 'done',
      decidedBy: 'moderator_t',
      mayUndo: true,
    })
    await isThere()
    expect((await typesOf(author))[0]).toBe('post_moved')
  })

  it('cannot accept it, and can withdraw it', async () => {
    const { id, mayAnswer, mayWithdraw } = await proposal()
    expect([mayAnswer, mayWithdraw]).toEqual([false, true])
    expect((await decide(here, id, 'accept')).json()).toEqual(errors.neitherAdminNorModerator)
    expect((await decide(here, id, 'withdraw')).json()).toMatchObject({ state: 'withdrawn' })
    expect((await decide(there, id, 'accept')).json()).toEqual(errors.moveDecided)
    await isHere()
    // Another one can be proposed.
    expect((await move(here)).statusCode).toBe(200)
  })
})

it('those of the other community can decline it', async () => {
  const { id } = await proposal()
  expect((await decide(there, id, 'decline')).json()).toMatchObject({ state: 'declined' })
  await isHere()
})

it.each([
  ['moderators of both', () => both, 'mods'],
  ['admins', () => admin, 'admins'],
])('%s move at once; both logs say it', async (_who, mover, actedAs) => {
  expect((await move(mover(), 'About trees.')).json()).toMatchObject({ state: 'done' })
  await isThere()
  for (const community of ['meadow', 'woodland'] as const)
    expect((await logOf(community))[0]).toMatchObject({
      action: 'move_post',
      actedAs,
      reason: 'About trees.',
      details: { from: 'meadow', to: 'woodland' },
      post: { publicId: post.publicId },
    })
})

describe('an admin who moderates', () => {
  const moderating = async (community: keyof typeof ids) => {
    await forum.db
      .insertInto('moderators')
      .values({ community_id: stored(ids[community]), user_id: stored(admin.id), position: 9 })
      .execute()
    return () => forum.db.deleteFrom('moderators').where('user_id', '=', stored(admin.id)).execute()
  }
  const rolesOf = async () =>
    Promise.all((['meadow', 'woodland'] as const).map(async (name) => (await logOf(name))[0]?.actedAs))

  it.each(['meadow', 'woodland'] as const)('%s alone moves at once as an admin', async (community) => {
    const end = await moderating(community)
    await move(admin)
    await end()
    expect(await rolesOf()).toEqual(['admins', 'admins'])
  })

  it.each([
    ['meadow', 'admins'],
    ['woodland', 'mods'],
  ] as const)('%s accepts and undoes what is for those of woodland as %s', async (community, role) => {
    const { id } = await proposal()
    const end = await moderating(community)
    await decide(admin, id, 'accept')
    expect(await rolesOf()).toEqual([role, role])
    await decide(admin, id, 'undo')
    await end()
    expect(await rolesOf()).toEqual([role, role])
    expect((await logOf('meadow'))[0]).toMatchObject({ details: { from: 'woodland' } })
  })
})

it('is undone with all that it changed', async () => {
  const { id } = (await move(both)).json<PostMove>()
  expect((await decide(here, id, 'undo')).json()).toEqual(errors.neitherAdminNorModerator)
  expect((await decide(there, id, 'undo')).json()).toMatchObject({ state: 'undone' })
  await isHere()
  expect(await drifts()).toEqual([])
  expect((await decide(there, id, 'undo')).json()).toEqual(errors.moveDecided)
  expect((await logOf('meadow'))[0]).toMatchObject({ details: { from: 'woodland', to: 'meadow' } })
})

it('counts, the search, reports and decisions follow; the pin ends', async () => {
  await here.put(`/api/posts/${post.publicId}?action=pin`)
  const reporter = await forum.member('reporter_r')
  await reporter.post('/api/_report', { type: 'comment', targetId: comment, reason: 1 })
  await here.put(`/api/posts/${post.publicId}?action=lock&lockAs=mods`)
  await move(both)
  await isThere()
  expect(await drifts()).toEqual([])
  for (const { known, wanted } of await searchWords()) expect(known).toBe(wanted)
  const queue = async (who: Member) =>
    (await who.get('/api/modqueue/items'))
      .json<{ items: { targetId: string }[] }>()
      .items.map(({ targetId }) => targetId)
  expect(await queue(there)).toContain(comment)
  expect(await queue(here)).not.toContain(comment)
})

describe('an appeal against a removal', () => {
  const appeal = async () =>
    (
      await author.post('/api/appeals', {
        act: 'removal',
        type: 'comment',
        targetId: comment,
        text: 'It was about jays.',
      })
    ).json<Appeal>()
  const answer = (who: Member, { id }: Appeal) =>
    who.put(`/api/appeals/${id}`, { outcome: 'overturned', text: 'You are right.' })

  it.each(['before', 'after'])('that was filed %s a move is answered where the post is', async (time) => {
    await here.delete(`/api/posts/${post.publicId}/comments/${comment}?deleteAs=mods`)
    const before = time === 'before' ? await appeal() : null
    await move(both)
    const made = before ?? (await appeal())
    expect((await answer(here, made)).json()).toEqual(errors.neitherAdminNorModerator)
    expect((await answer(there, made)).json()).toMatchObject({
      outcome: 'overturned',
      isReversed: true,
      community: { name: 'woodland' },
    })
    expect((await guest.get(`/api/comments/${comment}`)).json()).toMatchObject({ deleted: false })
  })

  it('that stayed in the other community changes nothing in this one', async () => {
    await here.delete(`/api/posts/${post.publicId}/comments/${comment}?deleteAs=mods`)
    const made = await appeal()
    await move(both)
    await sql`update appeals set community_id = ${stored(ids.meadow)} where id = ${made.id}`.execute(forum.db)
    expect((await answer(both, made)).json()).toMatchObject({ isReversed: false })
    expect((await guest.get(`/api/comments/${comment}`)).json()).toMatchObject({ deleted: true })
  })
})

it('the old address leads to the new one', async () => {
  await move(both)
  const feed = await guest.get(`/meadow/post/${post.publicId}.atom`)
  expect(feed.statusCode).toBe(301)
  expect(feed.headers.location).toContain(`/woodland/post/${post.publicId}.atom`)
})

it('of an answer and a withdrawal at the same time, one is refused', async () => {
  const { id } = await proposal()
  const answers = await Promise.all([decide(there, id, 'accept'), decide(here, id, 'withdraw')])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  expect(await drifts()).toEqual([])
})

it('both communities list it, those that wait first', async () => {
  const { id } = await proposal()
  for (const [who, community] of [
    [here, ids.meadow],
    [there, ids.woodland],
  ] as const) {
    const { items } = (await who.get(`/api/communities/${community}/moves`)).json<{ items: PostMove[] }>()
    expect(items[0]).toMatchObject({ id, state: 'open', mayAnswer: who === there, mayWithdraw: who === here })
  }
})
