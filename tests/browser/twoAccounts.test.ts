import { keysAwake, open } from './support/open.ts'
import { expect, test } from './support/test.ts'

test('a login form that another tab has overtaken says who is logged in, and switches', async ({
  page,
  site,
}) => {
  const [anna, bert] = [await site.signUp('anna'), await site.signUp('bert')]
  await open(page, '/login')
  // The other tab.
  const tab = await page.context().newPage()
  await open(tab, '/login')
  for (const [where, member] of [
    [tab, anna],
    [page, bert],
  ] as const) {
    await where.locator('input[name=username]').fill(`@${member.username}`)
    await where.locator('input[name=password]').fill(member.password)
    await where.getByRole('main').getByRole('button', { name: 'Login' }).click()
    if (where === tab) await expect(tab.getByRole('banner')).toContainText(anna.username)
  }
  await expect(page.getByRole('alert')).toHaveText(
    `You're already logged in as @${anna.username} in another tab.`,
  )
  await page.getByRole('button', { name: `continue as @${bert.username}` }).click()
  await expect(page.getByRole('banner')).toContainText(bert.username)
})

test('a tab says at once that another one has logged in, and keeps what is typed in it', async ({
  page,
  site,
  signIn,
}) => {
  const [anna, bert] = [await site.signUp('anna'), await site.signUp('bert')]
  await open(page, '/notice')
  await keysAwake(page)
  await page.getByLabel('Why is it illegal?').fill('It sells stolen goods.')
  const tab = await page.context().newPage()
  // A reload of who is known changes nothing.
  await open(tab, '/')
  await keysAwake(tab)
  for (const member of [anna, bert]) {
    await signIn(member)
    await open(tab, '/')
    const note = page.getByRole('status').filter({ hasText: `You're now logged in as @${member.username}.` })
    await expect(note).toBeVisible()
    await expect(page.getByLabel('Why is it illegal?')).toHaveValue('It sells stolen goods.')
    if (member !== anna) continue
    await note.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('banner')).toContainText(anna.username)
    await keysAwake(page)
    await expect(note).toBeHidden()
    await page.getByLabel('Why is it illegal?').fill('It sells stolen goods.')
  }
})

test('a page of a member that the browser restores after a logout is loaded again as for guests', async ({
  page,
  site,
  forgive,
}) => {
  // Its polling finds out, too.
  forgive(/401/)
  const anna = await site.signUp('anna')
  await open(page, '/login')
  await page.locator('input[name=username]').fill(anna.username)
  await page.locator('input[name=password]').fill(anna.password)
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('banner')).toContainText(anna.username)
  await open(page, '/')
  await keysAwake(page)
  await expect(page.getByRole('banner')).toContainText(anna.username)
  const restore = () =>
    page.evaluate(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  // Nobody has logged out: it stays.
  await page.evaluate(() => document.body.toggleAttribute('data-same'))
  await restore()
  await expect(page.locator('body[data-same]')).toBeVisible()
  // A page that is not shown asks for nothing.
  await page.route('**/api/**', () => {})
  // A page after it, where the member logs out.
  const later = await page.context().newPage()
  await open(later, '/')
  await later.evaluate(async () => {
    const token = decodeURIComponent(/csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? '')
    await fetch('/api/_login?action=logout', { method: 'POST', headers: { 'X-CSRF-Token': token } })
  })
  await open(later, '/')
  await restore()
  await expect(page.locator('body[data-same]')).toHaveCount(0)
  await expect(page.getByRole('banner')).toContainText('Login')
  await expect(page.getByRole('banner')).not.toContainText(anna.username)
})
