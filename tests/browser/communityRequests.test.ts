import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Request a community' })
const name = (page: Page) => dialog(page).getByRole('textbox', { name: 'Name' })
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Request community' })
const request = (place: Locator, community: string) =>
  place.getByRole('listitem').filter({ hasText: community })
/** The screen of the dashboard. */
const screen = (page: Page) => page.getByRole('main')
const openDialog = (page: Page) => page.getByRole('button', { name: 'Request community' }).click()

test('[CORE-2-086] [ACC-2-034] [ACC-1-007] [ACC-2-035] members request a community and see the decision', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/409/)
  const member = await site.signUp('wishing')
  const wanted = site.newName('wanted')
  await signIn(member)
  await open(page, '/communities')
  await openDialog(page)
  // [ACC-5-022] [ACC-5-026] [ACC-5-028] [ACC-5-029]
  await name(page).fill('ab')
  await send(page).click()
  await expect(dialog(page).getByText('Community name has to have at least 3 characters.')).toBeVisible()
  await name(page).fill('a name with blanks, and much too long')
  await expect(name(page)).toHaveValue('anamewithblanksandmuc')
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('x'.repeat(501))
  await expect(dialog(page).getByText('500 / 500')).toBeVisible()

  // [ACC-4-009]
  await name(page).fill(wanted)
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('For all who like wrens.')
  await send(page).click()
  await expect(page.getByText('Request sent to the admins.')).toBeVisible()
  await expect(request(dialog(page), wanted)).toContainText('Pending')
  await expect(name(page)).toHaveValue('')
  await name(page).fill(wanted)
  await send(page).click()
  // [ACC-8-011]
  await expect(dialog(page).getByText('You already have a pending request for that community')).toBeVisible()
  await expectAccessible(page)

  // [ACC-4-010]
  await site.keeper.post('/api/communities', { name: wanted, about: '' })
  await page.reload()
  await openDialog(page)
  await expect(request(dialog(page), wanted)).toContainText('Created')
  await expect(request(dialog(page), wanted).getByRole('link', { name: wanted })).toHaveAttribute(
    'href',
    `/${wanted}`,
  )
})

test('[ACC-8-013] an error is shown when the status cannot be loaded', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/ERR_FAILED/)
  await signIn(await site.signUp('wishing'))
  await open(page, '/communities')
  await page.route('**/api/community_requests', (route) => route.abort())
  await openDialog(page)
  await expect(dialog(page).getByText('Request status could not be loaded.')).toBeVisible()
  await page.unroute('**/api/community_requests')
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByText('Request status could not be loaded.')).toBeHidden()
})

test('[ACC-2-085] admins create or deny requested communities', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const member = await site.signUp('wishing')
  const [made, denied] = [site.newName('alpha'), site.newName('beta')]
  for (const one of [made, denied])
    await member.post('/api/community_requests', { name: one, note: 'Please.' })

  await signIn(site.keeper)
  await open(page, '/admin/new-community-requests')
  await expect(request(screen(page), made)).toContainText(`@${member.username}`)
  await expect(request(screen(page), made)).toContainText('Please.')
  await expect(request(screen(page), made)).toContainText('Pending')
  await expectAccessible(page)

  // [ACC-5-030] [ACC-5-032] [ACC-4-012] [ACC-7-049]
  await page.getByRole('button', { name: `Deny ${denied}` }).click()
  const denial = page.getByRole('dialog', { name: `Deny request for ${denied}` })
  await expect(denial).toContainText(`Your request for +${denied} has been declined.`)
  await denial.getByRole('textbox', { name: 'Note' }).fill('There is one of that kind.')
  await denial.getByRole('button', { name: 'Deny' }).click()
  await expect(request(screen(page), denied)).toContainText('Denied by @keeper')
  await expect(request(screen(page), denied).getByRole('button')).toHaveCount(0)

  await page.getByRole('button', { name: `Create ${made}` }).click()
  const creation = page.getByRole('dialog', { name: 'Create community' })
  await expect(creation.getByRole('textbox', { name: 'Name' })).toHaveValue(made)
  await creation.getByRole('button', { name: 'Create community' }).click()
  await expect(page).toHaveURL(`/${made}`)
  await page.goBack()
  await expect(request(screen(page), made)).toContainText('Created')

  // [ACC-4-011] What the member sees, and the notification.
  const theirs = await openWindow(member)
  await open(theirs, '/communities')
  await openDialog(theirs)
  await expect(request(dialog(theirs), denied)).toContainText('Denied by @keeper')
  await expect(request(dialog(theirs), denied)).toContainText(
    `Your request for +${denied} has been declined. There is one of that kind.`,
  )
  await expect(request(dialog(theirs), made)).toContainText('Created')
  const { items } = await member.get<{ items: { type: string }[] }>('/api/notifications')
  expect(items.map(({ type }) => type)).toContain('denied_comm')
})

test('[ACC-4-013] [ACC-8-012] an admin learns that another admin was faster', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/400/)
  const member = await site.signUp('wishing')
  const other = await site.signUp('admin', { isAdmin: true })
  const [late, gone] = [site.newName('gamma'), site.newName('delta')]
  for (const name of [late, gone]) await member.post('/api/community_requests', { name, note: '' })
  const requests = await other.get<{ id: number; communityName: string }[]>('/api/community_requests')
  const idOf = (name: string) => requests.find(({ communityName }) => communityName === name)?.id
  const deny = async (name: string) => {
    await page.getByRole('button', { name: `Deny ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click()
  }
  await signIn(site.keeper)
  await open(page, '/admin/new-community-requests')
  await other.post('/api/_admin', { action: 'deny_comm', id: idOf(late), body: '' })
  await deny(late)
  await expect(request(screen(page), late)).toContainText('Another admin already denied this.')
  await expect(request(screen(page), late)).toContainText(`Denied by @${other.username}`)
  await other.delete(`/api/community_requests/${idOf(gone)}`)
  await deny(gone)
  await expect(page.getByRole('dialog').getByText('Invalid community request ID.')).toBeVisible()
})
