import { describe, expect, it } from 'vitest'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import { createQueryClient } from './api.ts'
import { loaders } from './load.ts'
import { type FeedParams, feedQuery } from './posts/feed.ts'

const address: FeedParams = { feed: 'all', sort: 'hot', from: null }

/** An API with a feed of pages "1", "2", … that answers when the test says so. */
function scene({ isSlow = false } = {}) {
  const asked: (string | undefined)[] = []
  let answer = () => {}
  const gate = isSlow ? new Promise<void>((resolve) => (answer = resolve)) : Promise.resolve()
  const api: ApiClient = {
    async call(_name, input) {
      const { next } = (input as { query: { next?: string } }).query
      asked.push(next)
      await gate
      const page = Number(next ?? 1)
      return { posts: [{ id: `of page ${page}` }], next: page < 3 ? page + 1 : null } as never
    },
  }
  const queryClient = createQueryClient(api)
  const pages = () => queryClient.getQueryData(feedQuery(address).queryKey)?.pages.length
  return { asked, pages, queryClient, answer: () => answer() }
}

describe('loading a feed', () => {
  it('[CORE-4-063] asks for its first page', async () => {
    const { asked, pages, queryClient } = scene()
    await loaders(queryClient, { maxAgeMs: 0, feedPatienceMs: 1000 }).loadFeed(address)
    expect([asked, pages()]).toEqual([[undefined], 1])
  })

  it('[CORE-4-064] appends the next page, and keeps all pages for the way back', async () => {
    const { asked, pages, queryClient } = scene()
    const { loadFeed } = loaders(queryClient, { maxAgeMs: Number.POSITIVE_INFINITY, feedPatienceMs: 1000 })
    await loadFeed(address)
    await queryClient.fetchInfiniteQuery({ ...feedQuery(address), pages: 2, staleTime: 0 } as never)
    await loadFeed(address)
    expect([asked, pages()]).toEqual([[undefined, undefined, '2'], 2])
  })

  it('starts again with the first page if the cache is too old', async () => {
    const { pages, queryClient } = scene()
    await queryClient.fetchInfiniteQuery({ ...feedQuery(address), pages: 3 } as never)
    expect(pages()).toBe(3)
    await loaders(queryClient, { maxAgeMs: 0, feedPatienceMs: 1000 }).loadFeed(address)
    expect(pages()).toBe(1)
  })

  it('[CORE-9-021] lets the page appear without it after a while', async () => {
    const { pages, queryClient, answer } = scene({ isSlow: true })
    const loaded = loaders(queryClient, { maxAgeMs: 0, feedPatienceMs: 1 }).loadFeed(address)
    await loaded
    expect(pages()).toBeUndefined()
    answer()
  })

  it('[CORE-9-021] lets the page wait if it must be complete', async () => {
    const { pages, queryClient, answer } = scene({ isSlow: true })
    const { loadFeed } = loaders(queryClient, {
      maxAgeMs: Number.POSITIVE_INFINITY,
      feedPatienceMs: Number.POSITIVE_INFINITY,
    })
    const loaded = loadFeed(address)
    answer()
    await loaded
    expect(pages()).toBe(1)
  })
})
