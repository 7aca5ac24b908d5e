import type { Page } from '@playwright/test'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const ownRecord = '**/api/_user'
const navbar = (page: Page) => page.getByRole('banner')

/** Opens a member's page with a mocked clock, so that it polls only when the test says so. */
async function openWithStoppedClock(page: Page, address: string) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
  await open(page, address)
}

/**
 * Advances the clock by five seconds until the page polls; returns the answer, and how often the clock was advanced.
 */
async function nextRecord(page: Page) {
  const answered = page.waitForResponse(ownRecord)
  let isAnswered = false
  void answered.then(() => {
    isAnswered = true
  })
  let periods = 0
  await expect(async () => {
    await page.clock.runFor(5000)
    periods += 1
    await expect.poll(() => isAnswered, { timeout: 5000 }).toBe(true)
  }).toPass()
  return { status: (await answered).status(), periods }
}

test.describe('the record of the viewer', () => {
  test('[CORE-4-051] [CORE-7-006] is polled every 5 seconds and shown', async ({ page, site, signIn }) => {
    const member = await site.signUp('rowan')
    await signIn(member)
    await openWithStoppedClock(page, '/communities')
    await expect(navbar(page).getByTitle('0 points')).toBeVisible()
    await site.db.updateTable('users').set({ points: 77 }).where('id', '=', member.id).execute()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/_user')) asked += 1
    })
    const first = await nextRecord(page)
    expect(first.status).toBe(200)
    // An unchanged answer is not sent again. A poll is skipped while the previous answer is being parsed.
    const second = await nextRecord(page)
    expect(second.status).toBe(304)
    expect(second.periods).toBeLessThanOrEqual(2)
    expect(asked).toBeLessThanOrEqual(first.periods + second.periods)
    await page.clock.resume()
    await expect(navbar(page).getByTitle('77 points')).toBeVisible()
  })

  test('is not polled for guests', async ({ page }) => {
    await page.clock.install()
    await open(page, '/')
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.clock.runFor(20_000)
    expect(asked.filter((url) => url.includes('/api/'))).toEqual([])
  })
})

test.describe('a session that was ended elsewhere', () => {
  test('[CORE-2-081] renders the page for a guest and prompts for the login', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/401/)
    const member = await site.signUp('rowan')
    await signIn(member)
    await openWithStoppedClock(page, '/')
    await member.post('/api/_login?action=logout', {})
    await nextRecord(page)
    await page.clock.resume()
    await expect(page.getByRole('dialog', { name: 'Login to continue' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(navbar(page).getByRole('link', { name: 'Login' })).toBeVisible()
    await expect(page.getByRole('complementary')).toContainText(
      'Create an account to post, comment and vote.',
    )
  })

  test('[ACC-1-004] prompts for the login when something is pressed before that', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/401/)
    const member = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    await site.createPost(site.keeper, moss.name)
    await signIn(member)
    await openWithStoppedClock(page, `/${moss.name}`)
    await member.post('/api/_login?action=logout', {})
    const upvote = page.getByRole('button', { name: 'Upvote' })
    const refused = page.waitForResponse('**/api/_postVote*')
    await upvote.click()
    expect((await refused).status()).toBe(401)
    await page.clock.resume()
    await expect(page.getByRole('dialog', { name: 'Login to continue' })).toBeVisible()
    await expect(page.locator('[aria-pressed=true]')).toHaveCount(0)
  })
})

test('[CORE-7-001] [CORE-7-004] [CORE-7-005] [CORE-3-033] every call sends the current CSRF token', async ({
  page,
  site,
  context,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  await site.createPost(site.keeper, moss.name)
  await signIn(await site.signUp('rowan'))
  await open(page, `/${moss.name}`)
  const cookie = (await context.cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  const sent: (string | undefined)[] = []
  page.on('request', (request) => {
    // `EventSource` cannot send headers, and the request changes nothing.
    if (request.url().includes('/api/') && !request.url().endsWith('/api/_events'))
      sent.push(request.headers()['x-csrf-token'])
  })

  const initial = page.waitForResponse('**/api/_initial')
  await page.getByRole('main').getByRole('button', { name: 'Join' }).click()
  const answer = await initial
  expect(answer.headers()['csrf-token']).toBe(decodeURIComponent(cookie))
  expect(await answer.json()).toMatchObject({
    communities: [{ name: moss.name }],
    lists: [{ name: 'bookmarks' }],
  })
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('csrfToken')))
    .toBe(decodeURIComponent(cookie))

  await context.clearCookies({ name: 'csrftoken' })
  const voted = page.waitForResponse('**/api/_postVote*')
  await page.getByRole('button', { name: 'Upvote' }).click()
  expect((await voted).status()).toBe(200)
  expect(sent.length).toBeGreaterThanOrEqual(3)
  expect(new Set(sent)).toEqual(new Set([decodeURIComponent(cookie)]))
})
