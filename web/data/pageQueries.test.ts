import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { ApiClient } from '../../contract/endpoints/index.ts'
import { pageQueries } from './pageQueries.ts'

const noApi = { call: () => Promise.reject(new Error('Nobody asks.')) } as ApiClient

/** A query that is answered when the test says so. */
function heldQuery(name: string) {
  let answer = (_data: string) => {}
  let calls = 0
  const query = queryOptions({
    queryKey: [name],
    queryFn: () => {
      calls += 1
      return new Promise<string>((resolve) => {
        answer = resolve
      })
    },
  })
  return { query, answer: (data: string) => answer(data), calls: () => calls }
}

const namesOf = (queries: ReturnType<typeof pageQueries>) =>
  queries.loaded().map(({ queryKey, data }) => [queryKey[0], data])

it('loads each query of a page once', async () => {
  const queries = pageQueries(noApi)
  const { query, answer, calls } = heldQuery('owls')
  const both = [queries.load(query), queries.load(query)]
  answer('two')
  expect([...(await Promise.all(both)), await queries.load(query), calls()]).toEqual(['two', 'two', 'two', 1])
})

it('has them in the order in which they were asked for, whichever is answered first', async () => {
  const queries = pageQueries(noApi)
  const [one, other] = [heldQuery('one'), heldQuery('other')]
  const both = [queries.load(one.query), queries.load(other.query)]
  other.answer('b')
  await both[1]
  one.answer('a')
  await both[0]
  expect(namesOf(queries)).toEqual([
    ['one', 'a'],
    ['other', 'b'],
  ])
})

it('has no data of a query that failed', async () => {
  const queries = pageQueries(noApi)
  const failing = queryOptions({
    queryKey: ['failing'],
    queryFn: () => Promise.reject<string>(new Error('Gone')),
  })
  await expect(queries.load(failing)).rejects.toThrow('Gone')
  expect(namesOf(queries)).toEqual([])
  expect(queries.client().getQueryData(['failing'])).toBeUndefined()
})

it('has what queries put beside their own data, which is then not loaded', async () => {
  const queries = pageQueries(noApi)
  const thread = heldQuery('thread')
  const post = queryOptions({
    queryKey: ['post'],
    async queryFn({ client }) {
      client.setQueryData(['thread'], 'comments')
      return 'a post'
    },
  })
  await queries.load(post)
  expect([await queries.load(thread.query), thread.calls()]).toEqual(['comments', 0])
  expect(namesOf(queries)).toEqual([
    ['post', 'a post'],
    ['thread', 'comments'],
  ])
})

it('gives all of it to what is rendered, lists as their first page', async () => {
  const queries = pageQueries(noApi)
  const feed = infiniteQueryOptions({
    queryKey: ['feed'],
    queryFn: async ({ pageParam }) => ({ next: null, from: pageParam }),
    initialPageParam: 'here' as string | null,
    getNextPageParam: () => null,
  })
  await queries.loadPages(feed as never)
  const data = { pages: [{ next: null, from: 'here' }], pageParams: ['here'] }
  expect(queries.client().getQueryData(['feed'])).toEqual(data)
  expect(namesOf(queries)).toEqual([['feed', data]])
  queries.client().clear()
})
