import { comment, discussion, writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

test.use({ environment: { RATE_LIMITS: 'on' } })

test('[CORE-8-009] a comment that is rate limited is retried once after two seconds', {
  tag: '@long',
}, async ({ page, site, signIn, forgive }) => {
  forgive(/429/)
  const { keeper } = site
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(keeper, moss.name)
  await signIn(keeper)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  const statuses: { status: number; at: number }[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST' && response.url().includes('/comments'))
      statuses.push({ status: response.status(), at: Date.now() })
  })
  let mayGoOn = () => {}
  const windowIsOver = new Promise<void>((resolve) => {
    mayGoOn = resolve
  })
  let sent = 0
  await page.route('**/comments?*', async (route) => {
    sent += 1
    // Two calls in five seconds are allowed, so a call after two others may be too early.
    if (sent === 2) await windowIsOver
    await route.continue()
  })
  for (const text of ['One', 'Two']) await site.comment(keeper, post, text)
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill('Three')
  await writing(page).press('Control+Enter')
  await expect.poll(() => sent).toBe(2)
  expect(statuses.map(({ status }) => status)).toEqual([429])
  expect(Date.now() - (statuses[0]?.at ?? 0)).toBeGreaterThan(1800)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect
    .poll(() =>
      site.comment(keeper, post, 'Another').then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  mayGoOn()
  await expect(comment(page, 'Three')).toBeVisible()
  expect(statuses.map(({ status }) => status)).toEqual([429, 200])
  expect(sent).toBe(2)

  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill('Four')
  await page.unroute('**/comments?*')
  await page.route('**/comments?*', (route) => route.fulfill({ status: 429, body: '{}' }))
  await writing(page).press('Control+Enter')
  await expect(page.getByText('Whoah, slow down there!')).toBeVisible()
  await expect(writing(page)).toHaveValue('Four')
})
