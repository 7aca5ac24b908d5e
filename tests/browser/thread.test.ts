import type { Page } from '@playwright/test'
import { comment, discussion, writeMany } from './support/discussion.ts'
import { keysAwake, open } from './support/open.ts'
import type { Fact, Member, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const comments = (page: Page) => discussion(page).getByRole('article')
const toggle = (page: Page, text: string, name: 'Collapse' | 'Expand') =>
  comment(page, text).getByRole('button', { name })

async function scene(site: Site) {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('author')
  const post = await site.createPost(author, moss.name)
  return { moss, author, post, address: `/${moss.name}/post/${post.publicId}` }
}

/** 'Level 0' on the post, 'Level 1' below it and so on. @returns the comments, the deepest last. */
async function writeDeep(site: Site, author: Member, post: { publicId: string }, levels: number) {
  const written: Fact[] = []
  for (let level = 0; level < levels; level += 1)
    written.push(await site.comment(author, post, `Level ${level}`, written.at(-1)))
  return written
}

test.describe('a discussion', () => {
  test('[CORE-4-036] is collapsed and expanded below each comment, and keeps that after a step back', async ({
    page,
    site,
  }) => {
    const { author, post, address } = await scene(site)
    await writeDeep(site, author, post, 3)
    await open(page, address)
    await toggle(page, 'Level 0', 'Collapse').click()
    await expect(comments(page)).toHaveCount(1)
    await expect(comments(page).locator('.md')).toHaveCount(0)
    await expect(comments(page)).toContainText(/2 replies.*Level 0/)
    const expand = comments(page).getByRole('button', { name: 'Expand' })
    await expect(expand).toHaveAttribute('aria-expanded', 'false')
    await expect(expand).toBeFocused()
    await expand.click()
    await expect(comments(page)).toContainText(['Level 0', 'Level 1', 'Level 2'])
    await toggle(page, 'Level 1', 'Collapse').click()
    await expect(comments(page)).toHaveCount(2)
    await expect(comments(page).last()).toContainText('1 reply')
    await page.getByRole('complementary').getByRole('link', { name: /^moss/ }).first().click()
    await expect(discussion(page)).toHaveCount(0)
    await page.goBack()
    await expect(comments(page)).toHaveCount(2)
    await expect(comments(page).last()).toContainText('1 reply')
    // The scroll position stays.
    await comments(page).last().getByRole('button', { name: 'Expand' }).click()
    await expect(comments(page)).toContainText(['Level 0', 'Level 1', 'Level 2'])
  })

  test('is collapsed without first words where their program cannot be loaded', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/CommentBeginning|ERR_FAILED/)
    const { author, post, address } = await scene(site)
    await site.comment(author, post, 'The first')
    await page.route('**/CommentBeginning-*', (route) => route.abort())
    await open(page, address)
    const refused = page.waitForEvent('requestfailed', (request) =>
      request.url().includes('CommentBeginning'),
    )
    await comments(page).getByRole('button', { name: 'Collapse' }).click()
    await refused
    await comments(page).getByRole('button', { name: 'Expand' }).click()
    await expect(comments(page)).toContainText('The first')
  })

  test('marks what is new since the last visit, but nothing on the first visit and none of the viewer’s own', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, post, address } = await scene(site)
    const reader = await site.signUp('reader')
    await site.comment(author, post, 'The first')
    await signIn(reader)
    const label = (text: string) => comment(page, text).getByText('New', { exact: true })
    await open(page, address)
    await expect(label('The first')).toHaveCount(0)
    await site.comment(author, post, 'The second')
    await site.comment(reader, post, 'My own')
    await open(page, address)
    await expect(label('The second')).toBeVisible()
    await expect(label('The first')).toHaveCount(0)
    await expect(label('My own')).toHaveCount(0)
    await open(page, address)
    await expect(comment(page, 'The second')).toBeVisible()
    await expect(label('The second')).toHaveCount(0)
  })

  test('[CORE-9-012] cuts a comment of more than 500 pixels and expands it on request', async ({
    page,
    site,
  }) => {
    const { author, post, address } = await scene(site)
    const text = [...Array(40).keys()].map((number) => `Paragraph ${number}.`).join('\n\n')
    await site.comment(author, post, text)
    await open(page, address)
    const more = comment(page, 'Paragraph').getByRole('button', { name: 'Show more' })
    await expect(more).toBeVisible()
    const cut = comment(page, 'Paragraph').locator('.md').locator('xpath=../..')
    expect((await cut.boundingBox())?.height).toBe(500)
    await more.click()
    await page.getByText('Paragraph 39.').scrollIntoViewIfNeeded()
    await expect(page.getByText('Paragraph 39.')).toBeInViewport()
    await comment(page, 'Paragraph').getByRole('button', { name: 'Show less' }).click()
    await expect(page.getByText('Paragraph 39.')).not.toBeInViewport()
  })

  test('[CORE-5-020] goes sixteen levels deep', async ({ page, site, signIn }) => {
    const { author, post, address } = await scene(site)
    await writeDeep(site, author, post, 16)
    await signIn(author)
    await open(page, address)
    await expect(comments(page)).toHaveCount(12)
    await discussion(page).getByRole('link', { name: 'Continue thread (4 replies)' }).click()
    // With the two above it.
    await expect(comments(page)).toContainText(['Level 9', 'Level 10', 'Level 11', 'Level 12'])
    await expect(comments(page)).toHaveCount(7)
    const deepest = comments(page).last()
    await expect(deepest).toContainText('Level 15')
    await expect(deepest).toContainText('Thread too deep.')
    await expect(deepest.getByRole('button', { name: 'Reply' })).toBeDisabled()
    const above = comments(page).nth(5)
    await expect(above.getByRole('button', { name: 'Reply' })).toBeEnabled()
    await expect(above).not.toContainText('Thread too deep.')
  })
})

test.describe('the order of a discussion', () => {
  async function ordered(site: Site) {
    const facts = await scene(site)
    const { author, post } = facts
    const old = await site.comment(author, post, 'The old one')
    await site.comment(author, post, 'The new one')
    const voter = await site.signUp('voter')
    await voter.post('/api/_commentVote', { commentId: old.id, up: true })
    return facts
  }
  const choose = (page: Page, order: string) =>
    page.getByRole('navigation', { name: 'Sort comments by' }).getByRole('link', { name: order }).click()

  test('is chosen by a link, and kept with the account of a member', async ({ page, site, signIn }) => {
    const { author, address } = await ordered(site)
    await signIn(author)
    await open(page, address)
    await expect(comments(page)).toContainText(['old', 'new'])
    const saved = page.waitForResponse(/_settings/)
    await choose(page, 'New')
    await expect(page).toHaveURL(`${address}?sort=new`)
    await expect(comments(page)).toContainText(['new', 'old'])
    await saved
    await open(page, address)
    await expect(comments(page)).toContainText(['new', 'old'])
    await open(page, `${address}?sort=old`)
    await expect(comments(page)).toContainText(['old', 'new'])
  })

  test('is kept on the device of a guest', async ({ page, site }) => {
    const { address } = await ordered(site)
    await open(page, address)
    await choose(page, 'New')
    await expect(comments(page)).toContainText(['new', 'old'])
    await open(page, address)
    await expect(page).toHaveURL(`${address}?sort=new`)
    await expect(comments(page)).toContainText(['new', 'old'])
  })
})

test.describe('a long discussion', () => {
  test('is stepped through by thread and by what is new, and collapsed as a whole', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, post, address } = await scene(site)
    const reader = await site.signUp('reader')
    const long = await site.comment(author, post, 'A long thread')
    await writeMany(site, author, { post, parent: long }, 15)
    await writeMany(site, author, { post }, 80)
    await signIn(reader)
    await open(page, address)
    await keysAwake(page)
    await page.getByRole('button', { name: 'Next thread' }).click()
    await expect(comment(page, 'A long thread')).toBeFocused()
    await page.keyboard.press('n')
    await expect(comment(page, 'Remark 80')).toBeFocused()
    await page.keyboard.press('p')
    await expect(comment(page, 'A long thread')).toBeFocused()
    await site.comment(author, post, 'An answer', await site.comment(author, post, 'What came since'))
    await open(page, `${address}?sort=old`)
    await keysAwake(page)
    await expect(discussion(page)).toContainText('2 new')
    await page.getByRole('button', { name: 'Next new comment' }).click()
    await expect(comment(page, 'What came since')).toBeFocused()
    await page.keyboard.press('u')
    await expect(comment(page, 'An answer')).toBeFocused()
    const above = comment(page, 'An answer').getByRole('link', { name: 'Go to parent' })
    await above.evaluate((link) => scrollBy(0, link.getBoundingClientRect().top - 1000))
    const before = await page.evaluate(() => scrollY)
    await above.click()
    await expect(page).toHaveURL(/#comment-\w+$/)
    await expect.poll(() => page.evaluate(() => scrollY)).not.toBe(before)
    await page.goBack()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
    // The thread that is being read stays in view.
    await comment(page, 'Remark 15')
      .first()
      .evaluate((element) => element.scrollIntoView())
    const read = discussion(page).getByRole('article').first()
    await expect(read).not.toBeInViewport()
    await page.getByRole('button', { name: 'Collapse all' }).click()
    await expect(page.getByText('An answer')).toBeHidden()
    await expect(comment(page, 'Remark 50').locator('.md')).toBeHidden()
    await expect(read).toBeInViewport()
    await page.getByRole('button', { name: 'Expand all' }).click()
    await expect(page.getByText('An answer')).toBeVisible()
    await expect(read).toBeInViewport()
  })

  test('shows the beginning of what is collapsed, without what a spoiler hides', async ({ page, site }) => {
    const { author, post, address } = await scene(site)
    await site.comment(author, post, 'The *seals* came >!by night!< to the island')
    await open(page, address)
    await page.getByRole('button', { name: 'Collapse', exact: true }).click()
    await expect(comments(page).first()).toContainText('The seals came [spoiler] to the island')
    await page.getByRole('button', { name: 'Expand', exact: true }).click()
    const spoiler = page.getByRole('checkbox', { name: 'Show spoiler' })
    await spoiler.press('Enter')
    await expect(page.getByText('by night')).toBeVisible()
    await spoiler.press('Enter')
    await expect(page.getByText('by night')).toBeHidden()
  })

  test('steps to new comments that are not on the page yet, with one request for all of them', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, post, address } = await scene(site)
    const reader = await site.signUp('reader')
    const known = await site.comment(author, post, 'Known since long')
    await writeMany(site, author, { post }, 120)
    await signIn(reader)
    await open(page, `${address}?sort=new`)
    await site.comment(author, post, 'New and far below', known)
    await site.comment(author, post, 'New at the top')
    await open(page, `${address}?sort=new`)
    await keysAwake(page)
    await expect(comments(page).first()).toContainText('New at the top')
    await expect(page.getByText('New and far below')).toHaveCount(0)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/comments?')) requests.push(new URL(request.url()).search)
    })
    await page.getByRole('button', { name: 'Next new comment' }).click()
    await expect(comment(page, 'New at the top')).toBeFocused()
    await page.keyboard.press('u')
    await expect(comment(page, 'New and far below')).toBeFocused()
    await page.keyboard.press('u')
    await expect(comment(page, 'New at the top')).toBeFocused()
    expect(requests).toEqual([expect.stringMatching(/^\?since=\d+&/)])
  })

  test('[CORE-4-042] starts with a hundred comments, and loads more on request, also after a failure', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/ERR_FAILED/)
    const { author, post, address } = await scene(site)
    await writeMany(site, author, { post }, 130)
    await open(page, address)
    await expect(comments(page)).toHaveCount(100)
    await expect(comments(page).first()).toContainText('Remark 130')
    const more = discussion(page).getByRole('link', { name: '30 more comments' })
    await page.route('**/comments?*', (route) => route.abort())
    await more.click()
    await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
    await expect(comments(page)).toHaveCount(100)
    await page.unroute('**/comments?*')
    await more.click()
    await expect(comments(page)).toHaveCount(130)
    await expect(page).toHaveURL(address)
    await expect(discussion(page).getByRole('link', { name: /more comment/ })).toHaveCount(0)
    const texts = await comments(page).locator('.md').allTextContents()
    expect(new Set(texts.map((text) => text.trim())).size).toBe(130)
  })

  test('[CORE-4-043] loads missing replies', async ({ page, site }) => {
    const { author, post, address } = await scene(site)
    const first = await site.comment(author, post, 'The question')
    await writeMany(site, author, { post, parent: first }, 120)
    await open(page, address)
    const more = discussion(page).getByRole('link', { name: /^Load \d+ replies$/ })
    await expect(more).toHaveText(/^\d+ more replies$/)
    const missing = Number.parseInt(await more.innerText(), 10)
    await expect(comments(page)).toHaveCount(121 - missing)
    await more.click()
    await expect(comments(page)).toHaveCount(121)
    await expect(more).toHaveCount(0)
    await expect(discussion(page).getByRole('listitem').first().getByRole('listitem')).toHaveCount(120)
  })
})

test.describe('the page of a comment', () => {
  test('[CORE-2-012] [CORE-2-013] shows the comment with its ancestors and replies', async ({
    page,
    site,
  }) => {
    const { author, post, address } = await scene(site)
    const [, middle] = await writeDeep(site, author, post, 3)
    await site.comment(author, post, 'Something else')
    await open(page, address)
    await comment(page, 'Level 1').locator('a:has(time)').first().click()
    await expect(page).toHaveURL(`${address}/${middle?.id}`)
    for (const _time of ['at once', 'after a reload']) {
      await expect(comments(page)).toContainText(['Level 0', 'Level 1', 'Level 2'])
      await expect(comments(page)).toHaveCount(3)
      await expect(comment(page, 'Level 1')).toBeInViewport()
      await expect(page.locator('head > meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await expect(page.locator('head > link[rel=canonical]')).toHaveCount(0)
      await page.reload()
    }
    await discussion(page).getByRole('link', { name: 'View all comments' }).click()
    await expect(page).toHaveURL(`${address}#comments`)
    await expect(comments(page)).toHaveCount(4)
    await expect(page.locator('head > meta[name=robots]')).toHaveCount(0)
  })
})
