import { describe, expect, it } from 'vitest'
import type { Comment } from '../../../contract/entities/comment.ts'
import { badgeLook } from '../../features/authors/badges.ts'
import { createQueryClient } from '../api.ts'
import { changePost } from './cachedPosts.ts'
import { type Content, contentOf, updateCommentInContents } from './contents.ts'
import type { ShownPost } from './shownPost.ts'

const post = { id: '7', publicId: 'abc', title: 'Spores', upvotes: 1 } as ShownPost
const comment = { id: '7', body: 'Green', upvotes: 1, postTitle: 'Spores' } as Comment

function scene() {
  const queryClient = createQueryClient({ call: () => Promise.reject(new Error('Nobody asks.')) })
  const key = ['contents', 'user', 'rowan']
  const items: Content[] = [
    { type: 'post', item: post },
    { type: 'comment', item: comment },
  ]
  queryClient.setQueryData(key, { pages: [{ items, next: null }], pageParams: [null] })
  const shown = () =>
    queryClient.getQueryData<{ pages: { items: Content[] }[] }>(key)?.pages[0]?.items.map(({ item }) => item)
  return { queryClient, shown }
}

describe('posts and comments in one list', () => {
  it('are distinguished by their type, not by their id', () => {
    expect(contentOf({ item: post, type: 'post' })).toEqual({ type: 'post', item: post })
    expect(contentOf({ item: comment, type: 'comment' })).toEqual({ type: 'comment', item: comment })
  })

  it('[CORE-8-036] of an unknown type are an error', () => {
    expect(() => contentOf({ item: post, type: 'song' })).toThrow("unknown type 'song'")
  })

  it('include updates of a post elsewhere', () => {
    const { queryClient, shown } = scene()
    changePost(queryClient, 'abc', (old) => ({ ...old, upvotes: 2 }))
    expect(shown()).toEqual([{ ...post, upvotes: 2 }, comment])
  })

  it('include updates of a comment elsewhere, and keep the title of its post', () => {
    const { queryClient, shown } = scene()
    const { postTitle: _title, ...fresh } = { ...comment, upvotes: 3 }
    updateCommentInContents(queryClient, fresh)
    expect(shown()).toEqual([post, { ...comment, upvotes: 3 }])
  })
})

it('[CORE-8-037] a badge of an unknown type is an error', () => {
  expect(badgeLook('supporter')).toEqual({ label: 'Supporter', icon: 'supporter' })
  expect(() => badgeLook('founder')).toThrow("unknown type 'founder'")
})
