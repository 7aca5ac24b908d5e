import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Community } from '../../../contract/entities/community.ts'
import type { ListItemsPage } from '../../../contract/entities/list.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { errors } from '../../../contract/errors.ts'
import { wireId } from '../../../contract/ids.ts'
import { type Forum, type Member, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'

let forum: Forum
let member: Member
let community: Community
let post: Post
let comment: Comment
let items: ListItemsPage
beforeAll(async () => {
  forum = await startForum()
  member = await forum.member('the_first', { isAdmin: true })
  await forum.community('birding', member)
  const { publicId } = await forum.post(member, 'birding', { type: 'image', images: 1 })
  await forum.comment(member, { id: '', publicId })
  community = (await member.get('/api/communities/birding?byName=true')).json()
  post = (await member.get(`/api/posts/${publicId}`)).json()
  comment = post.comments?.[0] as Comment
  const list = `/api/users/the_first/lists/bookmarks/items`
  await member.post(list, { targetType: 'post', targetId: post.id })
  items = (await member.post(list, { targetType: 'comment', targetId: comment.id })).json()
})
afterAll(() => forum.close())

describe('ids in answers', () => {
  it('differ between kinds, although each kind is numbered from 1', async () => {
    const ids = [member.id, community.id, post.id, comment.id, post.images[0]?.id]
    expect(ids.slice(1)).toEqual([
      '200000000000000000000001',
      '300000000000000000000001',
      '400000000000000000000001',
      '500000000000000000000001',
    ])
    expect(member.id).toBe(wireId('user', stored(member.id)))
    expect((await member.get('/api/_user')).json()).toMatchObject({ id: member.id })
    for (const { id } of items.items) expect(id).toEqual(expect.any(Number))
  })

  it('are the same for one thing everywhere', async () => {
    expect(post).toMatchObject({ userId: member.id, communityId: community.id, author: { id: member.id } })
    expect(comment).toMatchObject({ postId: post.id, userId: member.id, communityId: community.id })
    expect(community.mods).toMatchObject([{ id: member.id }])
    expect(items.items).toMatchObject([
      { targetType: 'comment', targetId: comment.id, targetItem: { id: comment.id, postId: post.id } },
      { targetType: 'post', targetId: post.id, targetItem: { id: post.id } },
    ])
    expect((await member.get('/api/_initial')).json()).toMatchObject({
      user: { id: member.id },
      moderates: [community.id],
    })
    const reply = await forum.comment(member, post, 'Below.', comment.id)
    expect((await member.get(`/api/comments/${reply.id}`)).json()).toMatchObject({
      parentId: comment.id,
      ancestors: [comment.id],
    })
  })

  it('have their public form in all answers', async () => {
    const reader = await forum.member('reader_r')
    await forum.comment(reader, post)
    await reader.post('/api/_report', { type: 'comment', targetId: comment.id, reason: 1 })
    await member.post('/api/mutes', { userId: reader.id, communityId: community.id })
    const answers = await Promise.all(
      [
        '/api/_initial',
        '/api/_user',
        '/api/posts',
        `/api/posts/${post.publicId}`,
        '/api/communities',
        '/api/users/the_first/feed',
        '/api/users/the_first/lists/bookmarks/items',
        '/api/mutes',
        '/api/notifications',
        '/api/notifications?render=true',
        `/api/communities/${community.id}/reports`,
        '/api/modqueue/items',
        '/api/modlog',
        '/api/users',
        '/api/comments',
        '/api/search?q=post',
      ].map(async (url) => (await member.get(url)).json()),
    )
    const seen = new Set<string>()
    const look = (value: unknown, key = ''): void => {
      if (Array.isArray(value)) for (const one of value) look(one, key)
      else if (typeof value === 'object' && value !== null)
        for (const [name, part] of Object.entries(value)) look(part, name)
      else if (typeof value === 'string' && /(^|[a-z])(id|Id|ancestors|moderates|bannedFrom)$/.test(key)) {
        seen.add(key)
        if (!['publicId', 'postPublicId', 'userGhostId'].includes(key) && !/^[uc]_/.test(value))
          expect([key, value]).toEqual([key, expect.stringMatching(/^[0-6][0-9]{23}$/)])
      }
    }
    for (const answer of answers) look(answer)
    expect([...seen]).toEqual(expect.arrayContaining(['id', 'userId', 'postId', 'targetId', 'mutedUserId']))
    const [newest] = (await member.get('/api/notifications?render=true')).json().items
    expect(newest.toURL).toMatch(/\/4[0-9]{23}$/)
  })
})

describe('ids in requests', () => {
  const bothForms = (id: string) => [id, stored(id), stored(id).padStart(24, '0')]

  it('may be plain numbers, as earlier versions sent them', async () => {
    for (const id of bothForms(comment.id)) {
      expect((await member.get(`/api/comments/${id}`)).json()).toMatchObject({ id: comment.id })
      const replies = await member.get(`/api/posts/${post.publicId}/comments?parentId=${id}`)
      expect(replies.json()).toEqual(expect.any(Array))
      const saved = await member.get(`/api/lists/_saved_to?type=comment&id=${id}`)
      expect(saved.json()).toEqual([expect.any(Number)])
      const next = `${comment.upvotes}.${id}`
      const page = await member.get(`/api/posts/${post.publicId}/comments?next=${next}&limit=1`)
      expect(page.json().comments[0]).toMatchObject({ id: comment.id })
    }
    for (const id of bothForms(community.id)) {
      expect((await member.get(`/api/communities/${id}`)).json()).toMatchObject({ id: community.id })
      expect((await member.get(`/api/posts?communityId=${id}`)).json().posts).toHaveLength(1)
      expect((await member.post('/api/_joinCommunity', { communityId: id })).statusCode).toBe(200)
    }
    for (const id of bothForms(post.id))
      expect((await member.post('/api/hidden_posts', { postId: id })).statusCode).toBe(200)
    for (const id of bothForms(post.images[0]?.id ?? ''))
      expect((await member.put(`/api/images/${id}`, { altText: 'A wren' })).statusCode).toBe(200)
  })

  it('of another kind find nothing, even if that number exists', async () => {
    expect((await member.get(`/api/comments/${post.id}`)).json()).toEqual(errors.commentNotFound)
    expect((await member.get(`/api/communities/${post.id}`)).json()).toEqual(errors.communityNotFound)
    const vote = await member.post('/api/_postVote', { postId: comment.id, up: false })
    expect(vote.json()).toEqual(errors.postNotFound)
    const report = { type: 'comment', targetId: post.id, reason: 1 }
    expect((await member.post('/api/_report', report)).json()).toEqual(errors.commentNotFound)
    const reply = { body: 'Hello.', parentCommentId: post.id }
    expect((await member.post(`/api/posts/${post.publicId}/comments`, reply)).json()).toEqual(
      errors.commentNotFound,
    )
    const image = await member.put(`/api/images/${post.id}`, { altText: 'Mine' })
    expect(image.json()).toEqual(errors.imageNotFound)
    expect((await member.get('/api/comments/abc')).json()).toEqual(errors.invalidId)
    expect(wireId('post', '1')).toBe(post.id)
  })
})
