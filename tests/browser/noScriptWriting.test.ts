import type { Locator, Page } from '@playwright/test'
import { passwordOf } from '../support/members.ts'
import { comment, discussion } from './support/discussion.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const press = (where: Page | Locator, name: string | RegExp) =>
  where.getByRole('button', { name }).first().click()

// Each form is proved in server/features/forms/forms.test.ts; here they follow each other in a browser.
test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a member logs in, posts, comments, replies, edits, votes and logs out', async ({
    page,
    site,
    forgive,
  }) => {
    const moss = await site.createCommunity('moss')
    const { username } = await site.signUp('rowan')
    forgive(/401/)
    await page.goto(`/${moss.name}`)
    await page.getByRole('link', { name: 'Login' }).click()
    const login = page.getByRole('main')
    await login.getByLabel('Username').fill(username)
    await login.getByLabel('Password', { exact: true }).fill('a wrong one')
    await press(login, 'Login')
    await expect(page.getByRole('alert')).toHaveText('Username and password do not match.')
    await page.getByLabel('Password', { exact: true }).fill(passwordOf(username))
    await press(page, 'Login')

    await page.goto('/new')
    await page.getByRole('link', { name: 'Open the basic form' }).click()
    await page.getByLabel('Community').fill(moss.name)
    await page.getByLabel('Title').fill('Spores in spring')
    await page.getByLabel('Text').fill('They fly.')
    await press(page, 'Submit')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spores in spring')

    await page.getByLabel('Comment', { exact: true }).fill('Damp indeed.')
    await press(page, 'Comment')
    await press(comment(page, 'Damp indeed.'), /^Reply/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reply to @${username}`)
    await page.getByLabel('Comment', { exact: true }).fill('Very damp.')
    await press(page, 'Reply')

    await press(comment(page, 'Very damp.'), 'More')
    await page.getByRole('link', { name: 'Edit' }).click()
    await page.getByLabel('Comment', { exact: true }).fill('Wet.')
    await press(page, 'Save')
    const edited = comment(page, 'Wet.')
    await expect(edited).toBeVisible()
    await expect(discussion(page).getByText('Very damp.')).toHaveCount(0)

    const up = edited.getByRole('button', { name: 'Upvote' })
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await up.click()
    await expect(up).toHaveAttribute('aria-pressed', 'false')
    await expect(edited).toBeInViewport()

    await press(page.getByRole('banner'), new RegExp(username))
    await press(page, 'Logout')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  })
})

test('with JavaScript, the same buttons send no form, not even before it has arrived', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/ERR_FAILED/)
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  await signIn(await site.signUp('rowan'))
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  const path = `/${moss.name}/post/${post.publicId}`
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
  await page.goto(path)
  const up = page.getByRole('main').getByRole('button', { name: 'Upvote' }).first()
  await up.click()
  await expect(page).toHaveURL(path)
  await page.unroute(/\/assets\/.*\.js$/)
  await open(page, path)
  await up.click()
  await expect(up).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => sent).toContain('/api/_postVote')
  expect(sent.filter((path) => path.startsWith('/-/'))).toEqual([])
})
