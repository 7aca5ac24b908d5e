import type { Page } from '@playwright/test'
import { tabTo } from './support/keyboard.ts'
import { awake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const password = 'long enough'
const profile = (page: Page) => page.getByRole('banner').getByRole('button', { name: /@|me/ })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, label: string) => page.getByRole('dialog').getByLabel(label, { exact: true })

async function openSignup(page: Page) {
  await open(page, '/')
  await page.getByRole('banner').getByRole('button', { name: 'Create account' }).click()
  const form = dialog(page, 'Create account')
  await expect(form).toBeVisible()
  return form
}

async function fillIn(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await field(page, label).fill(value)
}

test.describe('signing up', () => {
  test('[CORE-2-078] [ACC-5-009] creates a member who can log out and in again, with the keyboard alone', async ({
    page,
    site,
  }) => {
    const name = site.newName('rowan')
    await open(page, '/')
    await tabTo(page, page.getByRole('banner').getByRole('button', { name: 'Create account' }))
    await page.keyboard.press('Enter')
    await expect(field(page, 'Username')).toBeFocused()
    await page.keyboard.type(name)
    for (const text of ['', password, '', password]) {
      // After the password comes the button that shows its characters.
      await page.keyboard.press('Tab')
      if (text) await page.keyboard.type(text)
    }
    await page.keyboard.press('Enter')
    await expect(dialog(page, 'Welcome to Folkmoot')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page, 'Welcome to Folkmoot')).toBeHidden()
    await expect(profile(page)).toContainText(`@${name}`)

    await awake(page)
    await tabTo(page, profile(page))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menu')).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
    await page.keyboard.press('Enter')
    const login = page.getByRole('banner').getByRole('link', { name: 'Login' })
    await expect(login).toBeVisible()

    await awake(page)
    await tabTo(page, login)
    await page.keyboard.press('Enter')
    await expect(field(page, 'Username')).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await expect(profile(page)).toContainText(`@${name}`)
  })

  // [ACC-5-002] [ACC-5-006] [ACC-5-008] [ACC-5-010] are in the list of mistakes.
  test('says at each field what is wrong with it', async ({ page, site }) => {
    const form = await openSignup(page)
    const submit = form.getByRole('button', { name: 'Create account' })

    await test.step('[ACC-5-001] [ACC-5-005] [ACC-5-007] each empty field is reported', async () => {
      await submit.click()
      await expect(form.getByRole('alert')).toHaveText([
        'Username cannot be empty.',
        'Password cannot be empty.',
        'Repeat password cannot be empty.',
      ])
      await expect(field(page, 'Username')).toHaveAttribute('aria-invalid', 'true')
      await expect(field(page, 'Username')).toHaveAccessibleDescription(
        'Username cannot be empty. At least 4 characters.',
      )
      await expect(field(page, 'Username')).toBeFocused()
    })

    await test.step('[ACC-5-011] a mistake is shown until its field is changed', async () => {
      await fillIn(page, {
        Username: 'row',
        'Email (optional)': 'rowan@example',
        Password: '1234567',
        'Repeat password': '12345678',
      })
      await submit.click()
      const mistakes = [
        'Username too short.',
        'Enter a valid email address.',
        'Password too weak.',
        'Passwords do not match.',
      ]
      await expect(form.getByRole('alert')).toHaveText(mistakes)
      for (const label of ['Username', 'Email (optional)', 'Password', 'Repeat password']) {
        await field(page, label).press('End')
        await page.keyboard.type(label === 'Email (optional)' ? '.org' : 'x')
        mistakes.shift()
        await expect(form.getByRole('alert')).toHaveText(mistakes)
      }
    })

    await test.step('what is wrong is said as soon as a field is left', async () => {
      await fillIn(page, { 'Email (optional)': 'rowan@', Password: 'folkmoot2026', 'Repeat password': '' })
      await expect(form.getByRole('alert')).toHaveText([
        'Enter a valid email address.',
        "A password can't be your username or the name of this site. Choose another one.",
      ])
      await fillIn(page, { 'Email (optional)': '', Password: '', Username: '' })
      await expect(form.getByRole('alert')).toHaveCount(0)
    })

    await test.step('[ACC-5-003] a taken name is reported when the field loses the focus', async () => {
      const { username } = await site.signUp('rowan')
      await field(page, 'Username').fill(username.toUpperCase())
      await expect(form.getByRole('alert')).toHaveCount(0)
      await field(page, 'Password').focus()
      await expect(form.getByRole('alert')).toHaveText(`${username.toUpperCase()} is already taken.`)
      await field(page, 'Username').press('End')
      await field(page, 'Username').press('Backspace')
      await expect(form.getByRole('alert')).toHaveCount(0)
    })

    await test.step('[ACC-5-004] [CORE-5-029] [CORE-5-030] [CORE-5-031] names have at most 21 letters, digits and underscores', async () => {
      await field(page, 'Username').fill('')
      await expect(form.getByText('0 / 21')).toBeVisible()
      await field(page, 'Username').pressSequentially('a-B é_9!')
      await expect(field(page, 'Username')).toHaveValue('aB_9')
      await expect(form.getByText('4 / 21')).toBeVisible()
      await field(page, 'Username').fill('abcdefghijklmnopqrstuvwxyz')
      await expect(field(page, 'Username')).toHaveValue('abcdefghijklmnopqrstu')
      await expect(form.getByText('21 / 21')).toBeVisible()
    })
  })

  test('keeps what was typed when the server refuses, and works at the next try', async ({
    page,
    site,
    forgive,
  }) => {
    forgive(/400|409|500/)
    const { username } = await site.signUp('rowan')
    await page.route('**/api/usernames/*', (route) => route.fulfill({ json: { isFree: true } }))
    const form = await openSignup(page)
    const submit = form.getByRole('button', { name: 'Create account' })
    const name = site.newName('rowan')

    await test.step('a name that was taken meanwhile is reported', async () => {
      await fillIn(page, { Username: username, Password: password, 'Repeat password': password })
      await submit.click()
      await expect(form.getByRole('alert')).toHaveText(`${username} is already taken.`)
      await expect(form).toBeVisible()
    })

    await test.step('so is a password that too many people have', async () => {
      await fillIn(page, { Username: name, Password: 'iloveyou1', 'Repeat password': 'iloveyou1' })
      await submit.click()
      await expect(form.getByRole('alert')).toHaveText('That password is too common. Choose another one.')
      await expect(field(page, 'Password')).toBeFocused()
      await fillIn(page, { Password: password, 'Repeat password': password })
    })

    await test.step('[ACC-8-005] [CORE-8-003] other failures have a general message', async () => {
      await page.route('**/api/_signup', (route) =>
        route.fulfill({ status: 500, json: { status: 500, message: 'Internal' } }),
      )
      await field(page, 'Username').fill(name)
      await submit.click()
      await expect(page.getByRole('alert')).toHaveText('Something went wrong.')
      await expect(field(page, 'Username')).toHaveValue(name)
      await page.unroute('**/api/_signup')
    })

    await test.step('an email address is accepted, which only its owner sees', async () => {
      await field(page, 'Email (optional)').fill('rowan@example.org')
      await submit.click()
      await expect(profile(page)).toContainText(`@${name}`)
      const { email } = await (await page.request.get(`${site.url}/api/_user`)).json()
      expect(email).toBe('rowan@example.org')
      expect(await (await fetch(`${site.url}/api/users/${name}`)).text()).not.toContain('rowan@example.org')
    })
  })

  test('[ACC-2-003] is disabled while the site accepts no new accounts', async ({ page, site }) => {
    const setDisabled = (signupsDisabled: boolean) =>
      site.keeper.put('/api/site_settings', { signupsDisabled })
    await setDisabled(true)
    try {
      const form = await openSignup(page)
      await expect(form).toContainText(
        'We have temporarily disabled creating new accounts. Please check back again later.',
      )
      await expect(form.getByRole('textbox').first()).toBeDisabled()
      for (const label of ['Username', 'Email (optional)', 'Password', 'Repeat password'])
        await expect(field(page, label)).toBeDisabled()
      await expect(form.getByRole('button', { name: 'Create account' })).toBeDisabled()
    } finally {
      await setDisabled(false)
    }
  })
})

test.describe('logging in', () => {
  test('in the dialog says what is wrong, and stays on the same page', async ({ page, site, forgive }) => {
    forgive(/401|403|500/)
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const moss = await site.createCommunity('moss')
    const [member, suspended] = [await site.signUp('rowan'), await site.signUp('rude')]
    await site.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', suspended.id).execute()
    await open(page, `/${moss.name}?sort=latest`)
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
    const form = dialog(page, 'Login')
    const submit = form.getByRole('button', { name: 'Login' })

    await test.step('[ACC-5-014] [ACC-5-015] [ACC-5-016] both fields are required, without asking the server', async () => {
      await submit.click()
      await expect(form.getByRole('alert')).toHaveText('Username and password empty.')
      await field(page, 'Password').fill('secret')
      await expect(form.getByRole('alert')).toHaveCount(0)
      await submit.click()
      await expect(form.getByRole('alert')).toHaveText('Username empty.')
      await fillIn(page, { Username: 'rowan', Password: '' })
      await submit.click()
      await expect(form.getByRole('alert')).toHaveText('Password empty.')
      expect(asked.filter((url) => url.includes('/api/_login'))).toEqual([])
    })

    await test.step('[ACC-8-002] a wrong password and a wrong name get the same answer', async () => {
      for (const name of [member.username, 'nobody_at_all']) {
        await fillIn(page, { Username: name, Password: 'not the password' })
        await expect(form.getByRole('alert')).toHaveCount(0)
        await submit.click()
        await expect(form.getByRole('alert')).toHaveText('Username and password do not match.')
      }
    })

    await test.step('[ACC-8-003] suspended members are refused, with their name', async () => {
      await fillIn(page, { Username: suspended.username, Password: suspended.password })
      await submit.click()
      await expect(form.getByRole('alert')).toHaveText(`@${suspended.username} is suspended.`)
    })

    await test.step('[ACC-8-004] other failures have a general message', async () => {
      await fillIn(page, { Username: member.username, Password: member.password })
      await page.route('**/api/_login', (route) => route.fulfill({ status: 500, body: '' }))
      await submit.click()
      await expect(page.getByRole('alert')).toHaveText('Something went wrong.')
      await page.unroute('**/api/_login')
    })

    await test.step('[CORE-2-077] the page stays the same', async () => {
      await submit.click()
      await expect(profile(page)).toContainText(`@${member.username}`)
      await expect(page).toHaveURL(`/${moss.name}?sort=latest`)
      await expect(page.getByRole('dialog')).toHaveCount(0)
    })
  })

  test('[CORE-2-006] [CORE-2-007] [ACC-2-001] [ACC-2-002] returns to the page that required it', async ({
    page,
    site,
  }) => {
    const member = await site.signUp('rowan')
    await open(page, '/subscriptions?sort=day')
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/subscriptions?sort=day')}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
    await page.getByLabel('Username').fill(member.username)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/subscriptions?sort=day')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscriptions')
    await page.goto('/login')
    await expect(page).toHaveURL('/')
  })

  test('never leads to another site', async ({ page, site }) => {
    const member = await site.signUp('rowan')
    await open(page, `/login?next=${encodeURIComponent('//elsewhere.example/')}`)
    await page.getByLabel('Username').fill(member.username)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page).toHaveURL('/')
    await expect(profile(page)).toContainText(`@${member.username}`)
  })
})

test.describe('logging out', () => {
  async function logOut(page: Page) {
    await profile(page).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }

  test('leaves nothing private on the device, but preferences', async ({ page, site, signIn }) => {
    await signIn(await site.signUp('rowan'))
    await open(page, '/all')
    const left = () =>
      page.evaluate(async () => [
        ...Object.keys(localStorage),
        ...Object.keys(sessionStorage),
        ...(await caches.keys()),
      ])
    await page.evaluate(async () => {
      for (const key of ['postDrafts:1', 'recent_searches', 'theme']) localStorage.setItem(key, 'dark')
      sessionStorage.setItem('draft of a comment', 'private')
      await (await caches.open('images')).put('/images/1', new Response('private'))
    })
    await logOut(page)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    for (const key of ['postDrafts:1', 'recent_searches', 'draft of a comment', 'images'])
      await expect.poll(left).not.toContain(key)
    expect(await left()).toContain('theme')
  })

  test('is a POST, after which the page is reloaded; a failure changes nothing', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/500/)
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/all')

    await test.step('[ACC-8-001] a failure is reported', async () => {
      await page.route('**/api/_login*', (route) => route.fulfill({ status: 500, body: '' }))
      await logOut(page)
      await expect(page.getByRole('alert')).toHaveText('Failed to logout. Something went wrong.')
      await expect(profile(page)).toContainText(`@${member.username}`)
      await page.unroute('**/api/_login*')
    })

    await test.step('[ACC-4-022] a success reloads the page', async () => {
      const posted = page.waitForRequest((request) => request.url().endsWith('/api/_login?action=logout'))
      const loaded = page.waitForEvent('load')
      await logOut(page)
      expect((await posted).method()).toBe('POST')
      await loaded
      await expect(page).toHaveURL('/all')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
      expect((await page.request.get(`${site.url}/api/_user`)).status()).toBe(401)
    })
  })
})
