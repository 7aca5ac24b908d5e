import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { posts } from './support/feed.ts'
import { longUnless } from './support/long.ts'
import { open } from './support/open.ts'
import type { PostFacts, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const playerHost = 'https://www.youtube-nocookie.com'
const video = 'dQw4w9WgXcQ'
const address = `https://youtu.be/${video}?t=1m30s`
const player = (page: Page) => page.locator('iframe')

/** Replaces the video site, and counts the requests to it. */
async function standIn(page: Page): Promise<string[]> {
  const asked: string[] = []
  await page.route(`${playerHost}/**`, async (route) => {
    asked.push(route.request().url())
    await route.fulfill({ contentType: 'text/html', body: '<title>Player</title>A player.' })
  })
  return asked
}

/** A community with a link to a video among this many other posts. */
async function communityWithVideo(site: Site, { below = 0 } = {}) {
  const moss = await site.createCommunity('moss')
  const post: PostFacts = await site.keeper.post('/api/posts', {
    type: 'link',
    title: 'How spores fly',
    url: address,
    community: moss.name,
  })
  for (let number = below; number > 0; number -= 1)
    await site.createPost(site.keeper, moss.name, { title: `Post ${number}` })
  return { moss, post, feed: `/${moss.name}?sort=latest`, page: `/${moss.name}/post/${post.publicId}` }
}

test.describe('a link to a video', () => {
  test.beforeEach(({ forgive }) => forgive(/^foreign: https:\/\/www\.youtube-nocookie\.com\//))

  // [CORE-2-123] [CORE-2-124] [CORE-2-131]
  for (const place of ['feed', 'page'] as const)
    test(
      `is a 16:9 player in the ${place}, from the host without cookies`,
      longUnless(place === 'feed'),
      async ({ page, site }) => {
        const scene = await communityWithVideo(site)
        const asked = await standIn(page)
        await open(page, scene[place])
        await page.getByRole('link', { name: 'Watch video' }).click()
        await expect(player(page)).toHaveAttribute('src', `${playerHost}/embed/${video}?start=90&autoplay=1`)
        await expect(player(page)).toHaveAttribute('title', 'Video: How spores fly')
        await expect(page.frameLocator('iframe').getByText('A player.')).toBeVisible()
        expect(asked).toEqual([`${playerHost}/embed/${video}?start=90&autoplay=1`])
        const { width, height } = (await player(page).boundingBox()) ?? { width: 0, height: 1 }
        expect(width).toBeGreaterThan(500)
        expect(width / height).toBeCloseTo(16 / 9, 2)
        await expect(page.getByRole('link', { name: 'youtu.be' })).toHaveAttribute('href', address)
        await expectAccessible(page)
      },
    )

  test('[CORE-2-125] asks the other site for nothing before it is pressed', async ({ page, site }) => {
    const { feed } = await communityWithVideo(site)
    const asked = await standIn(page)
    await open(page, feed)
    const link = page.getByRole('link', { name: 'Watch video' })
    await link.scrollIntoViewIfNeeded()
    await expect(link).toHaveAttribute('href', address)
    const before = await link.boundingBox()
    expect(asked).toEqual([])
    await link.press('Enter')
    await expect(player(page)).toBeFocused()
    await expect.poll(() => asked.length).toBe(1)
    expect(await player(page).boundingBox()).toEqual(before)
  })

  test('[CORE-2-126] is only a link for members who turned players off', async ({ page, site, signIn }) => {
    const scene = await communityWithVideo(site)
    const member = await site.signUp('rowan')
    const asked = await standIn(page)
    await signIn(member)
    await open(page, scene.feed)
    await expect(page.getByRole('link', { name: 'Watch video' })).toBeVisible()
    await site.db.updateTable('users').set({ embeds_off: true }).where('id', '=', member.id).execute()
    const before = asked.length
    for (const place of ['feed', 'page'] as const) {
      await open(page, scene[place])
      await expect(page.getByRole('link', { name: 'youtu.be' })).toHaveAttribute('href', address)
      await expect(player(page)).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Watch video' })).toHaveCount(0)
    }
    expect(asked.length).toBe(before)
  })

  test('has no player in compact rows', async ({ page, site }) => {
    const { feed } = await communityWithVideo(site)
    await page.addInitScript(() => {
      // The player has no access to our storage.
      if (window === top) localStorage.setItem('preferences', '{"feed_layout":"compact"}')
    })
    const asked = await standIn(page)
    await open(page, feed)
    await expect(posts(page)).toHaveCount(1)
    await expect(player(page)).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Watch video' })).toBeHidden()
    await page.getByRole('button', { name: 'Card view' }).click()
    await expect(page.getByRole('link', { name: 'Watch video' })).toBeVisible()
    expect(asked).toEqual([])
  })
})
