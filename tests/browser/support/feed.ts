import { expect, type Locator, type Page } from '@playwright/test'
import type { CommunityFacts, Site } from './site.ts'

/** Long enough that ten posts are higher than any window. */
const text = 'Moss grows where it is damp and nobody is in a hurry, on stones, on roofs and in gaps. '.repeat(
  6,
)

/** A new community with posts, of which 'Post 1' is the newest. */
export async function communityWithPosts(site: Site, count: number): Promise<CommunityFacts> {
  const community = await site.createCommunity('moss')
  for (let number = count; number > 0; number -= 1)
    await site.createPost(site.keeper, community.name, { title: `Post ${number}`, body: text })
  return community
}

/** The titles that `communityWithPosts` gave, from the newest to the oldest. */
export const titlesTo = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `Post ${index + 1}`)

export const posts = (page: Page): Locator => page.getByRole('main').getByRole('article')
export const titles = (page: Page): Locator => posts(page).getByRole('heading')

/** The list items of the posts, rendered or not. The last one contains what follows. */
export const places = (page: Page): Locator => page.locator('main [aria-busy] > div')

/** Scrolls to the end until the feed has this many items. */
export async function scrollUntil(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => {
      // In one step: the feed may render its end again at any moment.
      await places(page)
        .last()
        .evaluate((place) => place.scrollIntoView({ block: 'end' }))
      return (await places(page).count()) - 1
    })
    .toBeGreaterThanOrEqual(count)
}

/** Scrolls through the first posts, one after the other. What follows the posts may be rendered again at any moment. */
export async function scrollThrough(page: Page, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) await places(page).nth(at).scrollIntoViewIfNeeded()
}

/** Waits until the browser has painted twice, so that all effects of a scroll have started. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
