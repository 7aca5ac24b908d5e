import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { stored } from '../support/wireIds.ts'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const _heading = (page: Page) => page.getByRole('heading', { level: 1 })
const tabs = (page: Page) => page.getByRole('main').getByRole('navigation', { name: 'Mod tools' })
const save = (page: Page) =>
  page.getByRole('region', { name: 'Settings', exact: true }).getByRole('button', { name: 'Save' })
const about = (page: Page) => page.getByRole('textbox', { name: 'Description' })

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
    // Concurrent changes by another moderator are kept.
    await site.keeper.put(`/api/communities/${moss.id}`, { moderationLogNames: false })
    await save(page).click()
    await expect(page.getByText('Settings saved.')).toBeVisible()
    await expect(save(page)).toBeDisabled()
    await expect(
      page.getByRole('region', { name: `About ${moss.name}` }).getByText('green', { exact: true }),
    ).toBeVisible()

    await page.reload()
    await expect(about(page)).toHaveValue('Soft, *green*, damp.')
    await expect(page.getByRole('switch', { name: 'Restrict posting' })).toBeChecked()
    await expect(
      page.getByRole('switch', { name: "Show moderators' names in the moderation log" }),
    ).not.toBeChecked()
    const facts = await site.keeper.get(`/api/communities/${moss.name}?byName=true`)
    expect(facts).toMatchObject({ about: 'Soft, *green*, damp.', postingRestricted: true })
  })
})

/** A picture file of one colour. */
const pictureFile = async (width: number, height: number) => ({
  name: 'picture.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#4a7' } })
    .png()
    .toBuffer(),
})

test.describe('the pictures and flags of a community', () => {
  const choose = async (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Upload/ })
      .click()
    await (await chooser).setFiles(file)
  }

  test('[ACC-2-052] [ACC-2-053] [ACC-6-004] include icon and banner with alt text', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools`)
    for (const [kind, file] of [
      ['Icon', await pictureFile(300, 300)],
      ['Banner', await pictureFile(1500, 500)],
    ] as const) {
      await page.getByRole('button', { name: `Edit ${kind.toLowerCase()}` }).click()
      const dialog = page.getByRole('dialog', { name: kind })
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
      await choose(page, file)
      await expect(dialog.getByRole('button', { name: 'Remove image' })).toBeVisible()
      await dialog.getByLabel('Alt text').fill(`${kind} of moss`)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByRole('img', { name: `${kind} of moss` })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await page.getByRole('link', { name: moss.name, exact: true }).first().click()
    const main = page.getByRole('main')
    await expect(main.getByRole('img', { name: 'Banner of moss' })).toBeVisible()
    await expect(main.getByRole('img', { name: 'Icon of moss' })).toBeVisible()
  })

  test('[ACC-2-052] refuse files that are not pictures, and let moderators remove an icon', {
    tag: '@long',
  }, async ({ page, site, signIn, forgive }) => {
    forgive(/400/)
    // A new member, because the right column lists at most ten communities.
    const founder = await site.signUp('founder', { isAdmin: true })
    const moss = await site.createCommunity('moss', { creator: founder })
    await site.createPost(founder, moss.name, { title: 'Spores' })
    const { buffer } = await pictureFile(300, 300)
    const { proPic } = await founder.sendImage<{ proPic: { id: string } }>(
      `/api/communities/${moss.id}/pro_pic`,
      buffer,
    )
    await signIn(founder)
    // In feeds, in the sidebar and in the directory it is decoration beside the name.
    await page.goto('/all')
    const icon = `img[src^="/images/${stored(proPic.id)}."]`
    for (const place of [page.getByRole('article'), page.getByRole('navigation', { name: 'My communities' })])
      await expect(place.locator(icon).first()).toBeVisible()
    await open(page, `/${moss.name}/modtools`)
    await page.getByRole('button', { name: 'Edit icon' }).click()
    await choose(page, { name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
    await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/^Unsupported image format\. Choose/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove image' }).click()
    const question = page.getByRole('dialog', { name: /^Are you sure/ })
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.locator(icon)).toHaveCount(0)
  })

  test('[ACC-2-057] let only admins make it a default community', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    openWindow,
  }) => {
    const moss = await site.createCommunity('moss')
    const mod = await site.signUp('mod')
    await site.keeper.post(`/api/communities/${moss.id}/mods`, { username: mod.username })
    const modsPage = await openWindow(mod)
    await open(modsPage, `/${moss.name}/modtools`)
    await expect(save(modsPage)).toBeVisible()
    await expect(modsPage.getByRole('button', { name: /default/ })).toHaveCount(0)
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools`)
    await page.getByRole('button', { name: 'Set as default' }).click()
    await expect(page.getByRole('button', { name: 'Remove as default' })).toBeVisible()
    await page.reload()
    await page.getByRole('button', { name: 'Remove as default' }).click()
    await expect(page.getByRole('button', { name: 'Set as default' })).toBeVisible()
  })
})

test.describe('the name of a community', () => {
  test('[ACC-2-118] is changed by admins, who give their password again', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    openWindow,
    forgive,
  }) => {
    forgive(/403|409/)
    const moss = await site.createCommunity('moss')
    const wren = await site.signUp('wren')
    await site.join(wren, moss)
    const renamed = site.newName('lichen')
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools`)
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    const rename = page.getByRole('button', { name: 'Rename', exact: true })
    await expect(rename).toBeDisabled()

    const taken = await site.createCommunity('taken')
    await name.fill(taken.name)
    await rename.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rename community' }).click()
    await expect(page.getByText('A community by that name already exists.')).toBeVisible()

    await site.db.updateTable('sessions').set({ password_given_at: null }).execute()
    await name.fill(renamed)
    await name.press('Enter')
    const question = page.getByRole('dialog', { name: `Rename ${moss.name} to ${renamed}?` })
    await expectAccessible(page)
    await question.getByRole('button', { name: 'Rename community' }).click()
    const password = page.getByRole('dialog').getByRole('textbox', { name: 'Password' })
    await password.fill(site.keeper.password)
    await password.press('Enter')
    await expect(page.getByText('Community renamed.')).toBeVisible()
    await expect(page).toHaveURL(`/${renamed}/modtools`)
    await expect(name).toHaveValue(renamed)

    const reader = await openWindow(wren)
    await open(reader, `/${moss.name}?sort=hot`)
    await expect(reader).toHaveURL(`/${renamed}?sort=hot`)
    await expect(reader.getByRole('heading', { level: 1 })).toContainText(renamed)
    await open(reader, `/${renamed}/modlog`)
    await expect(reader.getByRole('main')).toContainText(`renamed ${moss.name} to ${renamed}`)
  })

  test('is not changed by moderators', { tag: '@long' }, async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    const mod = await site.signUp('mod')
    await site.keeper.post(`/api/communities/${moss.id}/mods`, { username: mod.username })
    await signIn(mod)
    await open(page, `/${moss.name}/modtools`)
    await expect(save(page)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveCount(0)
  })
})

test.describe('the rules of a community', () => {
  const rows = (page: Page) => page.getByRole('main').locator('ol > li')
  const saveRule = (dialog: Locator) => dialog.getByRole('button', { name: 'Save' })

  test('[ACC-2-069] [ACC-2-070] [ACC-2-071] [ACC-5-040] [ACC-5-041] [ACC-5-042] are added, edited and deleted', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools/rules`)
    await expect(page.getByText('No rules yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add rule' }).click()
    const adding = page.getByRole('dialog', { name: 'Add rule' })
    await expect(adding.getByLabel('Rule')).toBeFocused()
    await expect(saveRule(adding)).toBeDisabled()
    await adding.getByLabel('Rule').fill('  ')
    await expect(saveRule(adding)).toBeDisabled()
    await adding.getByLabel('Rule').fill('r'.repeat(513))
    await adding.getByLabel('Description').fill('d'.repeat(513))
    await expect(adding.getByText('512 / 512')).toHaveCount(2)
    await adding.getByLabel('Rule').fill('Be kind')
    await adding.getByLabel('Description').fill('Always.')
    await expectAccessible(page)
    // A double click adds it once: after one deletion below there is none.
    await saveRule(adding).dblclick()
    await expect(adding).toHaveCount(0)
    await expect(rows(page)).toContainText(['Be kind'])

    await page.getByRole('button', { name: 'Edit rule 1' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit rule' })
    await expect(editing.getByLabel('Description')).toHaveValue('Always.')
    await editing.getByLabel('Rule').fill('Be very kind')
    await editing.getByLabel('Description').fill('')
    await saveRule(editing).click()
    await expect(rows(page)).toHaveText([/Be very kind$/])

    await page.getByRole('button', { name: 'Delete rule 1' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('No rules yet')).toBeVisible()
    expect(await site.keeper.get(`/api/communities/${moss.id}/rules`)).toEqual([])
  })

  test('[ACC-2-072] are reordered with the keyboard and by dragging, each with one request', {
    tag: '@long',
  }, async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    for (const rule of ['Ants', 'Bees', 'Cats'])
      await site.keeper.post(`/api/communities/${moss.id}/rules`, { rule, description: null })
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools/rules`)
    const stored = async () =>
      (await site.keeper.get<{ rule: string }[]>(`/api/communities/${moss.id}/rules`)).map(({ rule }) => rule)
    const requests: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') requests.push(request.url())
    })

    await page.getByRole('button', { name: 'Move rule 3' }).focus()
    await page.keyboard.press('ArrowUp')
    await expect(rows(page)).toContainText(['Ants', 'Cats', 'Bees'])
    await expect(page.getByRole('button', { name: 'Move rule 2' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Rule 2 of 3.' })).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(rows(page)).toContainText(['Cats', 'Ants', 'Bees'])
    await page.keyboard.press('ArrowUp')
    await expect.poll(stored).toEqual(['Cats', 'Ants', 'Bees'])
    expect(requests).toHaveLength(2)

    // For people who cannot drag.
    for (const way of ['Move down', 'Move up']) {
      await page.getByRole('button', { name: `Move rule ${way === 'Move down' ? 1 : 2}` }).click()
      await page.getByRole('menuitem', { name: way }).click()
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect.poll(async () => (await stored())[way === 'Move down' ? 1 : 0]).toBe('Cats')
    }
    expect(requests).toHaveLength(4)

    const handle = await page.getByRole('button', { name: 'Move rule 1' }).boundingBox()
    const last = await rows(page).last().boundingBox()
    if (!handle || !last) throw new Error('nothing to drag')
    await page.mouse.move(handle.x + 10, handle.y + 10)
    await page.mouse.down()
    await page.mouse.move(handle.x + 10, last.y, { steps: 8 })
    await page.mouse.move(handle.x + 10, last.y + last.height - 2, { steps: 8 })
    await expect(rows(page)).toContainText(['Ants', 'Bees', 'Cats'])
    await page.mouse.up()
    await expect.poll(stored).toEqual(['Ants', 'Bees', 'Cats'])
    expect(requests).toHaveLength(5)
    await expect(page.getByRole('menu')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('return to their order when it could not be saved', async ({ page, site, signIn, forgive }) => {
    forgive(/500/)
    const moss = await site.createCommunity('moss')
    for (const rule of ['Ants', 'Bees'])
      await site.keeper.post(`/api/communities/${moss.id}/rules`, { rule, description: null })
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools/rules`)
    await page.route('**/rules', (route) =>
      route.fulfill({ status: 500, json: { status: 500, message: 'Internal Server Error' } }),
    )
    await page.getByRole('button', { name: 'Move rule 1' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByText('Something went wrong.')).toBeVisible()
    await expect(rows(page)).toContainText(['Ants', 'Bees'])
  })
})

test.describe('the moderators of a community', () => {
  const rows = (page: Page) => page.getByRole('main').locator('ol > li')

  test('[ACC-2-066] [ACC-2-067] [ACC-2-068] [ACC-5-045] [ACC-8-017] [ACC-9-004] are added and removed', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/404/)
    const moss = await site.createCommunity('moss')
    const wren = await site.signUp('wren')
    await signIn(site.keeper)
    await open(page, `/${moss.name}/modtools/mods`)
    await page.getByRole('button', { name: 'Add mod' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add mod' })
    const add = dialog.getByRole('button', { name: 'Add mod' })
    await expect(add).toBeDisabled()
    await dialog.getByLabel('Username').fill('nobody_of_this_name')
    await add.click()
    await expect(dialog.getByRole('alert')).toHaveText('User not found')
    await expectAccessible(page)
    await dialog.getByLabel('Username').fill(wren.username)
    await add.click()
    await expect(dialog).toHaveCount(0)
    await expect(rows(page)).toContainText(['@keeper', `@${wren.username}`])

    await page.getByRole('button', { name: `Remove @${wren.username}` }).click()
    const question = page.getByRole('dialog', { name: /^Remove/ })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rows(page)).toHaveCount(2)
    await page.getByRole('button', { name: `Remove @${wren.username}` }).click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(rows(page)).toHaveCount(1)
  })

  test('[ACC-4-020] [ACC-1-010] [ACC-2-044] can remove those of lower rank, and resign', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    const [wren, crow] = [await site.signUp('wren'), await site.signUp('crow')]
    for (const { username } of [wren, crow])
      await site.keeper.post(`/api/communities/${moss.id}/mods`, { username })
    await signIn(wren)
    await open(page, `/${moss.name}`)
    await page.getByRole('main').getByRole('link', { name: 'Mod tools' }).click()
    await tabs(page).getByRole('link', { name: 'Mods' }).click()
    await expect(rows(page)).toContainText(['@keeper', `@${wren.username}`, `@${crow.username}`])
    await expect(rows(page).nth(0).getByRole('button')).toHaveCount(0)
    await expect(rows(page).nth(1).getByRole('button')).toHaveText(['Resign'])
    await expect(rows(page).nth(2).getByRole('button')).toHaveText([
      `Permissions @${crow.username}`,
      `Remove @${crow.username}`,
    ])
    await page.getByRole('button', { name: 'Resign' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click()
    await expect(page).toHaveURL(`/${moss.name}`)
    await expect(page.getByRole('main').getByRole('button', { name: 'Joined' })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Mod tools' })).toHaveCount(0)
  })
})

test('[CORE-9-011] the description in the right column is cut at 250 pixels', async ({ page, site }) => {
  const moss = await site.createCommunity('moss', { about: 'Soft and green.\n\n'.repeat(30) })
  await open(page, `/${moss.name}`)
  const card = page.getByRole('region', { name: `About ${moss.name}` })
  const more = card.getByRole('button', { name: /^Show / })
  await expect(more).toBeVisible()
  const box = () =>
    more.evaluate((button) => {
      const { height } = button.previousElementSibling?.getBoundingClientRect() ?? {}
      return height
    })
  expect(await box()).toBe(250)
  await more.click()
  expect(await box()).toBeGreaterThan(250)
})
