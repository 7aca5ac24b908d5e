import type { Page } from '@playwright/test'
import { stored } from '../support/wireIds.ts'
import { expectAccessible } from './support/axe.ts'
import { hold } from './support/hold.ts'
import { form, pictureFiles } from './support/newPost.ts'
import { awake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

/** A member's stored drafts, as text. */
const kept = (page: Page, member: { id: string }) =>
  page.evaluate((id) => localStorage.getItem(`postDrafts:${id}`) ?? '', member.id)
const restore = (page: Page) => form.offer(page).getByRole('button', { name: 'Restore' }).click()

/** Leaves the page and accepts the browser's confirmation. */
async function reload(page: Page) {
  await page.reload()
  await awake(page)
}

test.describe('a draft of a new post', () => {
  test.beforeEach(async ({ page, site }) => {
    page.on('dialog', (dialog) => void dialog.accept())
    // Without any community, there is no form.
    await site.createCommunity('fen')
  })

  test('survives a reload completely', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    const member = await site.signUp('rowan', { isAdmin: true })
    await signIn(member)
    await open(page, `/new?community=${moss.name}`)
    await form.title(page).fill('Spores')
    await form.body(page).fill('They **fly**.')
    await form.tab(page, 'Link').click()
    await form.url(page).fill('https://moss.example')
    await form.tab(page, 'Image').click()
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg', 'wren.jpg'))
    await form.altText(page, 2).fill('A wren')
    await page.getByRole('checkbox', { name: 'Speaking as an admin' }).check()
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await reload(page)
    await expect(form.offer(page)).toContainText('Unfinished draft')
    await expect(form.offer(page)).toContainText('Spores')
    await expect(form.title(page)).toHaveValue('')
    await restore(page)
    await expect(form.offer(page)).toHaveCount(0)
    await expect(form.title(page)).toHaveValue('Spores')
    await expect(form.community(page)).toHaveValue(moss.name)
    await expect(form.tab(page, 'Image')).toHaveAttribute('aria-selected', 'true')
    await expect(form.images(page)).toHaveCount(2)
    await expect(form.altText(page, 2)).toHaveValue('A wren')
    await expect(page.getByRole('checkbox', { name: 'Speaking as an admin' })).toBeChecked()
    await form.tab(page, 'Link').click()
    await expect(form.url(page)).toHaveValue('https://moss.example')
    await form.tab(page, 'Text').click()
    await expect(form.body(page)).toHaveValue('They **fly**.')
    await form.tab(page, 'Image').click()
    await form.submit(page).click()
    await expect(page).toHaveURL(new RegExp(`/${moss.name}/post/`))
    await expect(page.getByRole('main').getByRole('img')).not.toHaveCount(0)
    // A sent draft is not offered again.
    await open(page, '/new')
    await expect(form.community(page)).toBeFocused()
    await expect(form.offer(page)).toHaveCount(0)
    expect(await kept(page, member)).toBe('')
  })

  test('survives a crash of the tab', { tag: '@long' }, async ({ page, site, signIn, context }) => {
    await site.createCommunity('moss')
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/new')
    await form.body(page).fill('They fly.')
    await expect.poll(() => kept(page, member)).toContain('They fly.')
    const crashed = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => {})
    await crashed
    const again = await context.newPage()
    await open(again, '/new')
    await expect(form.offer(again)).toContainText('They fly.')
    await restore(again)
    await expect(form.body(again)).toHaveValue('They fly.')
  })

  test('is deleted when it is discarded, or when all text is deleted', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/new')
    await form.title(page).fill('Spores')
    await reload(page)
    await form.offer(page).getByRole('button', { name: 'Discard' }).click()
    await expect(form.offer(page)).toHaveCount(0)
    expect(await kept(page, member)).toBe('')
    await form.title(page).fill('Moss')
    await expect.poll(() => kept(page, member)).toContain('Moss')
    await form.title(page).fill('')
    await expect.poll(() => kept(page, member)).toBe('')
  })

  test('is deleted with a post that arrives after its page was left', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, `/new?community=${moss.name}`)
    await form.title(page).fill('Spores')
    await expect.poll(() => kept(page, member)).toContain('Spores')
    const letGo = await hold(page, '**/api/posts?*')
    await form.submit(page).click()
    await page.getByRole('link', { name: 'Communities', exact: true }).first().click()
    await expect(form.title(page)).toHaveCount(0)
    expect(await kept(page, member)).toContain('Spores')
    letGo()
    await expect.poll(() => kept(page, member)).toBe('')
    await expect(page).toHaveURL('/communities')
  })

  test('is kept beside another post', { tag: '@long' }, async ({ page, site, signIn }) => {
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/new')
    await form.title(page).fill('The first')
    await reload(page)
    await form.title(page).fill('The second')
    await expect.poll(() => kept(page, member)).toContain('The second')
    await restore(page)
    await expect(form.title(page)).toHaveValue('The first')
    await reload(page)
    expect(await kept(page, member)).toMatch(/The first.*The second/)
    await form.offer(page).getByRole('button', { name: 'Discard' }).click()
    await expect(form.offer(page)).toContainText('The second')
  })

  test('is restored for its community, or else for the one in the URL', async ({ page, site, signIn }) => {
    const [moss, fern] = [await site.createCommunity('moss'), await site.createCommunity('fern')]
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, `/new?community=${moss.name}`)
    await form.title(page).fill('Spores')
    await open(page, `/new?community=${fern.name}`)
    await expect(form.offer(page)).toContainText(moss.name)
    await restore(page)
    await expect(form.community(page)).toHaveValue(moss.name)
    await form.community(page).fill('')
    await open(page, `/new?community=${fern.name}`)
    await restore(page)
    await expect(form.title(page)).toHaveValue('Spores')
    await expect(form.community(page)).toHaveValue(fern.name)
  })

  test('is continued on a page that was opened before the server answered the save of the one before', async ({
    page,
    site,
    signIn,
  }) => {
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/new')
    const letGo = await hold(page, '**/api/drafts/post*')
    const sent = page.waitForRequest('**/api/drafts/post*')
    await form.title(page).fill('Spores')
    await page.getByRole('link', { name: 'Communities', exact: true }).first().click()
    await form.question(page).getByRole('button', { name: 'Leave' }).click()
    await sent
    await expect(page).toHaveURL('/communities')
    await page.goBack()
    await restore(page)
    await expect(form.title(page)).toHaveValue('Spores')
    letGo()
    const saved = page.waitForResponse(
      async (answer) => answer.request().method() === 'PUT' && (await answer.text()).includes('They fly.'),
    )
    await form.body(page).fill('They fly.')
    await saved
    await expect.poll(() => kept(page, member)).toContain('"isOnServer":true')
    await expect(page.getByText('This draft was changed elsewhere.')).toHaveCount(0)
    expect(JSON.parse(await kept(page, member))).toMatchObject([{ title: 'Spores', body: 'They fly.' }])
  })

  test('loses images that the server has deleted, with a message', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/404/)
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/new')
    await form.tab(page, 'Image').click()
    await form.files(page).setInputFiles(await pictureFiles('owl.jpg', 'wren.jpg', 'jay.jpg'))
    await expect(form.images(page)).toHaveCount(3)
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect.poll(() => kept(page, member)).toContain('jay.jpg')
    // The first has been deleted in the meantime, the second is older than the server keeps unused images.
    await page.evaluate(
      (key) => {
        const drafts = JSON.parse(localStorage.getItem(key) ?? '[]')
        drafts[0].images[0].url = `/images/999999999.jpeg?sig=${'a'.repeat(22)}`
        drafts[0].images[1].uploadedAt -= 12 * 3_600_000
        addEventListener('pagehide', () => localStorage.setItem(key, JSON.stringify(drafts)))
      },
      `postDrafts:${stored(member.id)}`,
    )
    await reload(page)
    await restore(page)
    await expect(page.getByText('2 images in this draft no longer exist.')).toBeVisible()
    await expect(form.images(page)).toHaveCount(1)
    await expect(form.images(page)).toHaveAccessibleName('Image 1: jay.jpg')
  })

  test('is not offered to other members on the device', { tag: '@long' }, async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await form.title(page).fill('Spores')
    await reload(page)
    await expect(form.offer(page)).toBeVisible()
    await expectAccessible(page)
    await signIn(await site.signUp('fern'))
    await open(page, '/new')
    await expect(form.community(page)).toBeFocused()
    await expect(form.offer(page)).toHaveCount(0)
  })
})
