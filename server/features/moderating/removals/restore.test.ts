import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Comment } from '../../../../contract/entities/comment.ts'
import type { Post } from '../../../../contract/entities/post.ts'
import { errors } from '../../../../contract/errors.ts'
import { feedSorts } from '../../../../contract/words.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../../tests/support/forum.ts'
import { seededRandom } from '../../../../tests/support/random.ts'
import { recount } from '../../../../tests/support/recount.ts'

let forum: Forum
let admin: Member
let moderator: Member
let colleague: Member
let author: Member
let reader: Member
let guest: Client
let post: PostFacts
let comment: string

beforeAll(async () => {
  forum = await startForum()
  admin = await forum.member('the_admin', { isAdmin: true })
  moderator = await forum.moderator('moderator_m', 'birding')
  colleague = await forum.moderator('moderator_c', 'birding')
  author = await forum.member('wren_writes')
  reader = await forum.member('reader_r')
  guest = await forum.guest()
})
beforeEach(async () => {
  post = await forum.post(author, 'birding', { title: 'A rare warbler', body: 'Seen at the lake.' })
  comment = (await forum.comment(author, post, 'A grebe, too')).id
})
afterAll(() => forum.close())

const agree = /^All \d+ counters are correct/m
const pathOf = {
  post: () => `/api/posts/${post.publicId}`,
  comment: () => `/api/posts/any/comments/${comment}`,
}
type Kind = keyof typeof pathOf
const kinds: Kind[] = ['post', 'comment']
const remove = (who: Member, kind: Kind, as: 'normal' | 'mods' | 'admins') =>
  who.delete(`${pathOf[kind]()}?deleteAs=${as}`)
const restore = (who: Client, kind: Kind, query = '') => who.put(`${pathOf[kind]()}?action=restore${query}`)
/** The post without what depends on the last visit, and the comment. */
async function readBoth(who: Client) {
  const { lastVisitAt, newComments, ...shown } = (await who.get(`/api/posts/${post.publicId}`)).json<Post>()
  return [shown, (await who.get(`/api/comments/${comment}`)).json<Comment>()]
}
const counts = async () => {
  const { noPosts, noComments, points } = (await guest.get('/api/users/wren_writes')).json<
    Record<string, number>
  >()
  return { noPosts: noPosts ?? 0, noComments: noComments ?? 0, points }
}
const titlesIn = async (query: string) =>
  (await guest.get(`/api/posts?${query}`)).json<{ posts: Post[] }>().posts.map(({ id }) => id)
const found = async (words: string, kind: string) =>
  (await guest.get(`/api/search?q=${words}&in=${kind}`)).json<{ items: { item: { id: string } }[] }>()
const loggedActions = async () =>
  (
    await forum.db
      .selectFrom('moderation_log')
      .select(['action', 'acted_as', 'reason'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
  ).map((row) => Object.values(row))
const latestNotification = async (who: Member) => {
  const { items } = (await who.get('/api/notifications?render=true')).json<{
    items: { title: string; body: string; type: string; toURL: string }[]
  }>()
  return items[0]
}

describe.each(kinds)('restoring a %s', (kind) => {
  it.each([
    ['a moderator restores what a moderator removed', 'mods', () => moderator],
    ['an admin does', 'mods', () => admin],
    ['and what admins removed', 'admins', () => admin],
  ] as const)('brings it back as it was: %s', async (_who, as, who) => {
    await reader.post('/api/_postVote', { postId: post.id, up: true })
    await reader.post('/api/_commentVote', { commentId: comment, up: true })
    await forum.comment(reader, post, 'A reply', comment)
    const [before, countsBefore] = [await readBoth(reader), await counts()]
    await remove(as === 'mods' ? moderator : admin, kind, as)
    expect(await readBoth(reader)).not.toEqual(before)
    const answer = await restore(who(), kind)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ deleted: false, deletedAt: null })
    expect(await readBoth(reader)).toEqual(before)
    expect(await counts()).toEqual(countsBefore)
    expect(await recount(forum.connection)).toMatch(agree)
  })

  it('is logged with its reason, and its author is notified with the role, not the name', async () => {
    await remove(moderator, kind, 'mods')
    await restore(colleague, kind, '&reason=A%20mistake%20of%20ours.')
    expect(await loggedActions()).toEqual([
      [`restore_${kind}`, 'mods', 'A mistake of ours.'],
      [`remove_${kind}`, 'mods', null],
    ])
    const notification = await latestNotification(author)
    expect(notification).toMatchObject({
      type: 'restored',
      body: 'Reason: A mistake of ours.',
      title: `Your ${kind === 'post' ? 'post' : 'comment on'} A rare warbler has been restored by moderators of birding`,
    })
    expect(JSON.stringify(notification)).not.toMatch(/moderator_[mc]/)
  })

  it('happens once if two moderators do it concurrently', async () => {
    await remove(moderator, kind, 'mods')
    const before = await counts()
    const answers = await Promise.all([
      restore(moderator, kind),
      restore(colleague, kind),
      restore(admin, kind),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toEqual(errors.notRemoved)
    const column = kind === 'post' ? 'noPosts' : 'noComments'
    expect((await counts())[column]).toBe(before[column] + 1)
    expect((await loggedActions()).map(([action]) => action)).toEqual([`restore_${kind}`, `remove_${kind}`])
  })

  it.each<[string, 'normal' | 'mods' | 'admins', () => Client, object]>([
    ['its author, once it was removed', 'mods', () => author, errors.notModeratorNorAdmin],
    ['a reader', 'mods', () => reader, errors.notModeratorNorAdmin],
    ['a moderator, of what an admin removed', 'admins', () => moderator, errors.notAdmin],
    ['a moderator, of what its author deleted', 'normal', () => moderator, errors.notRemoved],
    ['an admin, of what its author deleted', 'normal', () => admin, errors.notRemoved],
  ])('is refused to %s, and nothing changes', async (_who, as, who, refusal) => {
    await remove(as === 'normal' ? author : as === 'mods' ? moderator : admin, kind, as)
    const before = await readBoth(admin)
    expect((await restore(who(), kind)).json()).toEqual(refusal)
    expect(await readBoth(admin)).toEqual(before)
  })
})

describe('a restored post', () => {
  it('is in every feed again, also in the top list of its current age', async () => {
    const other = await forum.post(author, 'birding')
    await reader.post('/api/_postVote', { postId: post.id, up: true })
    const sorts = feedSorts
    const before = await Promise.all(sorts.map((sort) => titlesIn(`sort=${sort}`)))
    await remove(moderator, 'post', 'mods')
    for (const sort of sorts) expect(await titlesIn(`sort=${sort}`)).not.toContain(post.id)
    await restore(moderator, 'post')
    expect(await Promise.all(sorts.map((sort) => titlesIn(`sort=${sort}`)))).toEqual(before)
    await remove(moderator, 'post', 'mods')
    await forum.db
      .updateTable('posts')
      .set({ created_at: new Date(Date.now() - 3 * 86_400_000) })
      .where('id', '=', post.id)
      .execute()
    await restore(moderator, 'post')
    const { age_band } = await forum.db
      .selectFrom('posts')
      .select('age_band')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow()
    expect(age_band).toBe(1)
    expect(await titlesIn('sort=week')).toEqual(expect.arrayContaining([post.id, other.id]))
  })

  it('stays without content that its author deleted meanwhile', async () => {
    await remove(moderator, 'post', 'mods')
    expect((await author.delete(`${pathOf.post()}?deleteContent=true`)).statusCode).toBe(200)
    expect((await restore(moderator, 'post')).json()).toEqual(errors.contentGone)
  })
})

it('is found by the search again: a post and a comment', async () => {
  const named = { post: 'warbler', comment: 'grebe' }
  for (const kind of kinds) {
    const ids = async () => JSON.stringify(await found(named[kind], `${kind}s`))
    const id = kind === 'post' ? post.id : comment
    const before = await ids()
    expect(before).toContain(id)
    await remove(moderator, kind, 'mods')
    expect(await ids()).not.toContain(id)
    await restore(moderator, kind)
    expect(await ids()).toBe(before)
  }
})

it('keeps every counter right, with many concurrent removals, restorations and deletions', async () => {
  const { pick, chance } = seededRandom(20_261_123)
  const targets = [
    ...(await Promise.all(Array.from({ length: 4 }, () => forum.post(author, 'birding')))).map(
      ({ publicId }) => `/api/posts/${publicId}`,
    ),
    ...(
      await Promise.all(Array.from({ length: 4 }, (_, n) => forum.comment(author, post, `Comment ${n}`)))
    ).map(({ id }) => `/api/posts/any/comments/${id}`),
  ]
  /** The expected state of each: who removed it, or that its author deleted it. */
  const state = new Map(targets.map((path) => [path, 'shown']))
  const act = async (path: string) => {
    const who = pick([moderator, colleague, admin])
    if (chance(0.05)) return [path, 'normal', (await author.delete(path)).statusCode] as const
    if (chance(0.5)) return [path, 'shown', (await who.put(`${path}?action=restore`)).statusCode] as const
    const as = who === admin ? 'admins' : 'mods'
    return [path, as, (await who.delete(`${path}?deleteAs=${as}`)).statusCode] as const
  }
  for (let round = 0; round < 30; round++) {
    // One action at a time per target, several targets concurrently.
    for (const [path, became, status] of await Promise.all(targets.map(act))) {
      const was = state.get(path)
      const mayRestore = was === 'mods' || (was === 'admins' && status === 200)
      const isAllowed = became === 'shown' ? mayRestore : was === 'shown'
      expect([path, was, became, status === 200]).toEqual([path, was, became, isAllowed])
      if (isAllowed) state.set(path, became)
    }
  }
  // Then all concurrently on few targets: in any order, the counters must match the rows.
  await Promise.all(Array.from({ length: 60 }, () => act(pick(targets))))
  expect(await recount(forum.connection)).toMatch(agree)
}, 120_000)
