import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Post } from '../../../contract/entities/post.ts'
import type { Client, Member, PostFacts } from '../../../tests/support/forum.ts'
import { type Scene, startScene } from '../../../tests/support/scene.ts'

let scene: Scene
let saver: Member
let post: PostFacts
let other: PostFacts
let made = 0
beforeAll(async () => {
  scene = await startScene()
})
afterAll(() => scene.forum.close())
beforeEach(async () => {
  made += 1
  saver = await scene.forum.member(`saver_${made}`)
  await saver.post('/api/_joinCommunity', { communityId: await scene.birding() })
  other = await scene.post()
  post = await scene.post()
  await change('post')
})

const change = (method: 'post' | 'delete', who = saver) =>
  who[method](`/api/users/${who.username}/lists/bookmarks/items`, { targetType: 'post', targetId: post.id })

/** Every place from which our pages get posts, with those that it has. */
const places: Record<string, (who: Client, query?: string) => Promise<Post[]>> = {
  'the feed of all': async (who, query = '&render=page') =>
    (await who.get(`/api/posts?sort=latest&feed=all${query}`)).json().posts,
  'the feed of a community': async (who, query = '&render=page') =>
    (await who.get(`/api/posts?sort=latest&communityId=${await scene.birding()}${query}`)).json().posts,
  'the profile of its author': async (who, query = '&render=page') =>
    (await who.get(`/api/users/${scene.author.username}/feed?filter=posts${query}`))
      .json()
      .items.map(({ item }: { item: Post }) => item),
  'its page': async (who, query = '&render=page') =>
    await Promise.all(
      [post, other].map(async ({ publicId }) =>
        (await who.get(`/api/posts/${publicId}?fetchCommunity=false${query}`)).json(),
      ),
    ),
}
const ofMembers: typeof places = {
  'the feed of subscriptions': async (who, query = '&render=page') =>
    (await who.get(`/api/posts?sort=latest&feed=home${query}`)).json().posts,
}
const isSaved = (posts: Post[], { id }: PostFacts) => {
  const found = posts.find((one) => one.id === id)
  expect(found).toBeDefined()
  return found?.isSaved
}

describe.each(Object.entries({ ...places, ...ofMembers }))('%s', (_place, read) => {
  it('says to our pages that a post is in a list of the viewer, and no longer when it is not', async () => {
    const posts = await read(saver)
    expect([isSaved(posts, post), isSaved(posts, other)]).toEqual([true, undefined])
    await change('delete')
    expect(isSaved(await read(saver), post)).toBeUndefined()
  })

  it('still says so to who also mutes someone and hides a post', async () => {
    await saver.post('/api/mutes', { userId: scene.banned.id, type: 'user' })
    await saver.post('/api/hidden_posts', { postId: (await scene.post()).id })
    expect(isSaved(await read(saver), post)).toBe(true)
  })

  it('says nothing of it in the API, which others use', async () => {
    expect(isSaved(await read(saver, ''), post)).toBeUndefined()
  })
})

describe.each(Object.entries(places))('%s', (_place, read) => {
  it('says it neither to guests nor to other members', async () => {
    for (const who of [scene.guest, scene.member]) expect(isSaved(await read(who), post)).toBeUndefined()
  })
})

it('is said in a list of someone else’s, if the reader saved the post, too', async () => {
  const reader = await scene.forum.member(`reader_${made}`)
  const [list] = (await saver.get(`/api/users/${saver.username}/lists`)).json()
  await saver.put(`/api/lists/${list.id}`, { ...list, public: true })
  const read = async () =>
    (await reader.get(`/api/users/${saver.username}/lists/bookmarks/items?render=page`))
      .json()
      .items.map(({ targetItem }: { targetItem: Post }) => targetItem)
  expect(isSaved(await read(), post)).toBeUndefined()
  await change('post', reader)
  expect(isSaved(await read(), post)).toBe(true)
})

it('is not said of a post of which only a comment is saved', async () => {
  const comment = await scene.forum.comment(scene.author, other)
  await saver.post(`/api/users/${saver.username}/lists/bookmarks/items`, {
    targetType: 'comment',
    targetId: comment.id,
  })
  expect(isSaved((await places['its page']?.(saver)) ?? [], other)).toBeUndefined()
})
