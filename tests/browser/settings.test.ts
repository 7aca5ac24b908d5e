import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import type { Member } from './support/site.ts'
import { expect, test } from './support/test.ts'

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const own = (member: Member) => member.get<Record<string, unknown>>('/api/_user')

test.describe('the settings', () => {
  // [CORE-2-206] [CORE-2-207]
  test('[CORE-2-208] [CORE-2-209] [CORE-2-227] [CORE-8-026] of the profile are saved together', async ({
    page,
    site,
    signIn,
  }) => {
    const rowan = await site.signUp('rowan')
    await signIn(rowan)
    await open(page, '/')
    await page.getByRole('button', { name: new RegExp(rowan.username) }).click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await expect(page).toHaveURL('/settings')
    await expectAccessible(page)

    const username = page.getByRole('textbox', { name: 'Username' })
    await expect(username).toHaveValue(rowan.username)
    await expect(username).toHaveAttribute('readonly')
    await page.getByRole('button', { name: 'Edit profile picture' }).click()
    await expect(page.getByRole('dialog', { name: 'Profile picture' })).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('textbox', { name: 'Email' }).fill('rowan@example.org')
    await page.getByRole('textbox', { name: 'About me' }).fill('I grow *beans*. ')
    await save(page).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    expect(await own(rowan)).toMatchObject({ email: 'rowan@example.org', aboutMe: 'I grow *beans*.' })
    await page.reload()
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue('rowan@example.org')
    await expect(page.getByRole('textbox', { name: 'About me' })).toHaveValue('I grow *beans*.')
  })
})
