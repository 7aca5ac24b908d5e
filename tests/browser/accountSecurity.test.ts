import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { comment, discussion } from './support/discussion.ts'
import { posts } from './support/feed.ts'
import { open, untilClosed } from './support/open.ts'
import type { Member, Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const section = (page: Page, name: string): Locator => page.getByRole('region', { name })
const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name })
const fill = async (form: Locator, texts: Record<string, string>) => {
  for (const [label, text] of Object.entries(texts)) await form.getByLabel(label, { exact: true }).fill(text)
}

/** Logs a member in with another browser. @returns a function for the status of a call that needs the session. */
async function logInElsewhere(window: Page, { url }: Site, { username, password }: Member) {
  const elsewhere: APIRequestContext = window.request
  await elsewhere.get(`${url}/api/_initial`)
  const cookies = await window.context().cookies()
  const token = cookies.find(({ name }) => name === 'csrftoken')?.value ?? ''
  const data = { username, password }
  const answer = await elsewhere.post(`${url}/api/_login`, { data, headers: { 'X-Csrf-Token': token } })
  expect(answer.status()).toBe(200)
  return async () => (await elsewhere.get(`${url}/api/_user`)).status()
}

async function openSettings(page: Page, signIn: (member: Member) => Promise<void>, member: Member) {
  await signIn(member)
  await open(page, '/settings')
  await expect(section(page, "Where you're logged in").getByRole('listitem').first()).toBeVisible()
}

test('[CORE-2-210] [CORE-5-025] [CORE-5-026] [CORE-8-015] [CORE-8-016] a member changes the password, which ends all other sessions', async ({
  page,
  site,
  signIn,
  openWindow,
  forgive,
}) => {
  forgive(/401/)
  const member = await site.signUp('rowan')
  const statusElsewhere = await logInElsewhere(await openWindow(), site, member)
  await openSettings(page, signIn, member)
  await expect(section(page, "Where you're logged in").getByRole('listitem')).toHaveCount(2)
  await section(page, 'Password').getByRole('button', { name: 'Change password' }).click()
  const form = dialog(page, 'Change password')
  await expect(form.getByLabel('Previous password')).toBeFocused()
  await expectAccessible(page)
  const submit = form.getByRole('button', { name: 'Change password' })

  await fill(form, { 'Previous password': 'a guess', 'New password': '1234567' })
  await submit.click()
  await expect(form.getByRole('alert')).toHaveText('Password too short.')
  await fill(form, { 'New password': 'a better one', 'Repeat new password': 'a better ane' })
  await submit.click()
  await expect(form.getByRole('alert')).toHaveText('Passwords do not match.')
  await fill(form, { 'Repeat new password': 'a better one' })
  await submit.click()
  await expect(form.getByRole('alert')).toHaveText('Incorrect previous password')
  expect(await statusElsewhere()).toBe(200)

  await fill(form, { 'Previous password': member.password })
  await expect(form.getByRole('alert')).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Password changed succesfully.' })).toBeVisible()
  await expect(form).toHaveCount(0)
  expect(await statusElsewhere()).toBe(401)
  await expect(section(page, "Where you're logged in").getByRole('listitem')).toHaveCount(1)
  await logInElsewhere(await openWindow(), site, { ...member, password: 'a better one' })
})

test.describe('the sessions of a member', () => {
  test('are listed with this device first; others can be ended one by one or all at once', {
    tag: '@long',
  }, async ({ page, site, signIn, openWindow }) => {
    const member = await site.signUp('rowan')
    const elsewhere = [
      await logInElsewhere(await openWindow(), site, member),
      await logInElsewhere(await openWindow(), site, member),
      await logInElsewhere(await openWindow(), site, member),
    ]
    await openSettings(page, signIn, member)
    const list = section(page, "Where you're logged in")
    const rows = list.getByRole('listitem')
    await expect(rows).toHaveCount(4)
    await expect(rows.first()).toContainText('This device')
    await expect(rows.first()).toContainText('Active now')
    await expect(rows.first().getByRole('button')).toHaveCount(0)
    await expect(rows.nth(1)).toContainText('127.0.0.1')
    await expectAccessible(page)

    await rows
      .nth(1)
      .getByRole('button', { name: /^Log out/ })
      .click()
    await expect(rows).toHaveCount(3)
    const statuses = async () => (await Promise.all(elsewhere.map((status) => status()))).sort()
    expect(await statuses()).toEqual([200, 200, 401])

    await list.getByRole('button', { name: 'Log out everywhere else' }).click()
    const question = dialog(page, 'Log out everywhere else?')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rows).toHaveCount(3)
    await list.getByRole('button', { name: 'Log out everywhere else' }).click()
    await question.getByRole('button', { name: 'Log out' }).click()
    await untilClosed(page, question)
    await expect(rows).toHaveCount(1)
    await expect(list.getByRole('button')).toHaveCount(0)
    expect(await statuses()).toEqual([401, 401, 401])
    await page.reload()
    await expect(rows).toHaveCount(1)
  })

  test('show an error when they cannot be loaded, with a retry', async ({ page, site, signIn, forgive }) => {
    forgive(/500/)
    await signIn(await site.signUp('rowan'))
    await page.route('**/api/_sessions', (route) => route.fulfill({ status: 500, json: {} }))
    await open(page, '/settings')
    const list = section(page, "Where you're logged in")
    await expect(list.getByRole('alert')).toContainText("Couldn't load your sessions.")
    await page.unroute('**/api/_sessions')
    await list.getByRole('button', { name: 'Try again' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
  })
})

test('a member requests and downloads an archive of their data', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/429|500/)
  const member = await site.signUp('rowan')
  await openSettings(page, signIn, member)
  const data = section(page, 'Your data')
  const request = data.getByRole('button', { name: 'Request archive' })
  await page.route('**/api/_export', (route) => route.fulfill({ status: 429, json: { status: 429 } }))
  await request.click()
  await expect(page.getByRole('alert')).toHaveText(
    'You can request three archives a day. Try again tomorrow.',
  )
  await page.unroute('**/api/_export')
  await request.click()
  await expect(data.getByText("We're preparing your archive.")).toBeVisible()
  const link = data.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()
  await expect(data).toContainText(/is ready \(\d+ bytes|kB\)/)
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${member.username}-[\\d-]+\\.zip$`))
  await page.reload()
  await expect(link).toBeVisible()
  await site.db
    .updateTable('data_exports')
    .set({ expires_at: new Date(0) })
    .where('user_id', '=', member.id)
    .execute()
  await page.reload()
  await expect(request).toBeVisible()
  const failed = {
    id: '1',
    state: 'failed',
    requestedAt: new Date(0),
    expiresAt: null,
    url: null,
    bytes: null,
  }
  await page.route('**/api/_export', (route) => route.fulfill({ json: { export: failed } }))
  await page.reload()
  await expect(data).toContainText("Couldn't create your archive.")
  await expect(data.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.unroute('**/api/_export')
  await page.route('**/api/_export', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(data.getByRole('alert')).toContainText("Couldn't load your archive.")
})

test.describe('deleting an account', () => {
  test('[CORE-2-211] [CORE-5-027] [CORE-5-028] [CORE-8-017] [CORE-8-018] requires the word and the password, and leads to the front page', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const member = await site.signUp('rowan')
    await openSettings(page, signIn, member)
    await section(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click()
    const form = dialog(page, 'Delete account')
    await expect(form.getByRole('radio', { name: "Keep them without the author's name" })).toBeFocused()
    await expectAccessible(page)
    const submit = form.getByRole('button', { name: 'Delete account' })
    await fill(form, { 'Type YES to continue': 'yes', Password: member.password })
    await submit.click()
    await expect(form.getByRole('alert')).toHaveText('Type YES in capital letters to continue.')
    await fill(form, { 'Type YES to continue': 'YES', Password: '' })
    await submit.click()
    await expect(form.getByRole('alert')).toHaveText('Password empty.')
    await fill(form, { Password: 'a guess' })
    await submit.click()
    await expect(form.getByRole('alert')).toHaveText('Invalid password')
    expect((await site.keeper.get<{ deleted: boolean }>(`/api/users/${member.username}`)).deleted).toBe(false)

    // What the device keeps of the member goes, too.
    await page.evaluate((id) => {
      localStorage.setItem('recent_searches', '["owls"]')
      localStorage.setItem(`postDrafts:${id}`, '[{"id":"a","savedAt":1,"title":"Owls"}]')
    }, member.id)
    // Unsaved fields do not stop the log-out.
    await page.keyboard.press('Escape')
    await page.getByRole('textbox', { name: 'About me' }).fill('Unsaved')
    await section(page, 'Delete account').getByRole('button', { name: 'Delete account' }).click()
    await fill(form, { 'Type YES to continue': 'YES', Password: member.password })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('Your account is successfully deleted!')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
    expect((await site.keeper.get<{ deleted: boolean }>(`/api/users/${member.username}`)).deleted).toBe(true)
    const kept = await page.evaluate(() => Object.keys(localStorage))
    expect(kept.filter((name) => name === 'recent_searches' || name.startsWith('postDrafts:'))).toEqual([])
  })

  test('[CORE-2-109] leaves no trace of the name at posts and comments, or in lists, notifications and communities', {
    tag: '@long',
  }, async ({ page, site, signIn, openWindow, forgive }) => {
    const leaver = await site.signUp('leaver', { points: 20 })
    const friend = await site.signUp('friend')
    const moss = await site.createCommunity('moss')
    const own = await site.createPost(leaver, moss.name, { title: 'Moss in March' })
    const others = await site.createPost(friend, moss.name, { title: 'Moss in May' })
    const remark = await site.comment(leaver, others, 'A remark of someone')
    await site.comment(friend, others, 'An answer to it', remark)
    await site.upvote(leaver, others)
    await site.db
      .insertInto('moderators')
      .values({ community_id: moss.id, user_id: leaver.id, position: 1 })
      .execute()
    await leaver.post(`/api/users/${leaver.username}/lists`, { name: 'seen', public: true })
    const [list] = await friend.get<{ id: number }[]>(`/api/users/${friend.username}/lists`)
    await friend.post(`/api/lists/${list?.id}/items`, { targetType: 'post', targetId: own.id })
    await friend.post('/api/mutes', { userId: leaver.id })
    await friend.delete('/api/mutes')

    await signIn(friend)
    await open(page, `/${moss.name}`)
    await expect(page.getByRole('complementary')).toContainText(leaver.username)
    const leaving = await openWindow(leaver)
    await open(leaving, '/settings')
    await leaving.getByRole('button', { name: 'Delete account' }).click()
    await fill(dialog(leaving, 'Delete account'), {
      'Type YES to continue': 'YES',
      Password: leaver.password,
    })
    await leaving.keyboard.press('Enter')
    await expect(leaving).toHaveURL('/')

    const namesNobody = () => expect(page.locator('body')).not.toContainText(leaver.username)
    await open(page, `/${moss.name}`)
    await expect(posts(page).filter({ hasText: 'Moss in March' })).toContainText('Ghost')
    await expect(page.getByRole('complementary')).toContainText(site.keeper.username)
    await namesNobody()
    await open(page, `/${moss.name}/post/${own.publicId}`)
    await expect(page.getByRole('main').getByRole('article').first()).toContainText('Ghost')
    await namesNobody()
    await open(page, `/${moss.name}/post/${others.publicId}`)
    await expect(comment(page, 'A remark of someone')).toContainText('Ghost')
    await expect(discussion(page).getByRole('link', { name: 'Ghost' })).toHaveCount(0)
    await namesNobody()
    await open(page, `/@${friend.username}/lists/bookmarks`)
    await expect(page.getByRole('main')).toContainText('Ghost')
    await namesNobody()
    await open(page, '/notifications')
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await namesNobody()
    await open(page, `/@${leaver.username}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account deleted.')
    forgive(/404/)
    await page.goto(`/@${leaver.username}/lists/seen`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404: Not found!')
    await open(page, `/@${leaver.username}/lists`)
    await expect(page.getByRole('main')).toContainText('No public lists')
  })
})

test('another address and an archive ask for the password again when it was given long ago', {
  tag: '@long',
}, async ({ page, site, signIn, forgive }) => {
  forgive(/403/)
  const member = await site.signUp('rowan')
  const forgetPassword = () =>
    site.db
      .updateTable('sessions')
      .set({ password_given_at: null })
      .where('user_id', '=', member.id)
      .execute()
  await forgetPassword()
  await openSettings(page, signIn, member)
  await forgetPassword()
  const question = dialog(page, 'Confirm your password')

  await page.getByRole('textbox', { name: 'Email' }).fill('rowan@example.org')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectAccessible(page)
  await fill(question, { Password: 'not that one' })
  await page.keyboard.press('Enter')
  await expect(question.getByRole('alert')).toHaveText('Invalid password')
  await fill(question, { Password: member.password })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Settings saved.' })).toBeVisible()
  await untilClosed(page, question)

  await forgetPassword()
  const data = section(page, 'Your data')
  await data.getByRole('button', { name: 'Request archive' }).click()
  await fill(question, { Password: member.password })
  await page.keyboard.press('Enter')
  const link = data.getByRole('link', { name: 'Download' })
  await expect(link).toBeVisible()

  await forgetPassword()
  await page.reload()
  await expect(link).toHaveCount(0)
  await data.getByRole('button', { name: 'Confirm password to download' }).click()
  await fill(question, { Password: member.password })
  await page.keyboard.press('Enter')
  await expect(link).toBeVisible()
})
