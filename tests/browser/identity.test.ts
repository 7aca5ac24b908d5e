import { picture } from '../support/pictures.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const save = (name: string, value: unknown) => ({ changes: [{ name, value }] })

test('[ACC-2-110] [ACC-2-115] an admin sees an accent colour in both themes, saves it, and uploads a logo', async ({
  page,
  site,
  signIn,
}) => {
  await signIn(site.keeper)
  await open(page, '/admin')
  await page.getByRole('textbox', { name: 'Accent color', exact: true }).fill('#ffd400')
  await expect(page.getByText('darkened for contrast')).toBeVisible()
  await expect(page.getByText('Dark as chosen')).toBeVisible()
  // Controls that the bar covers would count as too small.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Settings saved.')).toBeVisible()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await picture(7) })
  await expect(page.getByText('Logo saved.')).toBeVisible()
  await open(page, '/about')
  const accent = await page.evaluate(() =>
    getComputedStyle(document.documentElement).getPropertyValue('--accent'),
  )
  await expect(page.locator('meta[name=theme-color]').first()).toHaveAttribute('content', accent)
  expect(accent).not.toBe('#ffd400')
  await expect(page.locator('header img').first()).toHaveJSProperty('complete', true)
  await site.keeper.put('/api/_admin/settings', save('accentColor', null))
  await site.keeper.delete('/api/_admin/logo')
})

test('[ACC-2-111] an announcement moves nothing, and stays away once it is closed', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await site.keeper.put('/api/_admin/settings', save('announcement', 'The server moves on [Sunday](/about).'))
  try {
    await open(page, '/about')
    const announcement = page.getByRole('complementary', { name: 'Announcement' })
    await expect(announcement).toContainText('The server moves on Sunday.')
    await expectAccessible(page)
    const shifts = await page.evaluate(() => {
      const observer = new PerformanceObserver(() => {})
      observer.observe({ type: 'layout-shift', buffered: true })
      return observer.takeRecords().length
    })
    expect(shifts).toBe(0)
    await page.getByRole('button', { name: 'Close announcement' }).click()
    await expect(announcement).toBeHidden()
    await page.reload()
    await expect(announcement).toBeHidden()
    await site.keeper.put('/api/_admin/settings', save('announcement', 'Another one.'))
    await page.reload()
    await expect(announcement).toContainText('Another one.')
  } finally {
    await site.keeper.put('/api/_admin/settings', save('announcement', null))
  }
})

test('[ACC-2-116] an admin previews and saves another text of a page, and puts the original back', {
  tag: '@long',
}, async ({ page, site, signIn }) => {
  await signIn(site.keeper)
  await open(page, '/admin/pages')
  await page.getByRole('navigation', { name: 'Page' }).getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/admin/pages?page=terms')
  await page.getByRole('textbox', { name: 'Text of the Terms page' }).fill('# Our terms\n\nBe *kind*.')
  await page.getByRole('tab', { name: 'Preview' }).click()
  await expect(page.locator('em', { hasText: 'kind' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Page saved.')).toBeVisible()
  await expect(page.getByText('· current')).toBeVisible()
  await page.getByRole('link', { name: 'View page' }).click()
  await expect(page.getByRole('heading', { name: 'Our terms' })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Restore default' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore default' }).click()
  await expect(page.getByText('Default text.')).toBeVisible()
})
