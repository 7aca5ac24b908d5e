import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { chooseFromMenu, comment, discussion, writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const post = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })
const reply = (page: Page, to: string) => comment(page, to).getByRole('button', { name: 'Reply' }).first()

// All Markdown syntax, and hostile input.
const wild = [
  `A word without end: ${'Donaudampfschifffahrt'.repeat(12)}`,
  `https://a.example/${'long-path-'.repeat(30)}`,
  '# A heading\n\n> A quote\n> > in a quote',
  `\`\`\`\nconst line = '${'wide '.repeat(60)}'\n\`\`\``,
  `\`${'code'.repeat(60)}\``,
  '| one | two | three | four | five | six | seven | eight |\n|---|---|---|---|---|---|---|---|\n| averyverylongcell | averyverylongcell | averyverylongcell | d | e | f | g | averyverylongcell |',
  'السلام عليكم، هذا نص من اليمين إلى اليسار.',
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(40),
  '- one\n  - two\n    - three\n      1. four',
].join('\n\n')

/** A post with a discussion that has every feature once. */
async function scene(site: Site) {
  const moss = await site.createCommunity('moss', { about: 'All about [moss](https://a.example).' })
  const author = await site.signUp('author')
  const written = await site.createPost(author, moss.name, {
    title: `Spores ${'fly'.repeat(40)} مرحبا`,
    body: wild,
  })
  let deepest = await site.comment(site.keeper, written, 'Level 0')
  for (let level = 1; level < 16; level += 1)
    deepest = await site.comment(author, written, level === 15 ? wild : `Level ${level}`, deepest)
  const gone = await site.comment(author, written, 'Soon gone')
  await author.delete(`/api/posts/${written.publicId}/comments/${gone.id}`)
  await site.comment(author, written, 'How far?')
  return { moss, author, written, deepest, address: `/${moss.name}/post/${written.publicId}` }
}

/** A post with one comment. */
async function simpleScene(site: Site) {
  const moss = await site.createCommunity('moss')
  const author = await site.signUp('author')
  const written = await site.createPost(author, moss.name)
  await site.comment(author, written, 'How far?')
  return { moss, author, written, address: `/${moss.name}/post/${written.publicId}` }
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.describe('axe finds no violations', () => {
  test('on the page of a post, whatever its text', { tag: '@long' }, async ({ page, site }) => {
    const { address } = await scene(site)
    await open(page, address)
    await expectAccessible(page)
  })

  test('on the page of one comment', async ({ page, site }) => {
    const { author, written, address } = await simpleScene(site)
    const first = await site.comment(author, written, 'Very far?')
    await site.comment(site.keeper, written, 'Very far indeed.', first)
    await open(page, `${address}/${first.id}`)
    await expect(comment(page, 'indeed')).toBeVisible()
    await expectAccessible(page)
  })

  test('with a reply, its mistake and the help', async ({ page, site, signIn }) => {
    const { author, address } = await simpleScene(site)
    await signIn(author)
    await open(page, address)
    await reply(page, 'How far?').click()
    await writing(page).press('Control+Enter')
    await expect(writing(page)).toHaveAttribute('aria-invalid', 'true')
    await discussion(page).getByRole('button', { name: 'Markdown help' }).click()
    await expectAccessible(page)
  })

  test('with a menu and the confirmation of a deletion', async ({ page, site, signIn }) => {
    const { author, address } = await simpleScene(site)
    await signIn(author)
    await open(page, address)
    await post(page).getByRole('button', { name: 'More', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
    // Axe does not see the relation between a menu and its button elsewhere in the document.
    await expectAccessible(page, { except: ['region'] })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: 'Delete post?' })).toBeVisible()
    await expectAccessible(page)
  })

  test('on a locked post, and on a deleted one', async ({ page, site, signIn }) => {
    const { author, written, moss, address } = await simpleScene(site)
    await site.db
      .updateTable('posts')
      .set({ locked_at: new Date(), locked_as: 'mods', locked_by: site.keeper.id })
      .where('id', '=', written.id)
      .execute()
    await signIn(await site.signUp('reader'))
    await open(page, address)
    await expectAccessible(page)
    const other = await site.createPost(author, moss.name)
    await author.delete(`/api/posts/${other.publicId}`)
    await open(page, `/${moss.name}/post/${other.publicId}`)
    await expectAccessible(page)
  })

  test('on /new, empty, with suggestions, with mistakes and with a preview', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('writer'))
    await open(page, '/new')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await page.getByRole('combobox').fill(moss.name)
    await expect(page.getByRole('option', { name: moss.name })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('textbox', { name: 'Body' }).fill(wild)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await expect(page.getByRole('tabpanel').getByRole('table')).toBeVisible()
    await expectAccessible(page)
  })
})

test.describe('in a window of 360 px', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('no text makes a post wider than the window', async ({ page, site, signIn }) => {
    const { author, address, deepest } = await scene(site)
    // Threads continue on a page of their own from the eighth level on.
    for (const [path, last] of [
      [address, 'Level 7'],
      [`${address}/${deepest.id}`, 'Level 14'],
      [address, 'Level 7'],
    ] as const) {
      await open(page, path)
      await expect(comment(page, last)).toBeVisible()
      expect(await overflow(page)).toBe(0)
      const isCut = await comment(page, last).evaluate(
        (element) => element.getBoundingClientRect().right > innerWidth,
      )
      expect(isCut).toBe(false)
      // The first time as a guest.
      await signIn(author)
    }
    await comment(page, 'Level 7').getByRole('button', { name: 'Reply' }).click()
    await expect(writing(page)).toBeFocused()
    expect(await overflow(page)).toBe(0)
  })

  test('text from right to left starts on the right', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    const written = await site.createPost(site.keeper, moss.name, { title: 'مرحبا', body: 'السلام عليكم' })
    await site.comment(site.keeper, written, 'السلام عليكم')
    await open(page, `/${moss.name}/post/${written.publicId}`)
    const title = page.getByRole('heading', { level: 1 })
    for (const text of [title, ...(await page.locator('.md > *').all())])
      await expect(text).toHaveCSS('direction', 'rtl')
  })

  test('a title that begins with a name or URL has the direction of its words', async ({ page, site }) => {
    const moss = await site.createCommunity('moss')
    for (const [number, begins] of ['@bert', 'https://moss.example/x', 'moss.example', '2024'].entries()) {
      const title = `${begins} مرحبا!`
      const { publicId } = await site.createPost(site.keeper, moss.name, { title, body: `${number}` })
      for (const path of [`/${moss.name}/post/${publicId}`, `/${moss.name}`]) {
        await open(page, path)
        await expect(page.getByRole('heading', { name: title })).toHaveCSS('direction', 'rtl')
      }
    }
  })
})

test.describe('on a phone', { tag: '@phone' }, () => {
  test('a post can be read, without violations', { tag: '@long' }, async ({ page, site }) => {
    const { address } = await scene(site)
    await open(page, address)
    await expect(comment(page, 'How far?')).toBeVisible()
    expect(await overflow(page)).toBe(0)
    await expectAccessible(page)
  })

  test('a post can be answered and deleted, without violations', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const { author, address } = await simpleScene(site)
    await signIn(author)
    await open(page, address)
    await reply(page, 'How far?').tap()
    await writing(page).fill('Very far.')
    await expectAccessible(page)
    await discussion(page).getByRole('button', { name: 'Reply', exact: true }).last().tap()
    await expect(comment(page, 'Very far.')).toBeVisible()
    await chooseFromMenu(page, post(page), 'Delete')
    const question = page.getByRole('dialog', { name: 'Delete post?' })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Delete post', exact: true }).tap()
    await expect(post(page)).toContainText('This post was deleted by its author.')
  })

  test('a post can be written, without violations', { tag: '@long' }, async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('writer'))
    await open(page, '/new')
    await page.getByRole('button', { name: 'Submit' }).tap()
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await page.getByRole('combobox').fill(moss.name)
    await page.getByRole('option', { name: moss.name }).tap()
    await page.getByLabel('Title').fill('Spores')
    await page.getByRole('button', { name: 'Submit' }).tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spores')
  })
})
