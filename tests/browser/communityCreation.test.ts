import type { Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, strict, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

test.use({ environment: strict })

const enoughPoints = 10

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Create community' })
const nameField = (page: Page) => dialog(page).getByLabel('Name')
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Create community' }).click()

async function openDialog(page: Page) {
  await open(page, '/communities')
  await page.getByRole('complementary').getByRole('button', { name: 'Create community' }).click()
  await expect(nameField(page)).toBeFocused()
}

test.describe('creating a community', () => {
  test('[CORE-2-079] [ACC-2-045] leads to its page, which its creator has joined', async ({
    page,
    site,
    signIn,
  }) => {
    await signIn(await site.signUp('founder', { points: enoughPoints }))
    const name = site.newName('Moss')
    await openDialog(page)
    await expectAccessible(page)
    await nameField(page).fill(name)
    await dialog(page).getByLabel('Description').fill('Soft and green.')
    // In every dialog with a form.
    await dialog(page).getByLabel('Description').press('Control+Enter')
    await expect(page).toHaveURL(`/${name}`)
    await expect(dialog(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page.getByRole('main').getByRole('button', { name: `Joined ${name}` })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'My communities' })).toContainText(name)
    await page.goBack()
    await expect(page).toHaveURL('/communities')
    await expect(page.getByRole('main').getByRole('link', { name })).toBeVisible()
  })

  test('says what is wrong with a name, keeps what was typed, and shows its limits', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/409|500/)
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('founder', { points: enoughPoints }))
    await openDialog(page)
    const mistake = dialog(page).getByRole('alert')
    await test.step('[ACC-5-023] it has at least three characters', async () => {
      await nameField(page).fill('ab')
      await create(page)
      await expect(mistake).toHaveText('Name has to be at least 3 characters.')
      await nameField(page).fill(site.newName('abc'))
      await expect(mistake).toHaveCount(0)
    })
    await test.step('[ACC-8-007] it must not be taken', async () => {
      await nameField(page).fill(moss.name.toUpperCase())
      await create(page)
      await expect(mistake).toHaveText('A community by that name already exists.')
      await expect(nameField(page)).toHaveValue(moss.name.toUpperCase())
    })
    const name = site.newName('n'.repeat(21))
    await test.step('[ACC-5-025] [ACC-9-001] it has at most 21, the description 500 characters', async () => {
      await nameField(page).fill(`${name.slice(0, 5)} -${name.slice(5)}x`)
      await expect(nameField(page)).toHaveValue(name)
      await expect(dialog(page)).toContainText('21 / 21')
      await dialog(page).getByLabel('Description').fill('d'.repeat(501))
      await expect(dialog(page)).toContainText('500 / 500')
    })
    await test.step('[ACC-8-010] other failures have a general message', async () => {
      await page.route('**/api/communities', (route) =>
        route.fulfill({ status: 500, json: { status: 500, message: 'Internal Server Error' } }),
      )
      await create(page)
      await expect(page.getByText('Something went wrong.')).toBeVisible()
      await expect(dialog(page)).toBeVisible()
      await page.unroute('**/api/communities')
    })
    await create(page)
    await expect(page).toHaveURL(`/${name}`)
    const { about } = await site.keeper.get<{ about: string }>(`/api/communities/${name}?byName=true`)
    expect(about).toBe('d'.repeat(500))
  })

  test('[ACC-8-008] [ACC-5-027] requires ten points', async ({ page, site, signIn, forgive }) => {
    forgive(/403/)
    const founder = await site.signUp('founder', { points: enoughPoints - 1 })
    await signIn(founder)
    const name = site.newName('moss')
    await openDialog(page)
    await nameField(page).fill(name)
    await create(page)
    await expect(dialog(page).getByRole('alert')).toHaveText(
      'You need at least 10 points to create a community.',
    )
    await site.db.updateTable('users').set({ points: enoughPoints }).where('id', '=', founder.id).execute()
    await create(page)
    await expect(page).toHaveURL(`/${name}`)
  })

  test('[ACC-8-009] refuses members who moderate too many communities', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const founder = await site.signUp('founder', { points: enoughPoints })
    await site.createCommunity('moss', { creator: founder })
    await signIn(founder)
    await openDialog(page)
    await nameField(page).fill(site.newName('fern'))
    await create(page)
    await expect(dialog(page).getByRole('alert')).toHaveText(
      "You've reached your max limit of the number of communities you can moderate.",
    )
  })
})
