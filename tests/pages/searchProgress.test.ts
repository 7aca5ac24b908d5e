import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startRenderedPages } from '../support/renderedPages.ts'

const { forum, get, signIn } = await startRenderedPages()

it('says on the pages of search and system that an import is still being indexed', async () => {
  await sql`update search_progress set after_id = 0, is_finished = subject <> 'posts'`.execute(forum.db)
  const text = 'Still indexing recent imports (0 of 1).'
  expect((await get('/search?q=beans')).body).toContain(`${text} Results may be incomplete.`)
  expect((await get('/search?q=nothing-like-it&in=comments')).body).toContain(text)
  expect((await get('/admin/system', await signIn('rowan'))).body).toContain(text)
})
