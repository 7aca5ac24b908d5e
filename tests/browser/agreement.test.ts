import { expectAccessible } from './support/axe.ts'
import { writing } from './support/discussion.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

// A site of its own: other tests would be asked, too.
test.use({ environment: { SITE_NAME: 'Moss Society' } })
test.describe.configure({ mode: 'default' })

const password = 'long enough'

test('an admin asks for the terms and an age; members answer at their next visit, newcomers at the sign-up', async ({
  page,
  site,
  signIn,
  openWindow,
  forgive,
}) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const rowan = await site.signUp('rowan')

  const admin = await openWindow(site.keeper)
  await open(admin, '/admin/law')
  await admin.getByLabel('Site operator', { exact: true }).fill('Moss Society')
  await admin.getByLabel('Postal address').fill('Road 1\n10000 Town')
  await admin.getByRole('switch', { name: 'Ask members to accept the terms' }).click()
  await admin.getByLabel('Minimum age (years)').fill('16')
  await admin.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(admin.getByText('Settings saved.')).toBeVisible()

  // Who was a member before.
  await signIn(rowan)
  forgive(/403/)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  const dialog = page.getByRole('dialog', { name: 'Before you continue' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Not now' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
  await page.getByRole('main').getByRole('button', { name: 'Upvote' }).first().click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('You must be at least 16')).toBeVisible()
  await dialog.getByLabel('I am at least 16 years old.').check()
  await dialog.getByLabel('I have read and accept the terms.').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Upvote' }).first().click()
  await expect(page.getByRole('main').getByRole('button', { name: 'Upvote' }).first()).toHaveAttribute(
    'aria-pressed',
    'true',
  )

  // Who joins now.
  const guest = await openWindow()
  await open(guest, '/')
  await guest.getByRole('banner').getByRole('button', { name: 'Create account' }).click()
  const form = guest.getByRole('dialog', { name: 'Create account' })
  const name = site.newName('fern')
  await form.getByLabel('Username').fill(name)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await form.getByLabel('Repeat password').fill(password)
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(form.getByText('You must be at least 16')).toBeVisible()
  await expect(form.getByText('Please accept the terms')).toBeVisible()
  await expectAccessible(guest)
  await form.getByLabel('I am at least 16 years old.').check()
  await form.getByLabel('I have read and accept the terms.').check()
  await form.getByRole('button', { name: 'Create account' }).click()
  await expect(guest.getByRole('dialog', { name: 'Welcome to Moss Society' })).toBeVisible()

  // Admins see it.
  await open(admin, `/admin/users?q=${name}`)
  await expect(admin.getByRole('row', { name: new RegExp(name) })).toContainText('Age 16+ (declared')
})

test('an admin asks everyone again, and sees which texts were accepted', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  openWindow,
}) => {
  const changes = { acceptTerms: true, minimumAge: 16 }
  await site.keeper.put('/api/_admin/settings', {
    changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
  })
  const rowan = await site.signUp('rowan')
  const window = await openWindow(rowan)
  await open(window, '/')
  const dialog = window.getByRole('dialog', { name: 'Before you continue' })
  await dialog.getByLabel('I am at least 16 years old.').check()
  await dialog.getByLabel('I have read and accept the terms.').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  await site.db.updateTable('terms_acceptances').set({ accepted_at: '2020-01-01' }).execute()

  await signIn(site.keeper)
  // They are asked from the next minute on, which is in the past by this clock.
  await page.clock.setFixedTime(Date.now() - 3_600_000)
  await open(page, '/admin/law')
  await page.getByRole('dialog').getByRole('button', { name: 'Not now' }).click()
  const accepted = page.getByRole('region', { name: 'Accepted terms' })
  await accepted.getByRole('button', { name: 'Show' }).click()
  await expect(accepted).toContainText('These are the terms for using Moss Society')
  await accepted.getByRole('button', { name: 'Ask everyone again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ask everyone again' }).click()
  await expect(page.getByText('Everyone will be asked again')).toBeVisible()

  await open(window, '/settings')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('I am at least 16 years old.')).toBeHidden()
  await dialog.getByLabel('I have read and accept the terms.').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog).toBeHidden()
  await open(window, '/')
  await expect(window.getByRole('dialog')).toBeHidden()
})

test('who wrote before the terms changed is asked, loses nothing, and is asked once', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/40[03]/)
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const rowan = await site.signUp('rowan', { points: 100 })
  const set = (changes: Record<string, unknown>) =>
    site.keeper.put('/api/_admin/settings', {
      changes: Object.entries(changes).map(([name, value]) => ({ name, value })),
    })
  await set({ acceptTerms: false, minimumAge: 0 })
  await signIn(rowan)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await page.getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill('They fly far.')
  await set({ acceptTerms: true })
  await page.keyboard.press('Control+Enter')
  const question = page.getByRole('dialog', { name: 'Before you continue' })
  await expect(question.getByLabel('I have read and accept the terms.')).toBeVisible()

  // They change once more while someone reads them.
  await question.getByLabel('I have read and accept the terms.').check()
  await site.keeper.put('/api/_admin/pages/terms', {
    text: `# Terms\n\n${site.newName('Rules')}`,
    basedOn: null,
  })
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The terms have just changed. Please read them again.')).toBeVisible()
  await question.getByRole('button', { name: 'Not now' }).click()
  await expect(writing(page)).toHaveValue('They fly far.')

  // Reading them asks no more.
  await page.locator('a[href="/terms"]:visible').first().click()
  await expect(page).toHaveURL('/terms')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(post.title)
  await expect(question).toBeHidden()

  // A dialog stays under the question with what was written into it.
  await open(page, '/communities')
  await question.getByRole('button', { name: 'Not now' }).click()
  const name = site.newName('ferns')
  await page.getByRole('main').getByRole('button', { name: 'Request community' }).click()
  const request = page.getByRole('dialog', { name: 'Request a community' })
  await request.getByLabel('Name').fill(name)
  await request.getByRole('button', { name: 'Request community' }).click()
  await question.getByLabel('I have read and accept the terms.').check()
  await question.getByRole('button', { name: 'Continue' }).click()
  await expect(question).toBeHidden()
  await expect(request.getByLabel('Name')).toHaveValue(name)
  await request.getByRole('button', { name: 'Request community' }).click()
  await expect(page.getByText('Request sent to the admins.')).toBeVisible()
})
