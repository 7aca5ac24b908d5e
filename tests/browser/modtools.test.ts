import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tabs = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Moderation tools' })
const save = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Save' })
const about = (page: Page) => page.getByRole('textbox', { name: 'Description' })

test.describe('the moderation tools', () => {
  test('[CORE-2-023] [ACC-2-049] [ACC-2-051] are for moderators of this community', async ({
    page,
    site,
    signIn,
    openWindow,
    forgive,
  }) => {
    forgive(/403/)
    const creator = await site.signUp('mod', { isAdmin: true })
    const moss = await site.createCommunity('moss', { creator })
    await site.db.updateTable('users').set({ is_admin: false }).where('id', '=', creator.id).execute()
    const fern = await site.createCommunity('fern')

    await page.goto(`/${moss.name}/modtools`)
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/${moss.name}/modtools`)}`)

    const tools = await openWindow(creator)
    await open(tools, `/${moss.name}/modtools`)
    await expect(heading(tools)).toHaveText('Moderation tools')
    await expect(tools).toHaveTitle(`Settings · Moderation tools of ${moss.name} · Folkmoot`)
    await expect(tools.getByRole('main')).not.toContainText('ADMIN')

    await signIn(creator)
    const answer = await page.goto(`/${fern.name}/modtools`)
    expect(answer?.status()).toBe(403)
    await expect(heading(page)).toHaveText('Forbidden!')
    await expect(page.getByRole('link', { name: 'Go home' })).toHaveAttribute('href', '/')
  })

  test('[ACC-2-048] [ACC-2-050] [ACC-1-011] have a screen for each thing, and say that an admin is one', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/404/)
    const moss = await site.createCommunity('Moss', {
      creator: await site.signUp('founder', { isAdmin: true }),
    })
    await signIn(site.keeper)
    await page.goto(`/${moss.name.toLowerCase()}/modtools/settings`)
    await expect(page).toHaveURL(`/${moss.name}/modtools`)
    await expect(page.getByRole('main').getByText('ADMIN', { exact: true })).toBeVisible()
    await expect(tabs(page).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page')
    await expectAccessible(page)

    const answer = await page.goto(`/${moss.name}/modtools/nothing`)
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('404: Not found!')
  })
})

test.describe('the settings of a community', () => {
  test('[ACC-2-054] [ACC-2-055] [ACC-2-056] [ACC-5-043] are saved once something is changed', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss', { about: 'Soft and green.' })
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools`)
    await expect(about(page)).toHaveValue('Soft and green.')
    await expect(save(page)).toBeDisabled()
    await about(page).fill('Soft, *green*, damp.')
    await expect(save(page)).toBeEnabled()
    await about(page).fill('Soft and green.')
    await expect(save(page)).toBeDisabled()
    await about(page).fill('d'.repeat(2001))
    await expect(page.getByRole('main')).toContainText('2000 / 2000')
    await about(page).fill('Soft, *green*, damp.')
    await page.getByRole('switch', { name: 'Restrict posting' }).check()
    await save(page).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await expect(page.getByRole('complementary', { name: '' }).getByText('green').first()).toBeVisible()

    await page.reload()
    await expect(about(page)).toHaveValue('Soft, *green*, damp.')
    await expect(page.getByRole('switch', { name: 'Restrict posting' })).toBeChecked()
    const facts = await site.keeper.get(`/api/communities/${moss.name}?byName=true`)
    expect(facts).toMatchObject({ about: 'Soft, *green*, damp.', postingRestricted: true })
  })
})
