import type { Page } from '@playwright/test'
import { type Elsewhere, startElsewhere } from '../support/elsewhere.ts'
import { expectAccessible } from './support/axe.ts'
import { form, pasteText, postsSent } from './support/newPost.ts'
import { open } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { test as base, expect } from './support/test.ts'

base.describe.configure({ mode: 'default' })

/** Pages whose titles the server may fetch; one of them answers only when the test says so. */
let elsewhere: Elsewhere
let letGo = () => {}
let started: Promise<Elsewhere> | null = null
const start = () => {
  started ??= startElsewhere((request, response) => {
    const answer = () => {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      response.end('<title>Owls &amp; wrens</title>')
    }
    if (request.url === '/slow') letGo = answer
    else if (request.url === '/broken') response.destroy()
    else answer()
  })
  return started
}
base.afterAll(async () => {
  await (await started)?.close()
  started = null
})

const test = base.extend({
  environment: async ({ environment }, use) => {
    elsewhere = await start()
    await use({
      ...environment,
      LINK_PREVIEWS: 'on',
      LINK_ALLOWED_NETWORKS: '127.0.0.2/32',
      LINK_PORTS: String(elsewhere.port),
    })
  },
})

/** A member's form for a new post. */
async function begin(page: Page, site: Site, signIn: (member: Member) => Promise<void>) {
  const moss = await site.createCommunity('moss')
  await signIn(await site.signUp('rowan'))
  await open(page, `/new?community=${moss.name}`)
  return moss
}

const fetching = (page: Page) => page.getByRole('status').filter({ hasText: 'Fetching the title…' })
const asked = (page: Page) => {
  const urls: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/_link_info') urls.push(searchParams.get('url'))
  })
  return urls
}

test.describe('a new link post', () => {
  // [CORE-2-156]
  test('[CORE-2-150] has a URL, and keeps the title of another type', async ({ page, site, signIn }) => {
    const moss = await begin(page, site, signIn)
    const posts = postsSent(page)
    await form.title(page).fill('Spores in spring')
    await form.tab(page, 'Text').focus()
    await page.keyboard.press('ArrowRight')
    await expect(form.tab(page, 'Image')).toBeFocused()
    await page.keyboard.press('End')
    await expect(form.tab(page, 'Link')).toHaveAttribute('aria-selected', 'true')
    await expect(form.title(page)).toHaveValue('Spores in spring')
    await form.url(page).fill('https://moss.example/spores?a=1')
    await form.url(page).press('Enter')
    await form.url(page).press('Control+Enter')
    await expect(page).toHaveURL(new RegExp(`/${moss.name}/post/`))
    expect(posts).toEqual([
      {
        type: 'link',
        title: 'Spores in spring',
        community: moss.name,
        userGroup: 'normal',
        url: 'https://moss.example/spores?a=1',
      },
    ])
    await expect(
      page.getByRole('main').locator('a[href^="https://moss.example/spores"]').first(),
    ).toBeVisible()
  })

  test('[CORE-2-164] [CORE-2-165] is suggested for a URL that is pasted into an empty body, and gets its title', async ({
    page,
    site,
    signIn,
  }) => {
    await begin(page, site, signIn)
    const url = `${elsewhere.origin}/slow`
    await form.body(page).focus()
    await pasteText(page, ` ${url}\n`)
    await expect(form.tab(page, 'Link')).toHaveAttribute('aria-selected', 'true')
    await expect(form.url(page)).toHaveValue(url)
    await expect(form.url(page)).toBeFocused()
    await expect(fetching(page)).toBeVisible()
    await expect.poll(() => elsewhere.requests.some((request) => request.url === '/slow')).toBe(true)
    letGo()
    await expect(form.title(page)).toHaveValue('Owls & wrens')
    await expect(fetching(page)).toHaveCount(0)
    await form.submit(page).click()
    await expect(page).toHaveURL(/\/post\//)
  })

  test('is chosen by hand, gets a title unless there is one, and requires a web URL', async ({
    page,
    site,
    signIn,
  }) => {
    await begin(page, site, signIn)
    const posts = postsSent(page)
    const urls = asked(page)
    await test.step('[CORE-2-164] it is not suggested for a URL in a body with text, or for other text', async () => {
      await form.body(page).focus()
      await pasteText(page, 'See https://moss.example')
      await expect(form.tab(page, 'Text')).toHaveAttribute('aria-selected', 'true')
      await form.body(page).fill('See ')
      await pasteText(page, 'https://moss.example')
      await expect(form.tab(page, 'Text')).toHaveAttribute('aria-selected', 'true')
      expect(urls).toEqual([])
    })
    await test.step('it gets the title when the URL field is left, unless there is one', async () => {
      await form.tab(page, 'Link').click()
      await form.title(page).fill('My own')
      await form.url(page).fill(`${elsewhere.origin}/one`)
      await form.url(page).blur()
      await form.title(page).fill('')
      await form.url(page).fill(`${elsewhere.origin}/two`)
      await form.url(page).blur()
      await expect(form.title(page)).toHaveValue('Owls & wrens')
      expect(urls).toEqual([`${elsewhere.origin}/two`])
    })
    await test.step('[CORE-5-012] [CORE-5-013] a web URL is required', async () => {
      for (const text of ['', 'owls', 'ftp://owls.example/a', 'javascript:alert(1)', 'https://']) {
        await form.url(page).fill(text)
        await form.submit(page).click()
        await expect(form.url(page)).toHaveAccessibleDescription('Please submit a valid URL')
        await expect(form.url(page)).toHaveAttribute('aria-invalid', 'true')
      }
      await expectAccessible(page)
      expect(posts).toEqual([])
      expect(urls).toHaveLength(1)
      // The scheme is added visibly, in the field.
      await form.url(page).fill('owls.example/a')
      await form.url(page).blur()
      await expect(form.url(page)).toHaveValue('https://owls.example/a')
      await form.submit(page).click()
      await expect(page).toHaveURL(/\/post\//)
    })
  })

  test('keeps a title that was typed during the request, and ignores a failed one', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/400/)
    await begin(page, site, signIn)
    await form.body(page).focus()
    const before = elsewhere.requests.length
    await pasteText(page, `${elsewhere.origin}/slow`)
    await expect.poll(() => elsewhere.requests.length).toBe(before + 1)
    await form.title(page).fill('My own')
    letGo()
    await expect(fetching(page)).toHaveCount(0)
    await expect(form.title(page)).toHaveValue('My own')
    await form.title(page).fill('')
    const answered = page.waitForResponse(/_link_info/)
    await form.url(page).fill(`${elsewhere.origin}/broken`)
    await form.url(page).blur()
    expect((await answered).status()).toBe(400)
    await expect(fetching(page)).toHaveCount(0)
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(form.title(page)).toHaveValue('')
    await test.step('[CORE-8-006] a URL that the server refuses is shown as such', async () => {
      await form.title(page).fill('Owls')
      // The browser cannot know that no host name is that long.
      await form.url(page).fill(`https://${'a.'.repeat(150)}example/`)
      await form.submit(page).click()
      await expect(form.url(page)).toHaveAccessibleDescription('The URL you provided is not a valid URL.')
      await expect(form.title(page)).toHaveValue('Owls')
    })
  })
})
