import { expect, type Locator, type Page } from '@playwright/test'
import type { CommunityFacts, Site } from './site.ts'

/** Long enough that ten posts are higher than any window. */
const text = 'Moss grows where it is damp and nobody is in a hurry, on stones, on roofs and in gaps. '.repeat(
  6,
)

/** A new community with posts in it, of which the newest are 'Post 1', 'Post 2' and so on. */
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

/** The places of the posts, whether or not they are near enough to be rendered. The last one holds what follows. */
export const places = (page: Page): Locator => page.locator('main [aria-busy] > div')

/** Comes to the end of what is there again and again, until so many posts have their place. */
export async function scrollUntil(page: Page, count: number): Promise<void> {
  await expect
    .poll(async () => {
      // In one step: the feed may draw its end anew at any moment.
      await places(page)
        .last()
        .evaluate((place) => place.scrollIntoView({ block: 'end' }))
      return (await places(page).count()) - 1
    })
    .toBeGreaterThanOrEqual(count)
}

/** Until the browser has painted twice, so that everything that follows a scroll has been set off. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  )
