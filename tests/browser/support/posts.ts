import type { Locator, Page } from '@playwright/test'
import type { CommunityFacts, Fact, Member, PostFacts, Site } from './site.ts'

export interface Scene {
  readonly moss: CommunityFacts
  readonly author: Member
  readonly written: PostFacts
  /** URL of the post's page. */
  readonly address: string
}

/** A post in a community of its own, which the keeper moderates. */
export async function postScene(
  site: Site,
  facts: { title?: string; body?: string } = {},
  writer?: Member,
): Promise<Scene> {
  const moss = await site.createCommunity('moss')
  const author = writer ?? (await site.signUp('author'))
  const written = await site.createPost(author, moss.name, facts)
  return { moss, author, written, address: `/${moss.name}/post/${written.publicId}` }
}

/** A new member who moderates a community together with its creator. */
export async function newModerator(site: Site, community: Fact): Promise<Member> {
  const moderator = await site.signUp('moderator')
  await site.join(moderator, community)
  await site.db
    .insertInto('moderators')
    .values({ community_id: community.id, user_id: moderator.id, position: 1 })
    .execute()
  return moderator
}

/** The post on its own page, without the discussion. */
export const article = (page: Page): Locator =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 1 }) })

/** A post in a feed. */
export const card = (page: Page, title: string): Locator =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })

export async function openMenu(page: Page, owner: Locator, menu = 'More'): Promise<Locator> {
  await owner.getByRole('button', { name: menu, exact: true }).click()
  return page.getByRole('menu')
}

/** Opens one of the menus of a post and chooses an item. */
export async function choose(page: Page, owner: Locator, choice: string, menu = 'More'): Promise<void> {
  const opened = await openMenu(page, owner, menu)
  await opened.getByRole('menuitem', { name: choice, exact: true }).click()
}

export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
