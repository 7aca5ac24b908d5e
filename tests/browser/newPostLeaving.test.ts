import type { Page } from '@playwright/test'
import { hold } from './support/hold.ts'
import { form, pictureFiles } from './support/newPost.ts'
import { open } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

/** Comes from the directory to a new post and writes some text. */
async function begin(page: Page, site: Site, signIn: (member: Member) => Promise<void>) {
  await signIn(await site.signUp('rowan'))
  await open(page, '/communities')
  await page.getByRole('link', { name: 'Create post' }).first().click()
  await expect(page).toHaveURL('/new')
  await form.body(page).fill('They fly.')
}

const stay = (page: Page) => form.question(page).getByRole('button', { name: 'Stay' }).click()
const leave = (page: Page) => form.question(page).getByRole('button', { name: 'Leave' }).click()

test.describe('leaving an unsaved new post', () => {
  test.beforeEach(async ({ site }) => {
    // Without any, there is no form.
    await site.createCommunity('moss')
  })

  test('[CORE-2-160] by a link asks for confirmation', async ({ page, site, signIn }) => {
    await begin(page, site, signIn)
    const home = page.getByRole('link', { name: 'Home' }).first()
    await home.click()
    await stay(page)
    await expect(form.question(page)).toHaveCount(0)
    await expect(page).toHaveURL('/new')
    await expect(form.body(page)).toHaveValue('They fly.')
    await home.click()
    await leave(page)
    await expect(page).toHaveURL('/')
    await expect(form.body(page)).toHaveCount(0)
    // Back leads to an empty form, and from there to the previous page.
    await page.goBack()
    await expect(form.offer(page)).toContainText('They fly.')
    await page.goBack()
    await expect(page).toHaveURL('/communities')
  })

  test('[CORE-2-160] by a back step asks for confirmation, and restores the history', async ({
    page,
    site,
    signIn,
  }) => {
    await begin(page, site, signIn)
    await page.goBack()
    await expect(form.question(page)).toBeVisible()
    await expect(page).toHaveURL('/new')
    // A further step back only closes the dialog.
    await page.goBack()
    await expect(form.question(page)).toHaveCount(0)
    await expect(form.body(page)).toHaveValue('They fly.')
    await page.goBack()
    await stay(page)
    await expect(form.body(page)).toHaveValue('They fly.')
    await page.goBack()
    await leave(page)
    await expect(page).toHaveURL('/communities')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Communities')
  })

  test('[CORE-2-160] by a step forward asks for confirmation', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await page.getByRole('link', { name: 'Communities', exact: true }).first().click()
    await expect(page).toHaveTitle('Communities · Folkmoot')
    await page.goBack()
    await form.body(page).fill('They fly.')
    await page.goForward()
    await stay(page)
    await expect(form.body(page)).toHaveValue('They fly.')
    await expect(page).toHaveURL('/new')
  })

  test('[CORE-2-160] by Cancel asks while an image is being uploaded, and aborts the upload', async ({
    page,
    site,
    signIn,
  }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await form.tab(page, 'Image').click()
    const letGo = await hold(page, '**/api/_uploads')
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg'))
    await form.cancel(page).click()
    await expect(form.question(page)).toContainText("Images that haven't finished uploading will be lost.")
    const aborted = page.waitForEvent('requestfailed')
    await leave(page)
    await expect(page).toHaveURL('/')
    expect((await aborted).url()).toContain('/api/_uploads')
    letGo()
  })

  test('does not ask when nothing was written, or all of it was deleted', async ({ page, site, signIn }) => {
    await begin(page, site, signIn)
    await form.body(page).fill('')
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(page).toHaveURL('/')
    await expect(form.body(page)).toHaveCount(0)
    await page.goBack()
    await expect(form.body(page)).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/communities')
  })

  test('@phone replaces the menu whose link was followed by the question', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await form.body(page).fill('They fly.')
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog')
    await menu.getByRole('link', { name: 'Communities' }).click()
    await expect(form.question(page)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await stay(page)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(form.body(page)).toHaveValue('They fly.')
  })
})

test.describe('leaving an edited post', () => {
  test('asks for confirmation, and says that a draft stays', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    const author = await site.signUp('rowan')
    const post = await site.createPost(author, moss.name, { title: 'Spores' })
    await signIn(author)
    await open(page, `/new?edit=${post.publicId}`)
    await form.title(page).fill('Spores in spring')
    await page.getByRole('link', { name: 'Home' }).first().click()
    await expect(form.question(page)).toContainText("We'll keep a draft in Settings.")
    await stay(page)
    await form.submit(page).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Spores in spring')
  })
})
