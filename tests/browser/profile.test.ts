import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, { username }: Member) => page.getByRole('region', { name: `About @${username}` })
const beside = (page: Page, name: string) =>
  page.getByRole('complementary').getByRole('region', { name, exact: true })
const titles = (page: Page) => main(page).getByRole('article').getByRole('heading')
const tabs = (page: Page, { username }: Member) =>
  page.getByRole('navigation', { name: `Written by @${username}` })

/** A member with a post, and a comment on another member's post. */
async function writer(site: Site) {
  const rowan = await site.signUp('Rowan')
  const moss = await site.createCommunity('moss')
  const other = await site.createPost(site.keeper, moss.name, { title: 'Of others' })
  const post = await site.createPost(rowan, moss.name, { title: 'My moss' })
  const comment = await site.comment(rowan, other, 'It is **green**.')
  return { rowan, moss, other, post, comment }
}

test.describe('a profile', () => {
  test('[CORE-2-171] cuts a long description at 120 px', async ({ page, site }) => {
    const rowan = await site.signUp('rowan')
    const aboutMe = [...Array(20).keys()].map((number) => `Paragraph ${number}.`).join('\n\n')
    await rowan.post('/api/_settings?action=updateProfile', { aboutMe })
    await open(page, `/@${rowan.username}`)
    const more = card(page, rowan).getByRole('button', { name: 'Show more' })
    const text = card(page, rowan).locator('.md').locator('..').locator('..')
    expect(await text.evaluate((box) => box.clientHeight)).toBe(120)
    await more.click()
    expect(await text.evaluate((box) => box.clientHeight)).toBeGreaterThan(400)
    await card(page, rowan).getByRole('button', { name: 'Show less' }).click()
    await expect(more).toBeVisible()
  })

  // [CORE-4-052] loading, then loaded, or failed; [CORE-2-202]
  test('[CORE-8-029] shows that it is loading, and an error when it or a part of it fails', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/500/)
    const { rowan, moss } = await writer(site)
    await open(page, `/${moss.name}`)
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/api/users/**', async (route) => {
      await held
      await route.fulfill({ status: 500, body: '' })
    })
    await main(page)
      .getByRole('link', { name: `@${rowan.username}` })
      .click()
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible()
    letGo()
    await expect(main(page).getByRole('alert')).toContainText('Something went wrong')
    await page.unroute('**/api/users/**')
    // [CORE-2-190]
    await page.route('**/lists?*', (route) => route.fulfill({ status: 500, body: '' }))
    await main(page).getByRole('button', { name: 'Try again' }).click()
    await expect(card(page, rowan)).toBeVisible()
    await expect(beside(page, 'Lists').getByRole('alert')).toHaveText('Error loading lists')
  })
})

test.describe('the feed of a profile', () => {
  test('[CORE-2-181] [CORE-2-182] has the tabs Overview, Posts and Comments', async ({ page, site }) => {
    const { rowan, other, comment, moss } = await writer(site)
    await open(page, `/@${rowan.username}`)
    await expect(tabs(page, rowan).getByRole('link')).toHaveText(['Overview', 'Posts', 'Comments'])
    await expect(titles(page)).toHaveText(['Of others', 'My moss'])
    await expect(main(page).getByRole('article').first().locator('strong')).toHaveText('green')

    await tabs(page, rowan).getByRole('link', { name: 'Posts' }).click()
    await expect(page).toHaveURL(`/@${rowan.username}?filter=posts`)
    await expect(titles(page)).toHaveText(['My moss'])

    await tabs(page, rowan).getByRole('link', { name: 'Comments' }).click()
    await expect(page).toHaveURL(`/@${rowan.username}?filter=comments`)
    await expect(titles(page)).toHaveText(['Of others'])
    await main(page).getByRole('link', { name: 'Open' }).click()
    await expect(page).toHaveURL(`/${moss.name}/post/${other.publicId}/${comment.id}`)

    await open(page, `/@${rowan.username}?filter=nonsense`)
    await expect(tabs(page, rowan).getByRole('link', { name: 'Overview' })).toHaveAttribute(
      'aria-current',
      'page',
    )
    await expect(titles(page)).toHaveText(['Of others', 'My moss'])
  })

  test('[CORE-2-191] [CORE-2-192] loads more near its end, as cards or compact rows', async ({
    page,
    site,
  }) => {
    const rowan = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    for (const number of [...Array(12).keys()])
      await site.createPost(rowan, moss.name, { title: `Post ${number}` })
    await open(page, `/@${rowan.username}`)
    await expect(titles(page)).toHaveCount(10)
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(page.getByText("You've reached the end.")).toBeVisible()
    const [first] = await main(page).getByRole('article').all()
    const before = await first?.boundingBox()
    await page.getByRole('button', { name: 'Compact view' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-feed-layout', 'compact')
    expect((await first?.boundingBox())?.height).toBeLessThan(before?.height ?? 0)
  })

  test('[CORE-2-104] loads more only on request where the device prefers that', async ({ page, site }) => {
    const rowan = await site.signUp('rowan')
    const moss = await site.createCommunity('moss')
    for (const number of [...Array(11).keys()])
      await site.createPost(rowan, moss.name, { title: `Post ${number}` })
    await page.addInitScript(() =>
      localStorage.setItem('preferences', JSON.stringify({ infinite_scrolling_disabled: true })),
    )
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('next=')) calls.push(request.url())
    })
    for (const address of [`/@${rowan.username}`, `/${moss.name}?sort=latest`]) {
      await open(page, address)
      const more = main(page).getByRole('link', { name: 'Load more' })
      await more.scrollIntoViewIfNeeded()
      await expect(more).toBeInViewport()
      expect(calls).toEqual([])
      await more.click()
      await expect(page.getByText("You've reached the end.")).toBeVisible()
      expect(calls.splice(0)).toHaveLength(1)
    }
  })

  test('can be voted on, edited and deleted there', async ({ page, site, signIn }) => {
    const { rowan } = await writer(site)
    await signIn(rowan)
    await open(page, `/@${rowan.username}?filter=comments`)
    const comment = main(page).getByRole('article')
    await comment.getByRole('button', { name: 'Upvote' }).click()
    await expect(comment.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'false')
    await comment.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await comment.getByRole('textbox').fill('It is brown.')
    await comment.getByRole('button', { name: 'Save' }).click()
    await expect(comment).toContainText('It is brown.')
    await comment.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(comment).toContainText('[Deleted comment]')
    await page.reload()
    await expect(page.getByText('No comments yet')).toBeVisible()
  })

  test('is linked from the names of authors; the ghost has no profile', async ({
    page,
    site,
    openWindow,
  }) => {
    // [CORE-2-109]
    const { rowan, post, moss, other } = await writer(site)
    await open(page, `/${moss.name}/post/${other.publicId}`)
    await page
      .getByRole('article', { name: `Comment by @${rowan.username}` })
      .getByRole('link', { name: `@${rowan.username}` })
      .click()
    await expect(card(page, rowan)).toBeVisible()

    await rowan.delete(`/api/users/${rowan.username}`, { password: rowan.password })
    await open(page, `/${moss.name}/post/${post.publicId}`)
    const byline = main(page).locator('header').first()
    await expect(byline).toContainText('Ghost')
    await expect(byline.getByRole('link', { name: 'Ghost' })).toHaveCount(0)
    await expect(byline).not.toContainText(rowan.username)
    const keeper = await openWindow(site.keeper)
    await keeper.goto(`/${moss.name}/post/${post.publicId}`)
    await expect(main(keeper).getByRole('link', { name: `@${rowan.username}` })).toBeVisible()
  })
})

test.describe('the right column of a profile', () => {
  // [CORE-2-184] [CORE-2-185]
  test('is a tab of its own in windows up to 764 px', async ({ page, site }) => {
    const { rowan } = await writer(site)
    const links = tabs(page, rowan).getByRole('link')
    await page.setViewportSize({ width: 765, height: 900 })
    await open(page, `/@${rowan.username}`)
    await expect(links).toHaveText(['Overview', 'Posts', 'Comments'])
    await expect(beside(page, 'Summary')).toBeVisible()
    await expect(titles(page)).toHaveCount(2)

    await page.setViewportSize({ width: 764, height: 900 })
    await expect(links).toHaveText(['Overview', 'Posts', 'Comments', 'About'])
    await expect(beside(page, 'Summary')).toBeHidden()
    await expect(titles(page)).toHaveCount(2)
    await links.getByText('About').click()
    await expect(beside(page, 'Summary')).toBeVisible()
    await expect(titles(page)).toHaveCount(0)
    await expectAccessible(page)
  })
})
