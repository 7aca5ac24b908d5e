import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

/** A port that nobody listens on. */
async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return String(port)
}

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
