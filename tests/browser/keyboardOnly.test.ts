import type { Locator, Page } from '@playwright/test'
import { comment, discussion, writing } from './support/discussion.ts'
import { typist } from './support/keyboard.ts'
import { form, pictureFiles } from './support/newPost.ts'
import { awake, open } from './support/open.ts'
import { article, dialog, newModerator } from './support/posts.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const main = (page: Page) => page.getByRole('main')
const navbar = (page: Page) => page.getByRole('banner')
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const said = (page: Page, text: string) => page.getByRole('status').getByText(text)

/** A community with a post by another member, which has a comment. */
async function scene(site: Site) {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('willow')
  const post = await site.createPost(author, moss.name, { title: 'Spores' })
  const remark = await site.comment(author, post, 'How far do they fly?')
  return { moss, author, post, remark, address: `/${moss.name}/post/${post.publicId}` }
}

// Every step asserts that the focus is visible and not covered, and every dialog that it restores the focus.
test.describe('with the keyboard alone', () => {
  test.setTimeout(360_000)

  test('a guest becomes a member and writes posts of all kinds', { tag: '@long' }, async ({
    page,
    site,
    forgive,
  }) => {
    // Chromium logs the expected 404 of the check whether a name is free.
    forgive(/404/)
    const { moss } = await scene(site)
    const { goTo, press, type, use, fill } = typist(page)
    await open(page, `/${moss.name}`)
    await use(page.getByRole('link', { name: 'Skip to content' }))
    await expect(main(page)).toBeFocused()
    await goTo(button(navbar(page), 'Create account'), 'back')
    await press('Enter')
    const signup = dialog(page, 'Create account')
    await expect(signup.getByLabel('Username')).toBeFocused()
    const username = site.newName('rowan')
    await type(username)
    await fill(signup.getByLabel('Password', { exact: true }), 'four words and more')
    await fill(signup.getByLabel('Repeat password'), 'four words and more')
    await press('Enter')
    await expect(dialog(page, 'Welcome to Folkmoot')).toBeVisible()
    await press('Escape')
    await expect(navbar(page).getByText(`@${username}`)).toBeVisible()
    await awake(page)

    await test.step('a text post', async () => {
      await use(navbar(page).getByRole('link', { name: 'Create post' }))
      await expect(form.community(page)).toBeFocused()
      await type(moss.name)
      await expect(page.getByRole('option', { name: moss.name })).toHaveAttribute('aria-selected', 'true')
      await press('Enter')
      await fill(form.title(page), 'On moss')
      await fill(form.body(page), 'It is *green*.')
      await goTo(page.getByRole('tab', { name: 'Write' }), 'back')
      await press('ArrowRight')
      await expect(page.getByRole('tabpanel').locator('em')).toHaveText('green')
      await use(form.submit(page))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('On moss')
      await expect(main(page)).toBeFocused()
    })

    await test.step('an image post, with words for its images and in another order', async () => {
      await use(navbar(page).getByRole('link', { name: 'Create post' }), 'back')
      await expect(form.community(page)).toBeFocused()
      await type(moss.name)
      await expect(page.getByRole('option', { name: moss.name })).toHaveAttribute('aria-selected', 'true')
      await press('Enter')
      await goTo(form.tab(page, 'Text'), 'back')
      await press('ArrowRight')
      await expect(form.tab(page, 'Image')).toBeFocused()
      await fill(form.title(page), 'Two birds')
      await goTo(form.files(page))
      const chooser = page.waitForEvent('filechooser')
      await press('Enter')
      await (await chooser).setFiles(await pictureFiles('owl.jpg', 'wren.jpg'))
      await expect(form.images(page)).toHaveCount(2)
      await expect(page.getByRole('progressbar', { name: /Upload/ })).toHaveCount(0)
      await goTo(button(page, 'Move image 1'))
      await press('Space')
      await expect(said(page, 'Over position 1 of 2.')).toBeAttached()
      await press('ArrowDown')
      await expect(said(page, 'Over position 2 of 2.')).toBeAttached()
      await press('Space')
      await expect(form.images(page).first()).toHaveAccessibleName('Image 1: wren.jpg')
      await fill(form.altText(page, 2), 'An owl')
      await use(form.submit(page))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two birds')
      await use(button(page, 'Next image'))
      await expect(main(page).getByRole('img', { name: 'An owl' })).toBeInViewport()
    })

    await test.step('a link', async () => {
      await use(navbar(page).getByRole('link', { name: 'Create post' }), 'back')
      await expect(form.community(page)).toBeFocused()
      await type(moss.name)
      await press('Tab')
      await goTo(form.tab(page, 'Text'), 'back')
      await press('ArrowLeft')
      await fill(form.url(page), 'https://moss.example/where')
      await fill(form.title(page), 'Where moss grows')
      await use(form.submit(page))
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Where moss grows')
    })
  })

  test('a member comments, replies, edits, votes, saves and reports', async ({ page, site, signIn }) => {
    const { address, author } = await scene(site)
    await signIn(await site.signUp('rowan'))
    const { goTo, press, type, use, choose } = typist(page)
    await open(page, address)

    await goTo(button(article(page), 'Upvote'))
    await press('Space')
    await expect(button(article(page), 'Upvote')).toHaveAttribute('aria-pressed', 'true')
    await expect(button(article(page), 'Upvote')).toBeFocused()

    await use(button(article(page), 'Save'))
    await expect(said(page, 'Saved to “Bookmarks”')).toBeVisible()
    // What is saved already gets the dialog.
    await press('Enter')
    const saving = dialog(page, 'Save to list')
    await use(button(saving, 'New list'))
    const making = dialog(page, 'Create list')
    await expect(making.getByLabel('Name')).toBeFocused()
    await type('greens')
    await press('Enter')
    await expect(saving.getByRole('checkbox', { name: 'greens' })).toBeChecked()
    await use(button(saving, 'Done'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(article(page).getByRole('button', { name: 'Save' })).toBeFocused()

    await choose(button(article(page), 'More'), 'Report')
    const report = dialog(page, 'Report post')
    await goTo(report.getByRole('radio').first())
    await press('ArrowDown', 'Enter')
    await expect(said(page, 'Post reported.')).toBeVisible()
    await expect(button(article(page), 'More')).toBeFocused()

    await use(button(discussion(page), 'Add a comment'))
    await expect(writing(page)).toBeFocused()
    await type('As far as the wind goes.')
    await use(button(discussion(page), 'Comment'))
    // The focus continues from the new comment.
    await expect(comment(page, 'As far as the wind')).toBeFocused()

    const asked = discussion(page).getByRole('article', { name: `Comment by @${author.username}` })
    await use(button(asked, `Reply to @${author.username}`))
    await expect(writing(page)).toBeFocused()
    await type('Farther than you think.')
    await press('Control+Enter')
    await expect(comment(page, 'Farther')).toBeFocused()

    const own = comment(page, 'Farther')
    await choose(button(own, 'More'), 'Edit')
    await expect(writing(page)).toBeFocused()
    await press('Control+End')
    await type(' And back.')
    await use(button(own, 'Save'))
    await expect(comment(page, 'And back.')).toBeVisible()
    await expect(button(own, 'More')).toBeFocused()

    await use(button(asked, 'Downvote'), 'back')
    await expect(button(asked, 'Downvote')).toHaveAttribute('aria-pressed', 'true')
    await use(button(asked, 'Collapse'), 'back')
    await expect(button(asked, 'Expand')).toBeFocused()
    await press('Enter')
    await choose(button(asked, 'More'), 'Report')
    await expect(dialog(page, 'Report comment')).toBeVisible()
    await press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button(asked, 'More')).toBeFocused()
  })

  test('a moderator locks, removes, bans, empties the queue and sets rules', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const { moss, author, remark, address } = await scene(site)
    const moderator = await newModerator(site, moss)
    const reporter = await site.signUp('reporter')
    const advert = await site.createPost(author, moss.name, { title: 'Cheap watches' })
    await reporter.post('/api/_report', { type: 'post', targetId: advert.id, reason: 3 })
    await reporter.post('/api/_report', { type: 'comment', targetId: remark.id, reason: 1 })
    await signIn(moderator)
    const { goTo, press, type, use, fill, choose } = typist(page)

    await open(page, address)
    await choose(button(article(page), 'Moderator'), 'Lock')
    const lock = dialog(page, 'Lock this post?')
    await fill(lock.getByLabel(/^Reason/), 'Too heated.')
    await use(button(lock, 'Lock'))
    await expect(page.getByText('This post was locked by a moderator.')).toBeVisible()
    await expect(button(article(page), 'Moderator')).toBeFocused()
    await choose(button(article(page), 'Moderator'), 'Remove', 'back')
    const removal = page.getByRole('dialog', { name: /^Remove this post/ })
    await fill(removal.getByLabel(/^Reason/), 'Off topic.')
    await press('Escape')
    await expect(button(article(page), 'Moderator')).toBeFocused()

    await test.step('the queue', async () => {
      await open(page, '/modqueue')
      const cards = main(page).getByRole('article')
      await expect(cards).toHaveCount(2)
      const reported = main(page).getByRole('article', { name: `Comment by ${author.username}` })
      await use(button(reported, 'Ban author'))
      const ban = dialog(page, `Ban @${author.username}`)
      await fill(ban.getByLabel(/^Note/), 'Insults others.')
      await use(button(ban, 'Ban'))
      await expect(said(page, `@${author.username} is banned from ${moss.name}.`)).toBeVisible()
      await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).not.toBe('body')
      await use(button(reported, 'Approve'), 'back')
      await expect(cards).toHaveCount(1)
      await expect(cards).toBeFocused()
      await use(button(cards, 'Remove'))
      const question = dialog(page, 'Remove this post?')
      await fill(question.getByLabel(/^Reason/), 'Off topic.')
      await use(button(question, 'Remove'))
      await expect(page.getByText('All done')).toBeVisible()
      await expect(main(page)).toBeFocused()
    })

    await test.step('the rules', async () => {
      await open(page, `/${moss.name}/modtools/rules`)
      for (const rule of ['Be kind', 'No adverts']) {
        await use(button(main(page), 'Add rule'))
        await expect(page.getByRole('textbox', { name: 'Rule' })).toBeFocused()
        await type(rule)
        await use(button(page.getByRole('dialog'), 'Save'))
        await expect(main(page).getByRole('listitem').filter({ hasText: rule })).toBeVisible()
        await expect(button(main(page), 'Add rule')).toBeFocused()
        await press('Shift+Tab')
      }
      await goTo(button(main(page), 'Move rule 2'))
      await press('ArrowUp')
      await expect(main(page).locator('ol').getByRole('listitem')).toContainText(['No adverts', 'Be kind'])
      await expect(button(main(page), 'Move rule 1')).toBeFocused()
      await use(button(main(page), 'Delete rule 1'))
      await use(button(page.getByRole('dialog'), 'Delete'))
      await expect(main(page).locator('ol').getByRole('listitem')).toContainText(['Be kind'])
      // The row that opened the dialog is gone; the next one has the focus.
      await expect(button(main(page), 'Move rule 1')).toBeFocused()
    })
  })

  test('the order of a feed is chosen with arrows in a narrow window, as at 200 % zoom', async ({
    page,
    site,
  }) => {
    const { moss } = await scene(site)
    await page.setViewportSize({ width: 660, height: 525 })
    const { goTo, press } = typist(page)
    await open(page, `/${moss.name}?sort=hot`)
    const chooser = main(page).getByRole('combobox', { name: 'Sort by' })
    await goTo(chooser)
    for (const sort of ['activity', 'latest']) {
      await press('ArrowDown')
      await expect(page).toHaveURL(`/${moss.name}?sort=${sort}`)
      // The next key starts from the shown value, which follows the URL once the feed is loaded.
      await expect(chooser).toHaveValue(`/${moss.name}?sort=${sort}`)
      await expect(chooser).toBeFocused()
    }
  })
})
