import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../contract/endpoints/index.ts'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { createQueryClient } from '../api.ts'
import { updateCachedPost } from '../posts/cachedPosts.ts'
import { postQuery } from '../posts/post.ts'
import { threadQuery } from './thread.ts'

const comment = (id: string, more: Partial<Comment> = {}) =>
  ({ id, parentId: null, ancestors: null, upvotes: 4, postPublicId: 'hello123', ...more }) as Comment

const post = (more: Partial<Post> = {}) =>
  ({
    publicId: 'hello123',
    title: 'Owls',
    body: null,
    bodyHtml: '<p>Owls</p>',
    lastVisitAt: '2026-03-05T12:00:00Z',
    newComments: 3,
    comments: [comment('1')],
    commentsNext: '3.9',
    ...more,
  }) as Post

type Answers = Partial<Record<string, (query: Record<string, string>) => unknown>>

/** A cache over an API with the given answers, and the calls it received. */
function cacheOver(answers: Answers) {
  const asked: { name: string; query: Record<string, string> }[] = []
  const api = {
    async call(name: string, input: { query?: Record<string, string> }) {
      const query = input.query ?? {}
      asked.push({ name, query })
      return answers[name]?.(query)
    },
  } as unknown as ApiClient
  return { cache: createQueryClient(api), asked }
}

const whole = { publicId: 'hello123', sort: 'best', from: null, focus: null } as const

describe('loading a post', () => {
  it('includes its first comments in the same call', async () => {
    const { cache, asked } = cacheOver({ getPost: () => post() })
    await cache.fetchQuery(postQuery('hello123'))
    const thread = await cache.fetchQuery(threadQuery(whole))
    expect(thread).toEqual({ comments: [comment('1')], next: '3.9', written: [], focus: null })
    expect(asked).toEqual([
      {
        name: 'getPost',
        query: { fetchCommunity: true, commentsLimit: 100, commentsSort: 'best', render: 'page' },
      },
    ])
  })
})

describe('loading a post again', () => {
  it.each([
    ['replaces its comments', false, ['1']],
    ['keeps those that are in the cache for a part of the discussion', true, ['1', '2']],
  ])('%s', async (_case, keepsThread, ids) => {
    const { cache } = cacheOver({ getPost: () => post() })
    await cache.fetchQuery(postQuery('hello123'))
    cache.setQueryData(
      threadQuery(whole).queryKey,
      (old) => old && { ...old, comments: [comment('1'), comment('2')] },
    )
    await cache.fetchQuery({ ...postQuery('hello123', 'best', keepsThread), staleTime: 0 })
    expect(cache.getQueryData(threadQuery(whole).queryKey)?.comments.map(({ id }) => id)).toEqual(ids)
  })
})

describe('loading one comment', () => {
  it('includes its ancestors and first replies, and nothing else', async () => {
    const { cache, asked } = cacheOver({
      getComment: () => comment('7', { parentId: '2', ancestors: ['1', '2'] }),
      listComments: () => ({
        comments: [comment('7'), comment('1'), comment('2'), comment('3')],
        next: '4.3',
      }),
      listReplies: () => [comment('9', { parentId: '7', ancestors: ['1', '2', '7'] })],
    })
    const thread = await cache.fetchQuery(threadQuery({ ...whole, focus: '7' }))
    expect(thread.comments.map(({ id }) => id)).toEqual(['7', '1', '2', '9'])
    expect(thread).toMatchObject({ next: null, focus: '7' })
    expect(asked.map(({ query }) => query)).toEqual([
      { render: 'page' },
      { limit: 1, next: '4.7', render: 'page' },
      { parentId: '7', limit: 100, sort: 'best', render: 'page' },
    ])
  })
})

describe('a post that was changed', () => {
  it('keeps the viewer state and its community', async () => {
    const community = { name: 'birding' } as NonNullable<Post['community']>
    const { cache } = cacheOver({ getPost: () => post({ community }) })
    await cache.fetchQuery(postQuery('hello123'))
    updateCachedPost(
      cache,
      post({ upvotes: 5, bodyHtml: '<p>New</p>', lastVisitAt: '2026-03-06T12:00:00Z', newComments: 0 }),
    )
    expect(cache.getQueryData(postQuery('hello123').queryKey)).toMatchObject({
      upvotes: 5,
      bodyHtml: '<p>New</p>',
      lastVisitAt: '2026-03-05T12:00:00Z',
      newComments: 3,
      community,
    })
  })
})
