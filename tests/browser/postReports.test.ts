import type { Page } from '@playwright/test'
import { errors } from '../../contract/errors.ts'
import { expectAccessible } from './support/axe.ts'
import { open, untilClosed } from './support/open.ts'
import { article, card, choose, dialog, openMenu, postScene } from './support/posts.ts'
import { expect, test } from './support/test.ts'

/** Chooses a reason in the open dialog and sends the report. */
async function giveReason(page: Page, reason: string) {
  const asked = dialog(page, 'Report post')
  await asked.getByRole('radio', { name: reason }).check()
  await asked.getByRole('button', { name: 'Report' }).click()
}

test.describe('a report', () => {
  test('names the rule that is broken, in place of rules in general', async ({ page, site, signIn }) => {
    const { moss, address } = await postScene(site, { title: 'Spores' })
    await site.keeper.post(`/api/communities/${moss.id}/rules`, { rule: 'Be *kind*', description: '' })
    await signIn(await site.signUp('reader'))
    await open(page, address)
    await choose(page, article(page), 'Report')
    const asked = dialog(page, 'Report post')
    await expect(asked.getByRole('radio', { name: 'Breaks rule 1: Be kind' })).toBeVisible()
    await expect(asked.getByRole('radio')).toHaveCount(4)
    await expect(asked.getByRole('radio', { name: 'Breaks community rules' })).toHaveCount(0)
  })

  test('[CORE-2-082] [CORE-2-143] [CORE-5-021] [CORE-8-012] [CORE-1-010] [CORE-0-003] of a post is sent with one of the reasons', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403|409|429/)
    const { moss, written, address } = await postScene(site, { title: 'Spores' })
    const reader = await site.signUp('reader')
    await signIn(reader)
    await open(page, address)
    const asked = dialog(page, 'Report post')
    const stored = () =>
      site.db
        .selectFrom('reports')
        .select(['reporter_id', 'reason_id'])
        .where('post_id', '=', written.id)
        .execute()
    for (const { reason, refusal, says } of [
      { reason: 'a ban', refusal: errors.bannedFromCommunity, says: 'You are banned from this community.' },
      { reason: 'too many reports', refusal: errors.tooManyRequests, says: 'Whoah, slow down there!' },
    ])
      await test.step(`it is refused with the reason: ${reason}`, async () => {
        await page.route('**/api/_report', (route) =>
          route.fulfill({ status: refusal.status, json: refusal }),
        )
        await choose(page, article(page), 'Report')
        await giveReason(page, 'Spam')
        await expect(page.getByRole('alert').filter({ hasText: says })).toBeVisible()
        await page.unroute('**/api/_report')
        await page.keyboard.press('Escape')
        await untilClosed(page, asked)
      })
    await choose(page, article(page), 'Report')
    await expect(asked.getByRole('radio')).toHaveCount(4)
    await expectAccessible(page)
    await asked.getByRole('button', { name: 'Report' }).click()
    // Beside the messages of the refusals before it.
    await expect(asked.getByRole('alert').filter({ hasText: 'Choose a reason' })).toBeVisible()
    expect(await stored()).toEqual([])
    await giveReason(page, 'Spam')
    await expect(page.getByRole('status').getByText('Post reported.')).toBeVisible()
    await expect(asked).toHaveCount(0)
    expect(await stored()).toEqual([{ reporter_id: reader.id, reason_id: 3 }])
    await test.step('[CORE-8-011] for the same reason again it is refused with a message', async () => {
      await open(page, `/${moss.name}`)
      await choose(page, card(page, 'Spores'), 'Report')
      await giveReason(page, 'Spam')
      await expect(page.getByRole('alert')).toContainText('You have already reported this post')
    })
  })

  test('[CORE-5-022] of one’s own post is not offered', async ({ page, site, signIn }) => {
    const { author, address } = await postScene(site)
    await signIn(author)
    await open(page, address)
    const menu = await openMenu(page, article(page))
    await expect(menu.getByRole('menuitem', { name: 'Edit' })).toBeVisible()
    await expect(menu.getByRole('menuitem', { name: 'Report' })).toHaveCount(0)
  })
})
