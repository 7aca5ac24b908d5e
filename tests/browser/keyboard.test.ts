import type { Page } from '@playwright/test'
import { discussion, writing } from './support/discussion.ts'
import { communityWithPosts } from './support/feed.ts'
import { keysAwake, open } from './support/open.ts'
import { newModerator } from './support/posts.ts'
import { expect, test } from './support/test.ts'

/** Holds a key: pressing one that is already down repeats it. */
async function hold(page: Page, key: string, times = 12): Promise<void> {
  for (let time = 0; time < times; time += 1) await page.keyboard.down(key)
  await page.keyboard.up(key)
}

const sentTo = (page: Page, path: RegExp): string[] => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && path.test(request.url())) sent.push(request.url())
  })
  return sent
}

test.describe('a key that is held', () => {
  test('decides about one item of the queue', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    const ana = await newModerator(site, moss)
    const [author, reporter] = [await site.signUp('author'), await site.signUp('reporter')]
    for (const title of ['One', 'Two', 'Three']) {
      const post = await site.createPost(author, moss.name, { title })
      await reporter.post('/api/_report', { type: 'post', targetId: post.id, reason: 3 })
    }
    await signIn(ana)
    await open(page, '/modqueue')
    await keysAwake(page)
    const sent = sentTo(page, /modqueue\/decisions/)
    await page.keyboard.press('j')
    await hold(page, 'a')
    await expect(page.getByRole('link', { name: 'Reported (2)' })).toBeVisible()
    expect(sent).toHaveLength(1)
    // Enter opens the question, and does not answer it.
    const remove = page.getByRole('main').getByRole('button', { name: 'Remove' }).first()
    await remove.focus()
    await hold(page, 'Enter')
    await expect(page.getByRole('dialog', { name: 'Remove this post?' })).toBeVisible()
    expect(sent).toHaveLength(1)
    await expect(page.getByRole('dialog').getByLabel(/^Reason/)).toHaveValue('Spam')
    await page.keyboard.down('Control')
    await hold(page, 'Enter')
    await page.keyboard.up('Control')
    await expect(page.getByRole('link', { name: 'Reported (1)' })).toBeVisible()
    expect(sent).toHaveLength(2)
  })

  test('votes once, and steps on for j', async ({ page, site, signIn }) => {
    const moss = await communityWithPosts(site, 4)
    await signIn(await site.signUp('rowan'))
    await open(page, `/${moss.name}?sort=latest`)
    await keysAwake(page)
    const sent = sentTo(page, /_postVote|votes?/)
    await hold(page, 'j', 2)
    const focused = page.locator('article:focus')
    await expect(focused.getByRole('heading')).toHaveText('Post 2')
    await hold(page, 'a')
    await expect(focused.getByRole('button', { name: 'Upvote' })).toHaveAttribute('aria-pressed', 'true')
    expect(sent).toHaveLength(1)
  })

  test('sends once, and types nothing into the field that it opened', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await signIn(await site.signUp('rowan'))
    await open(page, `/${moss.name}/post/${post.publicId}`)
    await keysAwake(page)
    await hold(page, 'c')
    await expect(writing(page)).toBeFocused()
    await hold(page, 'c', 3)
    await expect(writing(page)).toHaveValue('ccc')
    await writing(page).fill('They fly far.')
    const sent = sentTo(page, /\/comments/)
    await page.keyboard.down('Control')
    await hold(page, 'Enter')
    await page.keyboard.up('Control')
    await expect(discussion(page).getByRole('article')).toHaveText([/They fly far/])
    expect(sent).toHaveLength(1)
    // Still a line break in a text, and one pair of marks.
    await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
    await hold(page, 'Enter', 3)
    await expect(writing(page)).toHaveValue('\n\n\n')
    await page.keyboard.type('fern')
    await page.keyboard.down('Control')
    await hold(page, 'b', 4)
    await page.keyboard.up('Control')
    await expect(writing(page)).toHaveValue('\n\n\n**fern**')
    await page.keyboard.press('/')
    await hold(page, 'Escape')
    await expect(writing(page)).toBeVisible()
  })
})

test('shortcuts work on keyboards of other scripts', async ({ page, site, signIn }) => {
  const moss = await communityWithPosts(site, 2)
  await signIn(await site.signUp('rowan'))
  await open(page, `/${moss.name}?sort=latest`)
  await keysAwake(page)
  const press = (key: string, code: string) =>
    page.evaluate(
      (init) =>
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }),
        ),
      { key, code },
    )
  await press('о', 'KeyJ')
  await expect(page.locator('article:focus').getByRole('heading')).toHaveText('Post 1')
  await press('ф', 'KeyA')
  await expect(page.locator('article:focus').getByRole('button', { name: 'Upvote' })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
})

test('Enter that ends a composition neither chooses nor sends', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  await signIn(await site.signUp('rowan'))
  await open(page, '/new')
  const picker = page.getByRole('combobox', { name: 'Community' })
  await picker.pressSequentially(moss.name)
  const option = page.getByRole('option').filter({ hasText: moss.name })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  /** A press of Enter with these facts. */
  const enter = (isComposing: boolean, keyCode = 13) =>
    picker.evaluate(
      (field: HTMLElement, how: { isComposing: boolean; keyCode: number }) => {
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how }),
        )
      },
      { isComposing, keyCode },
    )
  await enter(true)
  // Safari.
  await enter(false, 229)
  await expect(option).toBeVisible()
  await enter(false)
  await expect(option).toBeHidden()
  await expect(picker).toHaveValue(moss.name)
})
