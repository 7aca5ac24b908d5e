import { freePort } from '../support/freePort.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

// A forum recognizes its own absolute URLs only with `SITE_URL`.
const PORT = await freePort()
test.use({ environment: { PORT, SITE_URL: `http://127.0.0.1:${PORT}` } })

test('[CORE-5-039] an absolute URL of the forum in a text navigates inside the page', async ({
  page,
  site,
}) => {
  const moss = await site.createCommunity('moss', { about: 'Soft and green.' })
  const body = `[about](${site.url}/${moss.name}?tab=about)`
  const post = await site.createPost(site.keeper, moss.name, { body })
  await open(page, `/${moss.name}/post/${post.publicId}`)
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
  await page.getByRole('main').getByRole('link', { name: 'about' }).click()
  await expect(page).toHaveURL(`${site.url}/${moss.name}?tab=about`)
  expect(documents).toEqual([])
})
