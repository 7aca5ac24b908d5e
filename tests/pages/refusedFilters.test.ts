import { beforeAll, expect, it } from 'vitest'
import { startRenderedPages } from '../support/renderedPages.ts'

const { get, signIn } = await startRenderedPages()
let headers: Record<string, string>
beforeAll(async () => {
  headers = await signIn('rowan')
})

/** Filters as a person may write them into a form or a URL, and what the page keeps of them to be corrected. */
const pages = [
  ['/admin/users?ip=203.0.113.5%2F40', '203.0.113.5/40'],
  ['/admin/users?mailDomain=no%20domain', 'no domain'],
  ['/admin/users?since=yesterday', 'yesterday'],
  ['/admin/users?writtenMax=few', 'At most few'],
  ['/admin/changes?from=yesterday', 'yesterday'],
  ['/admin/changes?setting=nothing', 'nothing'],
  ['/admin/security?from=2026-02-31', '2026-02-31'],
  ['/admin/security?of=not%20a%20name', 'not a name'],
  ['/modlog?from=2026-02-31', 'Enter dates like'],
  ['/modlog?by=not%20a%20name', ''],
  ['/search?q=beans&from=2026-02-31', ''],
  ['/search?q=beans&in=not%20a%20community', ''],
] as const

it.each(pages)('the form of %s keeps what is to be corrected', async (path, kept) => {
  const page = await get(path, headers)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain(kept)
})
