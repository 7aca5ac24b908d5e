import { beforeAll, expect } from 'vitest'
import { eachInShares } from '../support/eachInShares.ts'
import { oddCursors } from '../support/oddNumbers.ts'
import { startRenderedPages } from '../support/renderedPages.ts'

const { forum, get, signIn } = await startRenderedPages()
let headers: Record<string, string>
let thread: string
beforeAll(async () => {
  headers = await signIn('rowan')
  const hazel = await forum.member('hazel')
  thread = (await forum.post(hazel, 'gardening')).publicId
})

const pages = [
  '/?sort=latest',
  '/?sort=hot',
  '/?sort=activity',
  '/all?sort=week',
  '/communities',
  '/gardening?sort=latest',
  '/gardening/post/:thread',
  '/gardening/post/:thread?sort=new',
  '/gardening/modlog',
  '/gardening/modtools/reports',
  '/gardening/modtools/banned',
  '/@rowan',
  '/@rowan/lists/saved',
  '/search?q=beans&sort=new',
  '/search?q=beans&sort=relevance',
  '/search?q=rowan&type=communities',
  '/modlog',
  '/modqueue',
  '/modmail',
  '/appeals',
  '/notifications',
  '/admin/users',
  '/admin/comments',
  '/admin/communities',
  '/admin/ipblocks',
  '/admin/history',
  '/admin/applications',
].map((page) => [page] as const)

eachInShares(pages, 3)('no cursor makes the page %s fail', async (page) => {
  const path = page.replace(':thread', thread)
  const failed: string[] = []
  // The calls behind the pages are tested with all of them.
  for (const [place, cursor] of oddCursors.filter((_cursor, n) => n % 5 === 0).entries()) {
    const url = `${path}${path.includes('?') ? '&' : '?'}next=${cursor}`
    const { statusCode } = await get(url, place % 3 === 0 ? {} : headers)
    if (statusCode >= 500) failed.push(`${url}: ${statusCode}`)
  }
  expect(failed).toEqual([])
})
