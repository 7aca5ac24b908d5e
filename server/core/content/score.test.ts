import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { commentSorts, feedSorts } from '../../../contract/words.ts'
import {
  type Client,
  type Forum,
  type Member,
  type PostFacts,
  startForum,
} from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let moderator: Member
let admin: Member
let author: Member
let reader: Member
let guest: Client
let post: PostFacts
let comment: { id: string }
let old: PostFacts

beforeAll(async () => {
  forum = await startForum({ GUEST_CACHE_SECONDS: '1' })
  moderator = await forum.moderator('moderator_m', 'birding')
  admin = await forum.member('the_admin', { isAdmin: true })
  author = await forum.member('author_a')
  reader = await forum.member('reader_r')
  guest = await forum.guest()
  old = await forum.post(author, 'birding', { title: 'Written before' })
  const { id } = (await guest.get('/api/communities/birding?byName=true')).json<{ id: string }>()
  const answer = await moderator.put(`/api/communities/${id}`, { scoreHiddenMinutes: 60 })
  expect(answer.json()).toMatchObject({ scoreHiddenMinutes: 60 })
  post = await forum.post(author, 'birding')
  comment = await forum.comment(author, post)
})
afterAll(() => forum.close())

const hidden = { upvotes: null, downvotes: null }
const shown = { upvotes: expect.any(Number), downvotes: expect.any(Number) }

/** The post and the comment wherever the API and our pages get them. */
const everywhere = async (who: Client) => {
  const format = '&render=page'
  const answers = await Promise.all(
    ['', format].map(async (form) => {
      const alone = (await who.get(`/api/posts/${post.publicId}?fetchCommunity=false${form}`)).json<Post>()
      const feed = (await who.get(`/api/posts?sort=hot${form}`)).json<{ posts: Post[] }>().posts
      const thread = (await who.get(`/api/posts/${post.publicId}/comments?sort=top${form}`)).json<{
        comments: Comment[]
      }>()
      const profile = (await who.get(`/api/users/author_a/feed?limit=9${form}`)).json<{
        items: { item: Post | Comment }[]
      }>()
      return [
        alone,
        alone.comments?.[0],
        feed.find(({ id }) => id === post.id),
        thread.comments[0],
        (await who.get(`/api/comments/${comment.id}?${form}`)).json<Comment>(),
        ...profile.items.map(({ item }) => item).filter(({ id }) => id === post.id || id === comment.id),
      ]
    }),
  )
  return answers.flat()
}

it.each([
  ['guests', () => guest, hidden],
  ['members', () => reader, hidden],
  ['the author', () => author, hidden],
  ['moderators of the community', () => moderator, shown],
  ['admins', () => admin, shown],
])('to %s, points of a new post and comment are the same everywhere', async (_case, who, expected) => {
  const found = await everywhere(who())
  expect(found).toHaveLength(14)
  for (const item of found) expect(item).toMatchObject(expected)
  const [alone] = found
  expect(alone).toMatchObject({ hotness: expected === hidden ? null : expect.any(Number) })
})

it('a vote counts and does not say the points', async () => {
  const voted = (await reader.post('/api/_postVote', { postId: post.id, up: true })).json<Post>()
  expect(voted).toMatchObject({ ...hidden, userVotedUp: true })
  const onComment = await reader.post('/api/_commentVote', { commentId: comment.id, up: true })
  expect(onComment.json()).toMatchObject({ ...hidden, userVotedUp: true })
  expect((await moderator.get(`/api/posts/${post.publicId}`)).json()).toMatchObject({ upvotes: 2 })
})

it('a reply is found with all that is above it, without its votes', async () => {
  const reply = await forum.comment(author, post, 'An answer', comment.id)
  const page = (await guest.get(`/api/posts/${post.publicId}/comments?next=null.${reply.id}&limit=1`)).json<{
    comments: Comment[]
  }>()
  expect(page.comments.map(({ id }) => id)).toEqual(expect.arrayContaining([reply.id, comment.id]))
  expect((await guest.get(`/api/posts/${post.publicId}/comments?next=null.x`)).json()).toEqual(
    errors.invalidCursor,
  )
})

it('what was written before keeps its points', async () => {
  expect((await guest.get(`/api/posts/${old.publicId}`)).json()).toMatchObject({ upvotes: 1 })
})

it('points appear when the time is up, though nothing of the row changes then', async () => {
  const [itsPost, itsComment] = [stored(post.id), stored(comment.id)]
  // Read by everyone while they are hidden, so that caches know them.
  await sql`update posts set score_hidden_until = now() + interval '900 milliseconds' where id = ${itsPost}`.execute(
    forum.db,
  )
  await sql`update comments set score_hidden_until = now() + interval '900 milliseconds' where id = ${itsComment}`.execute(
    forum.db,
  )
  await Promise.all([guest, reader].map(everywhere))
  for (const who of [guest, reader])
    await vi.waitFor(
      async () => {
        for (const item of await everywhere(who)) expect(item).toMatchObject({ upvotes: 2, downvotes: 0 })
      },
      { timeout: 20_000, interval: 200 },
    )
})

/** Walks with one item a page, and collects the ids of the items and the cursors. */
async function walk(who: Client, address: string): Promise<{ ids: string[]; cursors: string[] }> {
  const ids: string[] = []
  const cursors: string[] = []
  for (let next: string | null = ''; next !== null && cursors.length < 50; ) {
    const page: { posts?: Post[]; comments?: Comment[]; next: string | number | null } = (
      await who.get(`${address}&limit=1&next=${next}`)
    ).json()
    ids.push(...(page.posts ?? page.comments ?? []).map(({ id }) => id))
    next = page.next === null ? null : String(page.next)
    if (next !== null) cursors.push(next)
  }
  return { ids, cursors }
}

describe('cursors', () => {
  const votes = [731, 742, 753]
  let posts: PostFacts[]
  let comments: { id: string }[]
  let secrets: string[]
  beforeAll(async () => {
    const { communityId } = (await guest.get(`/api/posts/${post.publicId}`)).json<Post>()
    await reader.post('/api/_joinCommunity', { communityId })
    posts = []
    comments = []
    for (const upvotes of votes) {
      const made = await forum.post(author, 'birding')
      await sql`update posts set upvotes = ${upvotes} where id = ${stored(made.id)}`.execute(forum.db)
      posts.push(made)
      const reply = await forum.comment(author, post, 'A reply', comment.id)
      const top = await forum.comment(author, post)
      for (const { id } of [reply, top])
        await sql`update comments set upvotes = ${upvotes} where id = ${stored(id)}`.execute(forum.db)
      comments.push(top)
    }
    const { rows } = await sql<{ hotness: string; best: string }>`
      select hotness::text, comment_best(upvotes, downvotes)::text as best
      from posts where score_hidden_until > now()`.execute(forum.db)
    secrets = [...votes.map(String), ...rows.flatMap((row) => [row.hotness, row.best])]
  })
  const tellsNothing = (cursors: readonly string[]) =>
    expect(cursors.flatMap((cursor) => cursor.split('.')).filter((part) => secrets.includes(part))).toEqual(
      [],
    )

  it.each(feedSorts.flatMap((sort) => [[sort, 'all'] as const, [sort, 'home'] as const]))(
    'of %s posts, %s, do not tell their points, and lead to each post once',
    async (sort, feed) => {
      for (const who of feed === 'all' ? [guest, reader] : [reader]) {
        const { ids, cursors } = await walk(who, `/api/posts?sort=${sort}&feed=${feed}`)
        expect(ids.toSorted()).toEqual([old, post, ...posts].map(({ id }) => id).toSorted())
        tellsNothing(cursors)
      }
    },
  )

  it.each(['', ...commentSorts])('of comments, %s, do not tell their points', async (sort) => {
    const { ids, cursors } = await walk(
      reader,
      `/api/posts/${post.publicId}/comments?${sort && `sort=${sort}`}`,
    )
    for (const { id } of [comment, ...comments]) expect(ids).toContain(id)
    if (sort !== '') expect(ids).toHaveLength(new Set(ids).size)
    tellsNothing(cursors)
  })

  it.each(['', ...commentSorts])(
    'of replies, %s, can be the id of a reply whose points are hidden',
    async (sort) => {
      const address = `/api/posts/${post.publicId}/comments?parentId=${comment.id}${sort && `&sort=${sort}`}`
      const all = (await reader.get(address)).json<Comment[]>()
      for (const [at, { id }] of all.entries()) {
        const page = (await reader.get(`${address}&next=null.${id}`)).json<Comment[]>()
        expect(page.map((found) => found.id)).toEqual(all.slice(at).map((found) => found.id))
      }
    },
  )
})
