import type { Page } from '@playwright/test'
import { chooseFromMenu, discussion, writing } from './support/discussion.ts'
import { hold } from './support/hold.ts'
import { tabTo } from './support/keyboard.ts'
import { longUnless } from './support/long.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const picker = (page: Page) => page.getByRole('combobox', { name: 'Community' })
const suggestions = (page: Page) => page.getByRole('listbox', { name: 'Communities' }).getByRole('option')
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const body = (page: Page) => page.getByRole('textbox', { name: 'Body' })
const submit = (page: Page) => page.getByRole('button', { name: 'Submit' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const sent = (page: Page) => {
  const posts: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/posts')
      posts.push(request.postDataJSON())
  })
  return posts
}

test.describe('a new post', () => {
  // [CORE-2-148] [CORE-2-149] [CORE-2-152] [CORE-2-157]
  test('[CORE-2-014] [CORE-0-002] is written, discussed and voted on with the keyboard alone', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/new')
    await expect(page).toHaveTitle('New post · Folkmoot')
    await expect(heading(page)).toHaveText('Create a post')
    await expect(picker(page)).toBeFocused()
    await page.keyboard.type(moss.name)
    await expect(suggestions(page).filter({ hasText: moss.name })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(picker(page)).toHaveValue(moss.name)
    await expect(page.getByRole('complementary')).toContainText(moss.name)
    await page.keyboard.press('Tab')
    await expect(title(page)).toBeFocused()
    await page.keyboard.type('Spores in spring')
    await tabTo(page, body(page))
    await page.keyboard.type('They **fly** far.')
    await tabTo(page, submit(page))
    await page.keyboard.press('Enter')

    await expect(page).toHaveURL(new RegExp(`/${moss.name}/post/\\w{8}$`))
    await expect(heading(page)).toHaveText('Spores in spring')
    await expect(page.locator('.md strong')).toHaveText('fly')
    await tabTo(page, discussion(page).getByRole('button', { name: 'Add a comment' }))
    await page.keyboard.press('Enter')
    await expect(writing(page)).toBeFocused()
    await page.keyboard.type('How far?')
    await page.keyboard.press('Control+Enter')
    const comment = discussion(page).getByRole('article')
    await expect(comment).toContainText('How far?')
    await expect(comment).toBeFocused()
    await tabTo(page, comment.getByRole('button', { name: 'Downvote' }))
    await page.keyboard.press('Space')
    await expect(comment.locator('data')).toHaveText('−1')
    // Back leads to the page before the form, not to the sent form.
    await page.goBack()
    await expect(page).not.toHaveURL('/new')
  })

  test('[CORE-5-001] [CORE-5-002] [CORE-5-004] reports each missing field until it is changed', async ({
    page,
    site,
    signIn,
  }) => {
    await site.createCommunity('fen')
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    const posts = sent(page)
    await submit(page).click()
    await expect(picker(page)).toHaveAccessibleDescription('Select a community first')
    await expect(title(page)).toHaveAccessibleDescription('Your post needs a title')
    for (const field of [picker(page), title(page)])
      await expect(field).toHaveAttribute('aria-invalid', 'true')
    await title(page).fill('  ab  ')
    await expect(title(page)).not.toHaveAttribute('aria-invalid')
    await submit(page).click()
    await expect(title(page)).toHaveAccessibleDescription('Title is too short')
    await title(page).fill('   ')
    await submit(page).click()
    await expect(title(page)).toHaveAccessibleDescription('Your post needs a title')
    await title(page).fill('abc')
    await submit(page).click()
    await expect(title(page)).not.toHaveAttribute('aria-invalid')
    await expect(picker(page)).toHaveAccessibleDescription('Select a community first')
    expect(posts).toEqual([])
    await test.step('[CORE-5-003] a title has at most 255 characters, with a count', async () => {
      await title(page).fill('🌱'.repeat(254))
      await expect(page.getByText('254 / 255')).toBeVisible()
      await title(page).press('End')
      await page.keyboard.insertText('abc')
      await expect(title(page)).toHaveValue(`${'🌱'.repeat(254)}a`)
      await expect(page.getByText('255 / 255')).toBeVisible()
    })
    await test.step('[CORE-2-153] the body has a Markdown reference and a preview', async () => {
      const help = page.getByRole('button', { name: 'Markdown help' })
      await help.click()
      await expect(page.getByRole('table')).toContainText('**bold**')
      await expect(help).toHaveAttribute('aria-expanded', 'true')
      await help.click()
      await expect(page.getByRole('table')).toHaveCount(0)
      await body(page).fill('They **fly**.')
      await page.getByRole('tab', { name: 'Preview' }).click()
      await expect(page.getByRole('tabpanel').locator('strong')).toHaveText('fly')
      await page.getByRole('tab', { name: 'Write' }).click()
      await expect(body(page)).toHaveValue('They **fly**.')
    })
  })

  for (const place of ['title', 'body'] as const)
    test(
      `[CORE-2-158] is sent with Ctrl+Enter from the ${place}`,
      longUnless(place === 'title'),
      async ({ page, site, signIn }) => {
        const moss = await site.createCommunity('moss')
        await signIn(await site.signUp('rowan'))
        await open(page, `/new?community=${moss.name}`)
        const posts = sent(page)
        await title(page).fill('Spores')
        await title(page).press('Enter')
        await body(page).fill('They fly.')
        await { title, body }[place](page).press('Control+Enter')
        await expect(heading(page)).toHaveText('Spores')
        expect(posts).toEqual([
          { type: 'text', title: 'Spores', body: 'They fly.', community: moss.name, userGroup: 'normal' },
        ])
      },
    )

  test('is unchanged when sending fails, is sent once, and can be edited then', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/ERR_FAILED/)
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('rowan'))
    await open(page, `/new?community=${moss.name}`)
    await page.route('**/api/posts?*', (route) => route.abort())
    await title(page).fill('Spores')
    await body(page).fill('They fly.')
    await expect(submit(page)).not.toHaveAttribute('aria-busy')
    await submit(page).click()
    await expect(page.getByText("Make sure you're connected to the internet")).toBeVisible()
    await expect(body(page)).toHaveValue('They fly.')
    await page.unroute('**/api/posts?*')
    await test.step('[CORE-4-047] it is sent once, and the button is busy meanwhile', async () => {
      const posts = sent(page)
      const letGo = await hold(page, '**/api/posts?*')
      await submit(page).click()
      await expect(submit(page)).toHaveAttribute('aria-busy', 'true')
      // Presses the button although it is busy.
      await submit(page).click({ force: true })
      await title(page).press('Control+Enter')
      letGo()
      await expect(page).toHaveURL(/\/post\//)
      expect(posts).toHaveLength(1)
    })
    await test.step('[CORE-2-140] it can be edited right after', async () => {
      await expect(heading(page)).toHaveText('Spores')
      await chooseFromMenu(page, page.getByRole('article').first(), 'Edit')
      await expect(title(page)).toHaveValue('Spores')
      await page.getByRole('main').getByRole('button', { name: 'Cancel' }).click()
      await expect(heading(page)).toHaveText('Spores')
    })
  })

  test('[CORE-2-159] is cancelled at once while it is empty, otherwise after a confirmation', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('rowan'))
    await open(page, `/new?community=${moss.name}`)
    const cancel = page.getByRole('main').getByRole('button', { name: 'Cancel' })
    const question = page.getByRole('dialog', { name: 'Are you sure you want to leave?' })
    await cancel.click()
    await expect(page).toHaveURL(`/${moss.name}`)

    await open(page, `/new?community=${moss.name}`)
    await body(page).fill('They fly.')
    await cancel.click()
    await expect(question).toContainText("We'll keep a draft on this device.")
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(question).toHaveCount(0)
    await expect(body(page)).toHaveValue('They fly.')
    await cancel.click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(`/${moss.name}`)
  })

  test('is protected by the confirmation of the browser when the tab is closed', async ({
    page,
    site,
    signIn,
  }) => {
    await site.createCommunity('fen')
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    expect(questions).toEqual([])
    await open(page, '/new')
    // Browsers ask only after real user input.
    await body(page).pressSequentially('They fly.')
    await page.reload()
    expect(questions).toEqual(['beforeunload'])
  })
})

test.describe('a new post is refused', () => {
  test('[CORE-5-005] [CORE-5-006] to members who are banned from the community, before it is sent and after', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const [moss, fern] = [await site.createCommunity('moss'), await site.createCommunity('fern')]
    const member = await site.signUp('rowan')
    const ban = ({ id }: { id: string }) =>
      site.db.insertInto('community_bans').values({ community_id: id, user_id: member.id }).execute()
    await ban(moss)
    await signIn(member)
    await open(page, `/new?community=${moss.name}`)
    const posts = sent(page)
    await title(page).fill('Spores')
    await submit(page).click()
    await expect(picker(page)).toHaveAccessibleDescription(`You've been banned from ${moss.name}.`)
    expect(posts).toEqual([])

    await open(page, `/new?community=${fern.name}`)
    await title(page).fill('Spores')
    await ban(fern)
    await submit(page).click()
    await expect(picker(page)).toHaveAccessibleDescription('You are banned from community')
    await expect(title(page)).toHaveValue('Spores')
  })
})
