import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { chooseFromMenu, comment, discussion, writing } from './support/discussion.ts'
import { longUnless } from './support/long.ts'
import { open, untilClosed } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const items = (page: Page) => page.getByRole('menuitem')
/** The choices of a role. */
const toggles = (page: Page) => page.getByRole('menuitemcheckbox', { name: /^Speak as/ })
const reply = (page: Page, to: string) => comment(page, to).getByRole('button', { name: 'Reply' }).first()
const removal = (page: Page) => page.getByRole('dialog', { name: 'Remove this comment?' })

async function openMenu(page: Page, owner: Locator) {
  await owner.getByRole('button', { name: 'More', exact: true }).click()
  await expect(items(page).first()).toBeVisible()
}

/** A post whose author moderates its community, with a comment by a reader and the author's reply. */
async function scene(site: Site) {
  const moderator = await site.signUp('moderator', { points: 100, isAdmin: true })
  const moss = await site.createCommunity('moss', { creator: moderator })
  await site.db.updateTable('users').set({ is_admin: false }).where('id', '=', moderator.id).execute()
  const reader = await site.signUp('reader')
  const post = await site.createPost(moderator, moss.name)
  const first = await site.comment(reader, post, 'How far?')
  const answer = await site.comment(moderator, post, 'Very far.', first)
  return { moss, moderator, reader, post, first, answer, address: `/${moss.name}/post/${post.publicId}` }
}

type People = Pick<Awaited<ReturnType<typeof scene>>, 'moderator' | 'reader'>

async function moderatorElsewhere(site: Site): Promise<Member> {
  const elsewhere = await site.signUp('elsewhere', { isAdmin: true })
  await site.createCommunity('fern', { creator: elsewhere })
  await site.db.updateTable('users').set({ is_admin: false }).where('id', '=', elsewhere.id).execute()
  return elsewhere
}

const ofComment = ({ post, first }: { post: { publicId: string }; first: { id: string } }) =>
  `/api/posts/${post.publicId}/comments/${first.id}`

test.describe('the menu of a comment', () => {
  const people: Record<
    string,
    { who: (site: Site, people: People) => Promise<Member | null>; may: string[] }
  > = {
    'a guest': { who: async () => null, may: ['Save', 'Copy link', 'Report', 'Report illegal content'] },
    'a member': {
      who: (site) => site.signUp('someone'),
      may: ['Save', 'Copy link', 'Report', 'Report illegal content'],
    },
    'a moderator of another community': {
      who: (site) => moderatorElsewhere(site),
      may: ['Save', 'Copy link', 'Report', 'Report illegal content'],
    },
    'its author': { who: async (_site, { reader }) => reader, may: ['Save', 'Copy link', 'Edit', 'Delete'] },
    'a moderator': {
      who: async (_site, { moderator }) => moderator,
      may: [
        'Save',
        'Copy link',
        'Report',
        'Report illegal content',
        'Pin to the top',
        'Lock replies',
        'Remove',
        'Erase…',
      ],
    },
    'an admin': {
      who: async (site) => site.keeper,
      may: [
        'Save',
        'Copy link',
        'Report',
        'Report illegal content',
        'Pin to the top',
        'Lock replies',
        'Remove',
        'Erase…',
      ],
    },
  }
  test('[CORE-6-012] [CORE-5-022] offers everyone their allowed actions and no others', {
    tag: '@long',
  }, async ({ page, site, signIn }) => {
    const things = await scene(site)
    for (const [name, { who, may }] of Object.entries(people))
      await test.step(name, async () => {
        const member = await who(site, things)
        if (member) await signIn(member)
        await open(page, things.address)
        await openMenu(page, comment(page, 'How far?'))
        await expect(items(page)).toHaveText(may)
        await expect(toggles(page)).toHaveCount(0)
      })
  })

  test('copies the URL of the comment, says when that fails, and asks guests who report to log in', async ({
    page,
    site,
    context,
  }) => {
    const { first, address } = await scene(site)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(page, address)
    await chooseFromMenu(page, comment(page, 'How far?'), 'Copy link')
    await expect(page.getByText('Link copied to clipboard.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.url}${address}/${first.id}`,
    )
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
    })
    await chooseFromMenu(page, comment(page, 'How far?'), 'Copy link')
    await expect(page.getByText('Failed to copy link to clipboard.')).toBeVisible()
    await chooseFromMenu(page, comment(page, 'How far?'), 'Report')
    await expect(page.getByRole('dialog', { name: 'Login to continue' })).toBeVisible()
  })
})

test('shares the URL of the comment with the share sheet of a phone @phone', async ({ page, site }) => {
  const { first, address } = await scene(site)
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        document.documentElement.dataset.shared = data.url
      },
    })
  })
  await open(page, address)
  await chooseFromMenu(page, comment(page, 'How far?'), 'Share with…')
  await expect(page.locator('html')).toHaveAttribute('data-shared', `${site.url}${address}/${first.id}`)
})

test.describe('a report of a comment', () => {
  const report = async (page: Page) => {
    await chooseFromMenu(page, comment(page, 'How far?'), 'Report')
    const dialog = page.getByRole('dialog', { name: 'Report comment' })
    await dialog.getByRole('radio').first().check()
    await dialog.getByRole('button', { name: 'Report' }).click()
  }

  test('[CORE-8-012] [CORE-8-010] is confirmed, and accepted once for each reason', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/409/)
    const { address } = await scene(site)
    await signIn(await site.signUp('someone'))
    await open(page, address)
    await report(page)
    await expect(page.getByText('Comment reported.')).toBeVisible()
    await report(page)
    await expect(page.getByRole('alert').getByText('You have already reported this comment')).toBeVisible()
  })

  test('[CORE-5-022] of one’s own comment is refused by the server, too', async ({ site }) => {
    const { reader, first } = await scene(site)
    const own = reader.post('/api/_report', { type: 'comment', targetId: first.id, reason: 1 })
    await expect(own).rejects.toThrow(/403.*own-content/)
  })
})

test.describe('a deleted comment', () => {
  for (const [role, label] of [
    ['moderator', 'Removed by moderator'],
    ['admin', 'Removed by admin'],
  ] as const) {
    test(
      `[CORE-2-085] [CORE-4-034] [CORE-6-012] is confirmed by the ${role}, names the role, and shows its text only to those who may read it`,
      longUnless(role === 'moderator'),
      async ({ page, site, signIn }) => {
        const { moderator, reader, address } = await scene(site)
        await signIn(role === 'moderator' ? moderator : site.keeper)
        await open(page, address)
        await chooseFromMenu(page, comment(page, 'How far?'), 'Remove')
        await expect(removal(page)).toContainText('Replies stay')
        await removal(page).getByRole('button', { name: 'Remove' }).click()
        await untilClosed(page, removal(page))
        await expect(comment(page, 'How far?')).toContainText(label)
        await expect(comment(page, 'How far?').getByRole('button', { name: 'Reply' })).toHaveCount(0)

        for (const [member, mayRead] of [
          [site.keeper, true],
          [moderator, role === 'moderator'],
          [reader, false],
          [undefined, false],
        ] as const) {
          // Its event stream must not open with the cookies of another member, or with none.
          await page.goto('about:blank')
          if (member) await signIn(member)
          else await page.context().clearCookies()
          await open(page, address)
          await expect(comment(page, label)).toContainText(mayRead ? 'How far?' : label)
          await expect(page.getByText('How far?')).toHaveCount(mayRead ? 1 : 0)
          await expect(comment(page, label).getByText(reader.username)).toHaveCount(mayRead ? 1 : 0)
          await expect(comment(page, label).getByRole('button', { name: 'Reply' })).toHaveCount(0)
          await expect(comment(page, label).getByRole('button', { name: 'More' })).toHaveCount(
            mayRead ? 1 : 0,
          )
          await expect(comment(page, 'Very far.')).toBeVisible()
        }
      },
    )
  }

  test('[CORE-2-085] is deleted as its author or removed as a moderator, with a reason, and can be restored', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.comment(site.keeper, post, 'How far?')
    await signIn(site.keeper)
    await open(page, `/${moss.name}/post/${post.publicId}`)
    await openMenu(page, comment(page, 'How far?'))
    await expect(items(page).filter({ hasText: /^Delete$/ })).toHaveCount(1)
    await items(page).filter({ hasText: 'Remove' }).click()
    await expectAccessible(page)
    await removal(page).getByLabel('Reason (for the author and the moderation log)').fill('Off topic.')
    await removal(page).getByRole('button', { name: 'Remove' }).click()
    await expect(comment(page, 'Removed by moderator')).toContainText('How far?')
    expect(await page.request.get('/api/modlog?action=remove_comment').then((got) => got.text())).toContain(
      'Off topic.',
    )
    await chooseFromMenu(page, comment(page, 'How far?'), 'Restore')
    await expect(comment(page, 'Removed by moderator')).toHaveCount(0)
    await expect(reply(page, 'How far?')).toBeEnabled()
  })
})

test('[ACC-2-300] [ACC-5-061] [ACC-4-023] [ACC-4-024] a comment is erased for good by a moderator, who gives a reason and is warned', async ({
  page,
  site,
  signIn,
}) => {
  const { moss, moderator, first, address } = await scene(site)
  await signIn(moderator)
  await open(page, address)
  await chooseFromMenu(page, comment(page, 'How far?'), 'Erase…')
  const question = page.getByRole('dialog', { name: 'Erase this comment?' })
  const erase = question.getByRole('button', { name: 'Erase comment' })
  await expect(question).toContainText("This can't be undone")
  await expect(question).toContainText('Replies stay.')
  await erase.click()
  await expect(question).toContainText('Write a reason')
  await expectAccessible(page)
  expect(await moderator.get(`/api/comments/${first.id}`)).toMatchObject({ deleted: false })
  await question.getByLabel('Reason').fill('A private address.')
  await erase.click()
  await untilClosed(page, question)
  await expect(page.getByText('Comment erased.')).toBeVisible()
  await expect(page.getByText('How far?')).toHaveCount(0)

  for (const who of [moderator, site.keeper]) {
    await signIn(who)
    await open(page, address)
    await expect(comment(page, 'Removed by moderator')).toBeVisible()
    await expect(comment(page, 'Very far.')).toBeVisible()
    await expect(page.getByText('How far?')).toHaveCount(0)
    await expect(comment(page, 'Removed by moderator').getByRole('button', { name: 'Restore' })).toHaveCount(
      0,
    )
  }
  await open(page, `/${moss.name}/modlog`)
  await expect(page.getByRole('main')).toContainText('erased a comment')
  await expect(page.getByRole('main')).toContainText('Reason: A private address.')
  await expect(page.getByRole('main')).not.toContainText('How far?')
})

test.describe('a locked comment', () => {
  test('locks all replies below it, says why, and can be unlocked', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const { moderator, reader, address } = await scene(site)
    await signIn(moderator)
    await open(page, address)
    await chooseFromMenu(page, comment(page, 'How far?'), 'Lock replies')
    await page
      .getByRole('dialog')
      .getByLabel('Reason (for the author and the moderation log)')
      .fill('Too heated.')
    await page.getByRole('dialog').getByRole('button', { name: 'Lock' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(await page.request.get('/api/modlog?action=lock_comment').then((got) => got.text())).toContain(
      'Too heated.',
    )
    const window = await openWindow(reader)
    await open(window, address)
    for (const one of [page, window])
      for (const text of ['How far?', 'Very far.']) {
        await expect(reply(one, text)).toBeDisabled()
        await expect(comment(one, text)).toContainText('Replies are locked.')
        await expect(comment(one, text).getByRole('button', { name: 'Upvote' })).toBeEnabled()
      }
    await expect(comment(window, 'How far?').getByText('Locked', { exact: true })).toBeVisible()
    await expect(comment(window, 'Very far.').getByText('Locked', { exact: true })).toHaveCount(0)
    await expectAccessible(window)
    await chooseFromMenu(page, comment(page, 'How far?'), 'Unlock replies')
    await expect(reply(page, 'Very far.')).toBeEnabled()
    await window.reload()
    await expect(reply(window, 'Very far.')).toBeEnabled()
  })

  test('refuses a reply that was begun earlier, and keeps its text', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const { moderator, reader, post, answer, first, address } = await scene(site)
    await signIn(reader)
    await open(page, address)
    await reply(page, 'Very far.').click()
    await writing(page).fill('How very far?')
    await moderator.put(`${ofComment({ post, first })}?action=lock&lockAs=mods`, {})
    await writing(page).press('Control+Enter')
    await expect(page.getByText('Replies are locked.')).toBeVisible()
    await expect(writing(page)).toHaveValue('How very far?')
    await expect(page.locator(`#comment-${answer.id}`)).toBeVisible()
  })
})

test.describe('the role of a comment', () => {
  const roles = [
    ['a moderator', 'Speak as moderator', 'Mod'],
    ['an admin', 'Speak as admin', 'Admin'],
  ] as const
  for (const [who, choice, label] of roles)
    test(
      `[CORE-4-038] [CORE-6-013] [CORE-6-017] [CORE-7-031] is changed by its author, as ${who}, and back`,
      longUnless(who === 'an admin'),
      async ({ page, site, signIn, openWindow }) => {
        const { moderator, post, address } = await scene(site)
        const speaker = who === 'an admin' ? site.keeper : moderator
        await site.comment(speaker, post, 'Keep to the topic.')
        await signIn(speaker)
        await open(page, address)
        const tag = (one: Page) => comment(one, 'Keep to the topic.').getByText(label, { exact: true })
        await openMenu(page, comment(page, 'Keep to the topic.'))
        await expect(toggles(page)).toHaveText([choice])
        await expect(toggles(page)).toHaveAttribute('aria-checked', 'false')
        await toggles(page).click()
        await expect(toggles(page)).toHaveAttribute('aria-checked', 'true')
        await expect(tag(page)).toBeVisible()
        const guest = await openWindow()
        await open(guest, address)
        await expect(tag(guest)).toBeVisible()
        await toggles(page).click()
        await expect(tag(page)).toHaveCount(0)
        await guest.reload()
        await expect(comment(guest, 'Keep to the topic.')).toBeVisible()
        await expect(tag(guest)).toHaveCount(0)
      },
    )

  test('[CORE-6-013] [CORE-6-017] is chosen by authors with several roles', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const { moderator, reader, address } = await scene(site)
    await signIn(moderator)
    await open(page, address)
    await reply(page, 'How far?').click()
    await discussion(page).getByRole('checkbox', { name: 'Speak as moderator' }).check()
    const roles = (one: Page) => discussion(one).getByRole('checkbox', { name: / as / })
    await expect(roles(page)).toHaveCount(2)
    await writing(page).fill('Far enough.')
    await writing(page).press('Control+Enter')
    await expect(comment(page, 'Far enough.').getByText('Mod', { exact: true })).toBeVisible()
    await expect(comment(page, 'Very far.').getByText('Mod', { exact: true })).toHaveCount(0)
    const window = await openWindow(reader)
    await open(window, address)
    await reply(window, 'How far?').click()
    await expect(writing(window)).toBeVisible()
    await expect(roles(window)).toHaveCount(0)
  })
})

test.describe('a comment by a muted member', () => {
  test('[CORE-4-037] is a placeholder until it is clicked', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const { moderator, reader, address } = await scene(site)
    await site.db
      .insertInto('user_mutes')
      .values({ user_id: moderator.id, muted_user_id: reader.id })
      .execute()
    await signIn(moderator)
    await open(page, address)
    const placeholder = discussion(page).getByRole('button', { name: 'Comment by someone you muted' })
    await expect(placeholder).toBeVisible()
    await expect(discussion(page)).not.toContainText('How far?')
    await expect(discussion(page)).not.toContainText(reader.username)
    await expect(page.getByText('Very far.')).toBeHidden()
    await expectAccessible(page)
    await placeholder.click()
    await expect(comment(page, 'How far?')).toContainText(reader.username)
    await expect(comment(page, 'Very far.')).toBeVisible()
    await expect(placeholder).toHaveCount(0)
    const guest = await openWindow()
    await open(guest, address)
    await expect(comment(guest, 'How far?')).toBeVisible()
  })
})
