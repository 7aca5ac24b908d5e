import { expectAccessible } from './support/axe.ts'
import { open } from './support/open.ts'
import { dialog } from './support/posts.ts'
import { expect, test } from './support/test.ts'

test('a guest reports illegal content, an admin decides, the guest complains, and another admin removes it', async ({
  page,
  site,
  openWindow,
  forgive,
}) => {
  // Five pages with proof of work and checks of accessibility.
  test.slow()
  // What is missing is said by the server.
  forgive(/400/)
  const fern = await site.createCommunity('fern')
  const author = await site.signUp('author')
  const post = await site.createPost(author, fern.name, { title: 'An insult', body: 'Gerda is a fool.' })
  const [admin, other] = [await site.signUp('decider'), await site.signUp('second')]
  await site.db.updateTable('users').set({ is_admin: true }).where('id', 'in', [admin.id, other.id]).execute()

  await open(page, `/${fern.name}/post/${post.publicId}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('menuitem', { name: 'Report illegal content' }).click()
  await expect(page.getByLabel('What are you reporting?')).toHaveValue(`/${fern.name}/post/${post.publicId}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('alert')).toContainText('Please explain why.')
  await page.getByLabel('Why is it illegal?').fill('It insults me by name.')
  await page.getByLabel('Law (optional)').fill('Criminal Code § 185')
  await page.getByLabel('Your name').fill('Gerda Guest')
  await page.getByLabel('Your email').fill('gerda@mail.example')
  await page.getByLabel('To my knowledge').check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('We received your notice.')).toBeVisible()
  await expect(page.getByText('Save the link to this page')).toBeVisible()
  await expectAccessible(page)
  const receipt = page.url()
  const [, number = ''] = /\/notice\/(\d+)\?key=\w{40}$/.exec(receipt) ?? []

  const desk = await openWindow(admin)
  await open(desk, '/admin/notices')
  const list = desk.getByRole('list', { name: 'Notices' })
  await expect(list).toContainText('Gerda Guest (gerda@mail.example)')
  await expect(list).toContainText(/[67] days left/)
  await expectAccessible(desk)
  await desk.getByRole('button', { name: `Decide on notice ${number}` }).click()
  const first = dialog(desk, `Decide on notice ${number}`)
  await first.getByRole('button', { name: 'Decide' }).click()
  await expect(first.getByRole('group', { name: 'Decision' })).toHaveAccessibleDescription(
    'Choose what to do.',
  )
  await first.getByLabel('Keep', { exact: true }).check()
  await first.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(first.getByRole('textbox', { name: /Reason/ })).toHaveAccessibleDescription(
    'Enter your reasons.',
  )
  await first.getByRole('textbox', { name: /Reason/ }).fill('A matter of taste.')
  await first.getByRole('button', { name: 'Keep', exact: true }).click()
  await expect(desk.getByText('No open notices')).toBeVisible()

  await open(page, new URL(receipt).pathname + new URL(receipt).search)
  await expect(page.getByRole('region', { name: 'Decision' })).toContainText('A matter of taste.')
  await expect(page.getByRole('main')).toContainText('go to court')
  await page.getByLabel("What's wrong with the decision?").fill('It is an offence.')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByText('We received your complaint.')).toBeVisible()
  await expectAccessible(page)

  await open(desk, '/admin/notices')
  await expect(desk.getByText('Another admin has to decide.')).toBeVisible()
  const second = await openWindow(other)
  await open(second, '/admin/notices?filter=complaints')
  await second.getByRole('button', { name: `Decide on notice ${number}` }).click()
  const again = dialog(second, `Decide on the complaint about notice ${number}`)
  await again.getByLabel('Keep the first decision').check()
  await expect(again.getByRole('button', { name: 'Keep the first decision' })).toBeVisible()
  await again.getByLabel('Remove').check()
  await again.getByRole('textbox', { name: /Reason/ }).fill('It is an insult.')
  await expectAccessible(second)
  await again.getByRole('button', { name: 'Remove' }).click()
  await expect(second.getByRole('list', { name: 'Notices' })).toContainText('The post was removed')

  await open(page, new URL(receipt).pathname + new URL(receipt).search)
  await expect(page.getByRole('region', { name: 'Decision on the complaint' })).toContainText(
    'It is an insult.',
  )
  await open(page, `/${fern.name}/post/${post.publicId}`)
  await expect(page.getByText('Gerda is a fool.')).toHaveCount(0)
})

test('mistakes of a decision are shown at their fields, and another admin may be faster', {
  tag: '@long',
}, async ({ page, site, signIn, forgive }) => {
  forgive(/40[09]/)
  const fern = await site.createCommunity('fern')
  const author = await site.signUp('author')
  const post = await site.createPost(author, fern.name, { title: 'Sold twice' })
  const [admin, other] = [await site.signUp('decider'), await site.signUp('faster')]
  await site.db.updateTable('users').set({ is_admin: true }).where('id', 'in', [admin.id, other.id]).execute()
  const reporter = await site.signUp('reporter')
  const { number } = await reporter.post<{ number: number }>('/api/notices', {
    address: `/${fern.name}/post/${post.publicId}`,
    text: 'A fraud.',
    isInGoodFaith: true,
  })

  await signIn(admin)
  await open(page, '/admin/notices')
  await page.getByRole('button', { name: `Decide on notice ${number}` }).click()
  const form = dialog(page, `Decide on notice ${number}`)
  await form.getByLabel('Ban the member').check()
  await form.getByLabel('Duration').selectOption('Until a date…')
  await form.getByRole('button', { name: 'Ban member' }).click()
  const [day, reason] = [form.getByLabel('Last day'), form.getByRole('textbox', { name: /Reason/ })]
  await expect(day).toHaveAccessibleDescription('Choose when the ban ends.')
  await expect(reason).toHaveAccessibleDescription('Enter your reasons.')
  await day.fill('2020-01-01')
  await reason.fill('Sells what is not theirs.')
  await form.getByRole('button', { name: 'Ban member' }).click()
  await expect(day).toHaveAccessibleDescription('Invalid expires.')
  await expectAccessible(page)

  await other.put(`/api/notices/${number}`, { act: 'keep', reasons: 'It was sold once.' })
  await form.getByLabel('Duration').selectOption('Permanent')
  await form.getByRole('button', { name: 'Ban member' }).click()
  await expect(form.getByRole('alert')).toHaveText("Another admin decided first. Your decision wasn't saved.")
  await expect(form).toContainText('Sells what is not theirs.')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Keep the first decision' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: `Decide on notice ${number}` })).toBeHidden()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('a guest reports illegal content, and complains about the decision', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/400/)
    const fern = await site.createCommunity('ferns')
    await page.goto(`/notice?address=/${fern.name}`)
    await page.getByLabel('Why is it illegal?').fill('It sells stolen goods.')
    await page.getByLabel('Your name').fill('Gerda Guest')
    await page.getByLabel('Your email').fill('gerda@mail.example')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('alert')).toContainText('Please confirm')
    await page.getByLabel('To my knowledge').check()
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('We received your notice.')).toBeVisible()
    const [, number = ''] = /\/notice\/(\d+)/.exec(page.url()) ?? []
    await site.db
      .updateTable('notices')
      .set({ act: 'keep', reasons: 'It does not.', decided_at: new Date() })
      .where('id', '=', number)
      .execute()
    await page.reload()
    await expect(page.getByText('It does not.')).toBeVisible()
    await page.getByLabel("What's wrong with the decision?").fill('It does.')
    await page.getByRole('button', { name: 'Send complaint' }).click()
    await expect(page.getByText('We received your complaint.')).toBeVisible()
  })
})

test('a member reports a member and a community to the admins', async ({ page, site, signIn }) => {
  const fern = await site.createCommunity('fernery')
  const rude = await site.signUp('rude')
  await signIn(await site.signUp('careful'))
  for (const [path, what] of [
    [`/@${rude.username}`, `@${rude.username}`],
    [`/${fern.name}`, fern.name],
  ] as const) {
    await open(page, path)
    await page.getByRole('button', { name: `Report ${what}` }).click()
    const form = dialog(page, `Report ${what}`)
    await form.getByRole('radio').first().check()
    await form.getByLabel('Details').fill('Insults everyone.')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Report', exact: true }).click()
    await expect(page.getByText('Reported to the admins.').first()).toBeVisible()
  }
  const { rows } = {
    rows: await site.db
      .selectFrom('notices')
      .where('body', '=', 'Insults everyone.')
      .select('subject')
      .orderBy('id')
      .execute(),
  }
  expect(rows.map(({ subject }) => subject)).toEqual(['user', 'community'])
})
