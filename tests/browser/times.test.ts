import { longUnless } from './support/long.ts'
import { keysAwake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'
import { watch } from './support/watch.ts'

const zones = [
  ['Asia/Kolkata', '27 November 2026, 03:19 GMT+5:30'],
  ['America/St_Johns', '26 November 2026, 18:19 GMT-3:30'],
  ['Pacific/Apia', '27 November 2026, 10:49 GMT+13'],
  ['UTC', '26 November 2026, 21:49 UTC'],
] as const

for (const [timezoneId, local] of zones)
  test(
    `times are shown in the zone ${timezoneId} of the reader, and come from the server in UTC`,
    longUnless(timezoneId === 'Pacific/Apia'),
    async ({ browser, site }) => {
      const moss = await site.createCommunity('moss')
      const post = await site.createPost(site.keeper, moss.name)
      const { id } = await site.comment(site.keeper, post, 'They fly far.')
      const at = { created_at: new Date('2026-11-26T21:49:00Z') }
      await site.db.updateTable('posts').set(at).where('id', '=', post.id).execute()
      await site.db.updateTable('comments').set(at).where('id', '=', id).execute()
      const context = await browser.newContext({ baseURL: site.url, timezoneId })
      // Hydration that finds something else than the server wrote is a problem.
      const watched = await watch(context, site.url)
      const page = await context.newPage()
      const answer = await open(page, `/${moss.name}/post/${post.publicId}`)
      expect(await answer?.text()).toContain('title="26 November 2026, 21:49 UTC"')
      await keysAwake(page)
      const times = page.locator('main time[datetime^="2026-11-26T21:49"]')
      await expect(times).toHaveCount(2)
      for (const time of await times.all()) await expect(time).toHaveAttribute('title', local)
      await watched.stop()
      await context.close()
      expect(watched.problems()).toEqual([])
    },
  )
