import type { Page } from '@playwright/test'
import { chooseFromMenu, comment, discussion } from './support/discussion.ts'
import { open, untilClosed } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const post = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: heading(page) })
const question = (page: Page, name: string) => page.getByRole('dialog', { name })

/** A post in a community of its own. */
async function scene(site: Site, facts: { title?: string; body?: string } = {}) {
  const moss = await site.createCommunity('moss', { about: 'All about moss.' })
  const author = await site.signUp('author')
  const written = await site.createPost(author, moss.name, facts)
  return { moss, author, written, address: `/${moss.name}/post/${written.publicId}` }
}

test.describe('the page of a post', () => {
  test('requests nothing again that was rendered with it', async ({ page, site, signIn }) => {
    const { author, written, address } = await scene(site)
    await site.comment(author, written, 'How far?')
    await signIn(author)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await open(page, address)
    // The vote is requested after everything the page itself requests.
    await comment(page, 'How far?').getByRole('button', { name: 'Downvote' }).click()
    await expect(comment(page, 'How far?').locator('data')).toHaveText('−1')
    // Members subscribe to the stream and get the counts of new posts, which are not rendered with the page.
    const notRendered = ['/api/_events', '/api/_newPosts']
    const calls = asked.filter((path) => path.startsWith('/api/') && !notRendered.includes(path))
    expect(calls).toEqual(['/api/_commentVote'])
  })

  test('[CORE-2-011] [CORE-8-021] redirects from the URL under another community, and is not found for an unknown post', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/404/)
    const { moss, address, written } = await scene(site)
    const wrong = `/${(await site.createCommunity('fern')).name}/post/${written.publicId}`
    const nowhere = `/${moss.name}/post/nowhere0`
    const answer = await page.request.get(`${wrong}?highlightFrom=a&b=c`, { maxRedirects: 0 })
    expect([answer.status(), answer.headers().location]).toEqual([301, `${address}?highlightFrom=a`])
    expect((await page.goto(nowhere))?.status()).toBe(404)
    await expect(heading(page)).toHaveText('404: Not found!')

    // The same without a page load.
    const body = `[there](${wrong}) [nowhere](${nowhere})`
    const pointer = await site.createPost(site.keeper, moss.name, { body })
    await open(page, `/${moss.name}/post/${pointer.publicId}`)
    await page.getByRole('link', { name: 'there' }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
    await expect(page).toHaveURL(`/${moss.name}/post/${pointer.publicId}`)
    await page.getByRole('link', { name: 'nowhere' }).click()
    await expect(heading(page)).toHaveText('404: Not found!')
    await expect(page).toHaveURL(nowhere)
  })

  test('[CORE-8-022] shows an error when it fails to load, and retries', async ({ page, site, forgive }) => {
    forgive(/500/)
    const { moss } = await scene(site, { title: 'Spores in spring' })
    await open(page, `/${moss.name}`)
    await page.route('**/api/posts/*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('link', { name: 'Spores in spring' }).click()
    await expect(heading(page)).toHaveText('Something went wrong')
    await expect(page.getByRole('alert')).toContainText("We couldn't load this page. Try again.")
    await page.unroute('**/api/posts/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page)).toHaveText('Spores in spring')
  })
})

test.describe('links in the text of a post', () => {
  test('[CORE-5-039] to the same host are followed by the router', async ({ page, site }) => {
    const { moss } = await scene(site)
    const target = await site.createPost(site.keeper, moss.name, { title: 'The goal' })
    const path = `/${moss.name}/post/${target.publicId}`
    const body = `[there](${path}), [in full](${site.url}${path})`
    const pointer = await site.createPost(site.keeper, moss.name, { title: 'The way', body })
    await open(page, `/${moss.name}/post/${pointer.publicId}`)
    const documents: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
    for (const name of ['there', 'in full']) {
      await page.getByRole('link', { name }).click()
      await expect(heading(page)).toHaveText('The goal')
      await expect(page).toHaveURL(path)
      await page.goBack()
      await expect(heading(page)).toHaveText('The way')
    }
    expect(documents).toEqual([])
    expect(page.context().pages()).toHaveLength(1)
  })

  test('lead to pictures, other hosts and pages of this one as each should', async ({
    page,
    site,
    forgive,
  }) => {
    // The picture does not exist, and the alt text in its place must not run a script.
    forgive(/40[04]|frame is sandboxed/)
    const { moss, written, address } = await scene(site, {
      body: [
        '# A chapter\n\n<b onclick="alert(1)">loud</b> <img src=x onerror=alert(1)>',
        '[elsewhere](https://a.example/b) ![a fern](https://a.example/fern.png)',
        '[picture](/images/none.jpeg)',
      ].join('\n\n'),
    })
    await site.comment(site.keeper, written, `[home](/${moss.name}?tab=about)`)
    await open(page, address)

    await test.step('[CORE-5-037] [CORE-5-043] there is no other HTML, and headings are nested below that of the page', async () => {
      await expect(heading(page)).toHaveCount(1)
      await expect(post(page)).toContainText('loud')
      await expect(post(page).locator('.md').locator('b, img, h1, [onclick]')).toHaveCount(0)
      const size = (text: string) =>
        page.getByText(text).evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
      expect(await size('A chapter')).toBeGreaterThan(await size('loud'))
    })

    await test.step('[CORE-5-041] [CORE-5-042] other hosts open in a new tab without a referrer', async () => {
      for (const [name, href] of [
        ['elsewhere', 'https://a.example/b'],
        ['a fern', 'https://a.example/fern.png'],
      ] as const) {
        const link = page.getByRole('link', { name })
        await expect(link).toHaveAttribute('href', href)
        await expect(link).toHaveAttribute('target', '_blank')
        await expect(link).toHaveAttribute('rel', /noreferrer/)
        await expect(link).toHaveAttribute('rel', /nofollow/)
      }
      await expect(post(page).getByRole('img', { name: 'a fern' })).toHaveCount(0)
    })

    await test.step('[CORE-5-040] /images/ opens in a new tab', async () => {
      const opened = page.context().waitForEvent('page')
      await page.getByRole('link', { name: 'picture' }).click()
      await expect(await opened).toHaveURL('/images/none.jpeg')
      await expect(page).toHaveURL(address)
    })

    await test.step('[CORE-5-039] the router follows those in comments, and Ctrl opens a new tab', async () => {
      const link = discussion(page).getByRole('link', { name: 'home' })
      const opened = page.context().waitForEvent('page')
      await link.click({ modifiers: ['Control'] })
      await expect(await opened).toHaveURL(`/${moss.name}?tab=about`)
      await expect(page).toHaveURL(address)
      const documents: string[] = []
      page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()))
      await link.click()
      await expect(page).toHaveURL(`/${moss.name}?tab=about`)
      expect(documents).toEqual([])
    })
  })
})

test.describe('a post of one’s own', () => {
  test('[CORE-2-139] [CORE-2-016] [CORE-5-016] [CORE-6-006] has title and text edited, and nothing else', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, written, moss, address } = await scene(site, { title: 'Spores', body: 'They *fly*.' })
    const longAgo = new Date(Date.now() - 3_600_000)
    await site.db.updateTable('posts').set({ created_at: longAgo }).where('id', '=', written.id).execute()
    await site.comment(site.keeper, written, 'How far?')
    await signIn(author)
    await open(page, address)
    await chooseFromMenu(page, post(page), 'Edit')
    await expect(page).toHaveURL(`/new?edit=${written.publicId}`)
    await expect(page).toHaveTitle(/Edit post · Folkmoot$/)
    await expect(page.getByRole('combobox')).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText(moss.name)
    await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue('They *fly*.')
    await page.getByLabel('Title').fill('Sp')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel('Title')).toHaveAccessibleDescription('Title is too short')

    await page.getByLabel('Title').fill('Seeds')
    await page.getByRole('textbox', { name: 'Body' }).fill('They **fall**.')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(address)
    for (const _time of ['at once', 'after a reload']) {
      await expect(heading(page)).toHaveText('Seeds')
      await expect(page).toHaveTitle(/^(\(1\) )?Seeds · Folkmoot$/)
      await expect(post(page).locator('strong')).toHaveText('fall')
      await expect(post(page)).toContainText('Edited')
      await expect(page.getByRole('complementary').getByRole('link', { name: moss.name })).toBeVisible()
      await expect(comment(page, 'How far?')).toBeVisible()
      await page.reload()
    }
  })

  test('[CORE-2-140] [CORE-4-021] is deleted after a confirmation; text and discussion stay', async ({
    page,
    site,
    signIn,
  }) => {
    const { author, written, moss, address } = await scene(site, { body: 'They fly.' })
    await site.comment(site.keeper, written, 'How far?')
    await signIn(author)
    await open(page, address)
    await chooseFromMenu(page, post(page), 'Delete')
    await question(page, 'Delete post?').getByRole('button', { name: 'Cancel' }).click()
    await expect(question(page, 'Delete post?')).toHaveCount(0)
    await expect(post(page)).not.toContainText('deleted')

    await chooseFromMenu(page, post(page), 'Delete')
    await question(page, 'Delete post?').getByRole('button', { name: 'Delete' }).click()
    for (const _time of ['at once', 'after a reload']) {
      await expect(post(page)).toContainText('This post was deleted by its author.')
      await expect(post(page)).toContainText('They fly.')
      await expect(comment(page, 'How far?')).toBeVisible()
      await expect(discussion(page).getByRole('button', { name: 'Reply' })).toHaveCount(0)
      await expect(discussion(page).getByRole('button', { name: 'Add a comment' })).toHaveCount(0)
      await expect(page.locator('head > meta[name=robots]')).toHaveAttribute('content', 'noindex')
      await page.reload()
    }
    await page.goto(`/${moss.name}`)
    await expect(page.getByText('No posts yet')).toBeVisible()
  })

  test('[CORE-2-140] is deleted with its content, or loses that later', async ({ page, site, signIn }) => {
    const { author, moss, written, address } = await scene(site, { title: 'At once', body: 'They fly.' })
    const second = await site.createPost(author, moss.name, { title: 'Later', body: 'They fall.' })
    await author.delete(`/api/posts/${second.publicId}`)
    await signIn(author)

    await open(page, address)
    await chooseFromMenu(page, post(page), 'Delete')
    await question(page, 'Delete post?').getByLabel('Also delete the content').check()
    await question(page, 'Delete post?').getByRole('button', { name: 'Delete' }).click()
    await untilClosed(page, question(page, 'Delete post?'))
    await expect(post(page)).toContainText('This post and its content were deleted by its author.')
    await expect(page.getByText('They fly.')).toHaveCount(0)

    await open(page, `/${moss.name}/post/${second.publicId}`)
    await expect(page.getByText('They fall.')).toBeVisible()
    await chooseFromMenu(page, post(page), 'Delete content')
    await question(page, "Delete this post's content?").getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('They fall.')).toHaveCount(0)
    const { body } = await author.get<{ body: string | null }>(`/api/posts/${written.publicId}`)
    expect(body || null).toBeNull()
  })

  test('cannot be edited or deleted by others', async ({ page, site, signIn, forgive }) => {
    const { written, address } = await scene(site, { title: 'Spores' })
    await signIn(await site.signUp('stranger'))
    await open(page, address)
    await expect(post(page).getByRole('button', { name: 'Upvote' })).toBeVisible()
    await post(page).getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'Hide',
      'Copy link',
      'Open in new tab',
      'Mute author',
      'Mute community',
      'Report',
      'Report illegal content',
    ])
    forgive(/403/)
    await page.goto(`/new?edit=${written.publicId}`)
    await expect(heading(page)).toHaveText('Forbidden!')
  })
})

test.describe('a locked post', () => {
  test('that was locked meanwhile refuses with a message', async ({ page, site, signIn, forgive }) => {
    forgive(/403/)
    const { written, address } = await scene(site)
    await signIn(await site.signUp('reader'))
    await open(page, address)
    await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
    await discussion(page).getByRole('textbox').fill('Too late')
    await site.db
      .updateTable('posts')
      .set({ locked_at: new Date(), locked_as: 'mods', locked_by: site.keeper.id })
      .where('id', '=', written.id)
      .execute()
    await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
    await expect(page.getByRole('alert').getByText('This post is locked.')).toBeVisible()
    await expect(discussion(page).getByRole('textbox')).toHaveValue('Too late')
  })
})
