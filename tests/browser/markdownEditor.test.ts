import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const address = 'https://a.example/fern'

const addComment = (page: Page) => discussion(page).getByRole('button', { name: 'Add a comment' })

/** The open comment box of a post, as a member. */
async function openBox(page: Page, site: Site, signIn: (member: Member) => Promise<void>) {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  await signIn(await site.signUp('writer'))
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await expect(writing(page)).toBeFocused()
}

/** Dispatches a paste event, because tests share the system clipboard. */
async function paste(page: Page, text: string, html?: string) {
  await writing(page).evaluate(
    (area, { text, html }) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      if (html !== undefined) clipboardData.setData('text/html', html)
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
      // The default action of the browser.
      if (area.dispatchEvent(event)) document.execCommand('insertText', false, text)
    },
    { text, html },
  )
}

/** Selects text of the page, not of a field. */
async function selectInPage(text: Locator) {
  await text.evaluate((element) => getSelection()?.selectAllChildren(element))
}

async function select(page: Page, text: string) {
  await writing(page).evaluate((area, wanted) => {
    const { value } = area as HTMLTextAreaElement
    const start = value.indexOf(wanted)
    ;(area as HTMLTextAreaElement).setSelectionRange(start, start + wanted.length)
  }, text)
}

/** Shows a keyboard that covers the page from the list of names on, and waits until the list is above it. */
async function expectAboveKeyboard(page: Page) {
  const list = page.getByRole('listbox', { name: 'People' })
  const covered = (await list.boundingBox())?.y ?? 0
  await page.evaluate((height) => {
    Object.defineProperty(visualViewport, 'height', { value: height, configurable: true })
    visualViewport?.dispatchEvent(new Event('resize'))
  }, covered + 1)
  await expect
    .poll(async () => {
      const box = await list.boundingBox()
      return box && box.y + box.height <= covered
    })
    .toBe(true)
}

test.describe('the markdown editor', () => {
  test('takes keys, pasted texts and at most 20,000 characters', async ({ page, site, signIn }) => {
    await openBox(page, site, signIn)
    await test.step('[CORE-5-047] Escape closes it only while it is empty', async () => {
      await page.keyboard.type('a')
      await page.keyboard.press('Escape')
      await expect(writing(page)).toHaveValue('a')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Escape')
      await expect(writing(page)).toHaveCount(0)
      await expect(addComment(page)).toBeFocused()
      await addComment(page).click()
      await expect(writing(page)).toBeFocused()
    })
    await test.step('[CORE-5-045] nothing becomes a link when nothing is selected, or no URL is pasted', async () => {
      await writing(page).fill('Look: ')
      await paste(page, address)
      await expect(writing(page)).toHaveValue(`Look: ${address}`)
      await select(page, 'Look')
      await paste(page, 'See here')
      await expect(writing(page)).toHaveValue(`See here: ${address}`)
    })
    await test.step('what is pasted with formatting becomes Markdown', async () => {
      await writing(page).fill('')
      await paste(page, 'A fern', '<meta charset="utf-8"><p>A <b>fern</b></p><script>alert(1)</script>')
      await expect(writing(page)).toHaveValue('A **fern**')
      await page.keyboard.press('Control+z')
      await expect(writing(page)).toHaveValue('')
      await paste(page, 'A fern', '<meta charset="utf-8"><span style="color:red">A fern</span>')
      await expect(writing(page)).toHaveValue('A fern')
    })
    await test.step('a count is shown near the limit', async () => {
      await writing(page).fill('a'.repeat(18_000))
      await expect(page.getByText('18000 / 20000')).toHaveCount(0)
      await writing(page).fill('a'.repeat(20_001))
      await expect(page.getByText('20000 / 20000')).toBeVisible()
      await expect(writing(page)).toHaveValue('a'.repeat(20_000))
    })
    await test.step('[CORE-5-046] Ctrl+Enter submits, while Enter starts a line', async () => {
      await writing(page).fill('')
      await page.keyboard.type('One')
      await page.keyboard.press('Enter')
      await page.keyboard.type('Two')
      await expect(writing(page)).toHaveValue('One\nTwo')
      await expect(discussion(page).getByRole('article')).toHaveCount(0)
      await page.keyboard.press('Control+Enter')
      await expect(comment(page, 'Two')).toBeVisible()
      await expect(writing(page)).toHaveCount(0)
    })
    await test.step('[CORE-5-045] selected text becomes a link when a URL is pasted over it', async () => {
      await addComment(page).click()
      await writing(page).fill('Look at this fern!')
      await select(page, 'this fern')
      await paste(page, address)
      await expect(writing(page)).toHaveValue(`Look at [this fern](${address})!`)
      await page.keyboard.press('Control+z')
      await expect(writing(page)).toHaveValue('Look at this fern!')
      await select(page, 'this fern')
      await paste(page, address)
      await page.keyboard.press('Control+Enter')
      await expect(comment(page, 'Look at').getByRole('link', { name: 'this fern' })).toHaveAttribute(
        'href',
        address,
      )
    })
  })

  test('[CORE-5-037] shows the HTML of the server in its preview, or an error with a retry', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/ERR_FAILED/)
    await openBox(page, site, signIn)
    const preview = discussion(page).getByRole('tab', { name: 'Preview' })
    const panel = discussion(page).getByRole('tabpanel')
    await expect(preview).toBeDisabled()
    await writing(page).fill('**bold** <u onclick="alert(1)">lined</u> <script>alert(2)</script>')
    const previews = '**/api/_preview*'
    await page.route(previews, (route) => route.abort())
    await discussion(page).getByRole('tab', { name: 'Write' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect(preview).toBeFocused()
    await expect(discussion(page).getByRole('alert')).toContainText("Couldn't load the preview.")
    await page.unroute(previews)
    await discussion(page).getByRole('button', { name: 'Try again' }).click()
    await expect(panel.locator('strong')).toHaveText('bold')
    await expect(panel.locator('u, script, [onclick]')).toHaveCount(0)
    await preview.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(writing(page)).toHaveValue(/^\*\*bold\*\* <u/)
    await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
    const written = comment(page, 'bold')
    await expect(written.locator('strong')).toHaveText('bold')
    await expect(written.locator('u, script, [onclick]')).toHaveCount(0)
  })

  test('has tools with keys, one stop of Tab, and changes that can be undone', async ({
    page,
    site,
    signIn,
  }) => {
    await openBox(page, site, signIn)
    await writing(page).fill('a fern')
    await select(page, 'fern')
    await page.keyboard.press('Control+b')
    await expect(writing(page)).toHaveValue('a **fern**')
    await page.keyboard.press('Control+z')
    await expect(writing(page)).toHaveValue('a fern')
    await select(page, 'fern')
    const tools = page.getByRole('toolbar', { name: 'Formatting' })
    await tools.getByRole('button', { name: 'Spoiler' }).click()
    await expect(writing(page)).toHaveValue('a >!fern!<')
    await expect(writing(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(tools.getByRole('button', { name: 'Spoiler' })).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(writing(page)).toHaveValue('a >!*fern*!<')
    await expect(page.getByText('Comment', { exact: true }).first()).toBeVisible()
  })

  test('completes names: people of the thread first, then anyone by the beginning of the name', async ({
    page,
    site,
    signIn,
  }) => {
    const sundew = await site.createCommunity('sundew')
    const post = await site.createPost(site.keeper, sundew.name)
    // Few names are suggested, and other tests have members whose names begin like those of this one.
    const wil = site.newName('wil')
    const [wilma, willow] = [await site.signUp(`${wil}ma`), await site.signUp(`${wil}low`)]
    await site.comment(willow, post, 'It grows.')
    await signIn(await site.signUp('writer'))
    await open(page, `/${sundew.name}/post/${post.publicId}`)
    await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
    const people = page.getByRole('listbox', { name: 'People' }).getByRole('option')
    await expect(writing(page)).toBeFocused()
    await page.keyboard.type('I ask @')
    await expect(people.first()).toContainText(`@${willow.username}`)
    await page.keyboard.press('Escape')
    await expect(people).toHaveCount(0)
    await expect(writing(page)).toBeFocused()
    await page.keyboard.type(wil)
    await expect(people).toHaveCount(0)
    await page.keyboard.type(` and @${wil}`)
    await expect(people.filter({ hasText: wilma.username })).toHaveCount(1)
    await expect(people.first()).toContainText(`@${willow.username}`)
    await expectAccessible(page)
    await expectAboveKeyboard(page)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Tab')
    await expect(writing(page)).toHaveValue(`I ask @${wil} and @${willow.username} `)
    await page.keyboard.type(`/${sundew.name.slice(0, -1)}`)
    const communities = page.getByRole('listbox', { name: 'Communities' }).getByRole('option')
    await expect(communities.filter({ hasText: sundew.name })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(writing(page)).toHaveValue(new RegExp(`/${sundew.name} $`))
  })

  test('quotes what is selected in the comment or post that is answered', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.comment(site.keeper, post, 'It *grows*\n\non stones.')
    await site.comment(site.keeper, post, 'Or on wood.')
    await signIn(await site.signUp('writer'))
    await open(page, `/${moss.name}/post/${post.publicId}`)
    const grows = comment(page, 'on stones')
    await selectInPage(grows.locator('.md'))
    await grows.getByRole('button', { name: 'Reply to' }).click()
    await expect(writing(page)).toHaveValue('> It *grows*\n>\n> on stones.\n\n')
    await page.keyboard.type('Yes.')
    await selectInPage(grows.locator('.md p').last())
    await grows.getByRole('button', { name: 'Reply to' }).click()
    await expect(writing(page)).toHaveValue(/Yes\.\n\n> on stones\.\n\n$/)
    // A selection elsewhere is nothing to quote.
    await selectInPage(grows.locator('.md'))
    await comment(page, 'on wood').getByRole('button', { name: 'Reply to' }).click()
    await expect(comment(page, 'on wood').getByRole('textbox')).toHaveValue('')
  })
})
