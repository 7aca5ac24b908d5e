import type { Locator, Page } from '@playwright/test'
import { sql } from 'kysely'
import type { Fact, Member, Site } from './site.ts'

/** The comments on a post's page, with the comment box. */
export const discussion = (page: Page): Locator => page.getByRole('region', { name: 'Comments' })

/** One comment without its replies, found by a part of its text or byline. */
export const comment = (page: Page, text: string): Locator =>
  discussion(page).getByRole('article').filter({ hasText: text })

/** The form that is open; there is at most one. */
export const writing = (page: Page): Locator => discussion(page).getByRole('textbox')

export async function chooseFromMenu(page: Page, owner: Locator, choice: string): Promise<void> {
  await owner.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: choice, exact: choice === 'Report' }).click()
}

/**
 * Inserts many comments into the database, 'Remark 1' to 'Remark <count>'.
 *
 * @param place.parent the comment they reply to; without it they are on the post itself.
 */
export async function writeMany(
  { db }: Pick<Site, 'db'>,
  author: Member,
  place: { post: Fact; parent?: Fact },
  count: number,
): Promise<void> {
  const parent = place.parent?.id ?? null
  await sql`
    insert into comments (post_id, parent_id, ancestors, author_id, body)
    select ${place.post.id}, ${parent}::bigint, array_remove(array[${parent}::bigint], null), ${author.id},
      'Remark ' || number
    from generate_series(1, ${count}::integer) as number order by number`.execute(db)
  await sql`update posts set comment_count = comment_count + ${count} where id = ${place.post.id}`.execute(db)
  await sql`
    update comments set reply_count = reply_count + ${count}, direct_reply_count = direct_reply_count + ${count}
    where id = ${parent}`.execute(db)
}
