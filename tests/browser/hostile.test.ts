import type { Page } from '@playwright/test'
import { limits } from '../../contract/limits.ts'
import { hostileAddresses, hostileTexts } from '../support/hostileTexts.ts'
import { discussion } from './support/discussion.ts'
import { longUnless } from './support/long.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { inspect } from './support/strangers.ts'
import { expect, test } from './support/test.ts'

// Creating hundreds of posts takes time before the first check.
test.describe.configure({ timeout: 600_000 })

interface Posted {
  readonly publicId: string
  readonly title: string
  readonly images: readonly { altText: string | null }[]
}

const atOnce = 6

/** Runs it for each item, some at once, and returns the results in order. */
async function forEach<T, R>(
  items: readonly T[],
  task: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const entries = items.entries()
  const work = async () => {
    for (const [index, item] of entries) results[index] = await task(item, index)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, part) =>
    items.slice(part * size, (part + 1) * size),
  )

async function scene(site: Site) {
  const author = await site.signUp('stranger')
  const { name } = await site.createCommunity('hostile')
  const post = (fields: object) => author.post<Posted>('/api/posts', { community: name, ...fields })
  const addressOf = ({ publicId }: Posted) => `/${name}/post/${publicId}`
  return { author, community: name, post, addressOf }
}

/** Only a stranger's script would open a dialog. All other effects fail every test: see support/watch.ts. */
function dialogsOf(page: Page): string[] {
  const dialogs: string[] = []
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message())
    await dialog.dismiss()
  })
  return dialogs
}

/** Scrolls down until this many elements have been rendered. */
async function drawAll(page: Page, selector: string, count: number) {
  await expect
    .poll(
      async () => {
        // To the first item that is not rendered yet; the last one loads the next page.
        await page.evaluate((rendered) => {
          const places = [...document.querySelectorAll('[data-feed] > div')]
          places.find((place) => !place.querySelector(rendered))?.scrollIntoView({ block: 'end' })
        }, selector)
        return page.locator(selector).count()
      },
      { timeout: 240_000, intervals: [30] },
    )
    .toBe(count)
}

const strangersOn = async (page: Page) => (await page.evaluate(inspect, null))[0]?.strangers

/** Line breaks as HTML normalizes them. */
const asHtml = (text: string) => text.replace(/\r\n?/g, '\n')

/** Parses the server's HTML of posts: the texts are in it as text, and nothing else. */
async function expectTextAlone(page: Page, posts: readonly Posted[], addressOf: (post: Posted) => string) {
  const inspected = await page.evaluate(inspect, posts.map(addressOf))
  expect(inspected.flatMap(({ strangers }) => strangers)).toEqual([])
  for (const [index, { title, images }] of posts.entries()) {
    const { heading, metas, state, facts, descriptions } = inspected[index] ?? {}
    expect(heading).toBe(asHtml(title))
    expect(metas).toMatchObject({
      'og:title': asHtml(title),
      'og:type': 'article',
      viewport: expect.any(String),
    })
    expect(metas).not.toHaveProperty('robots')
    for (const data of [state, facts]) expect(JSON.stringify(data)).toContain(JSON.stringify(title))
    for (const { altText } of images) expect(descriptions).toContain(asHtml(altText ?? '').trim())
  }
}

const unusual = '"><link rel="canonical" href="//evil.example/">'
const few = hostileTexts.filter((text, place) => place % 12 === 0 || text === unusual)

for (const [some, texts] of [
  ['some', few],
  ['all', hostileTexts],
] as const)
  test(
    `hostile titles and texts stay text in a feed and on the pages of posts: ${some}`,
    longUnless(some === 'some'),
    async ({ page, site }) => {
      expect(new Set(hostileTexts).size).toBeGreaterThanOrEqual(150)
      const { community, post, addressOf } = await scene(site)
      const posts = await forEach(texts, (text) => post({ title: text, body: text }))
      const dialogs = dialogsOf(page)
      await open(page, `/${community}?sort=latest`)
      await expectTextAlone(page, posts, addressOf)
      await drawAll(page, 'article h2', posts.length)
      expect(await strangersOn(page)).toEqual([])
      expect(await page.locator('article h2').allTextContents()).toContain(unusual)
      expect(dialogs).toEqual([])
    },
  )

test('hostile alt texts stay text in a feed and on the pages of posts', { tag: '@long' }, async ({
  page,
  site,
}) => {
  const { author, community, post, addressOf } = await scene(site)
  const galleries = inParts(hostileTexts, limits.imagesPerPostMax)
  const posts = await forEach(galleries, async (captions, index) => {
    const images: { imageId: string; caption: string }[] = []
    for (const caption of captions) images.push({ imageId: (await site.upload(author)).id, caption })
    return post({ type: 'image', title: `Gallery ${index}`, images })
  })
  const dialogs = dialogsOf(page)
  await open(page, `/${community}?sort=latest`)
  await expectTextAlone(page, posts, addressOf)
  await drawAll(page, 'article h2', posts.length)
  expect(await page.locator('article li img').count()).toBe(hostileTexts.length)
  expect(await strangersOn(page)).toEqual([])
  expect(dialogs).toEqual([])
})

test('hostile texts run nothing as comments and in the preview', { tag: '@long' }, async ({
  page,
  site,
  signIn,
}) => {
  const { author, post, addressOf } = await scene(site)
  const dialogs = dialogsOf(page)
  await signIn(author)
  for (const texts of inParts(hostileTexts, limits.commentsPerRenderedPage)) {
    const discussed = await post({ title: 'Many of them', body: texts.join('\n\n') })
    await forEach(texts, (text) => site.comment(author, discussed, text))
    await open(page, addressOf(discussed))
    await drawAll(page, '#comments article', texts.length)
    expect(await strangersOn(page)).toEqual([])
  }
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await discussion(page).getByRole('textbox').fill(hostileTexts.join('\n\n'))
  await discussion(page).getByRole('tab', { name: 'Preview' }).click()
  await expect(discussion(page).getByRole('tabpanel')).toContainText('etc/passwd')
  expect(await strangersOn(page)).toEqual([])
  expect(dialogs).toEqual([])
})

test('hostile URLs are refused or lead to a host over http, and do nothing on their own', {
  tag: '@long',
}, async ({ page, site }) => {
  const { author, community, addressOf } = await scene(site)
  const posted = await forEach(hostileAddresses, (url, index) =>
    author
      .post<Posted>('/api/posts', { type: 'link', title: `Link ${index}`, url, community })
      .catch((refusal: Error) => {
        expect(refusal.message).toContain('400')
        expect(refusal.message).toMatch(/invalid-url|unstorable_text/)
        return null
      }),
  )
  const links = posted.filter((link) => link !== null)
  expect(links.length).toBeGreaterThan(20)
  expect(links.length).toBeLessThan(hostileAddresses.length - 20)
  const dialogs = dialogsOf(page)
  await open(page, `/${community}?sort=latest`)
  await drawAll(page, 'article h2', links.length)
  expect(await strangersOn(page)).toEqual([])
  const inspected = await page.evaluate(inspect, links.map(addressOf))
  expect(inspected.flatMap(({ strangers }) => strangers)).toEqual([])
  for (const link of await page.locator('article a[rel~=nofollow]').all())
    expect(await link.getAttribute('href')).toMatch(/^https?:\/\/[^/?#@"'<>\s]+\/[^"<>\s]*$/)
  expect(dialogs).toEqual([])
})
