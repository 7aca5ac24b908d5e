import type { Page } from '@playwright/test'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const picker = (page: Page) => page.getByRole('combobox', { name: 'Community' })
const list = (page: Page) => page.getByRole('listbox', { name: 'Communities' })
const suggestions = (page: Page) => list(page).getByRole('option')
const highlighted = (page: Page) => list(page).locator('[aria-selected=true]')
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const asked = (page: Page) => {
  const questions: (string | null)[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api/communities') questions.push(searchParams.get('q'))
  })
  return questions
}

test.describe('the community of a new post', () => {
  test('[CORE-2-149] is chosen with arrows and Enter, and with Tab; Escape closes the list', async ({
    page,
    site,
    signIn,
  }) => {
    const common = site.newName('picks')
    // The largest is first; all have one member, so creation order decides.
    const names = [await site.createCommunity(`${common}a`), await site.createCommunity(`${common}b`)].map(
      ({ name }) => name,
    )
    const [first = '', second = ''] = names
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await page.keyboard.type(common)
    await expect(suggestions(page)).toHaveCount(2)
    await expect(highlighted(page)).toContainText(first)
    await page.keyboard.press('ArrowDown')
    await expect(highlighted(page)).toContainText(second)
    const id = await highlighted(page).getAttribute('id')
    await expect(picker(page)).toHaveAttribute('aria-activedescendant', id ?? '')
    await page.keyboard.press('ArrowDown')
    await expect(highlighted(page)).toContainText(first)
    await page.keyboard.press('ArrowUp')
    await expect(highlighted(page)).toContainText(second)
    await page.keyboard.press('Enter')
    await expect(picker(page)).toHaveValue(second)
    await expect(picker(page)).toHaveAttribute('aria-expanded', 'false')
    await expect(picker(page)).toBeFocused()

    await picker(page).fill(common)
    await expect(highlighted(page)).toContainText(first)
    await page.keyboard.press('Escape')
    await expect(list(page)).toBeHidden()
    await expect(picker(page)).toHaveValue(common)

    await page.keyboard.press('ArrowDown')
    await expect(highlighted(page)).toContainText(first)
    await page.keyboard.press('Tab')
    await expect(title(page)).toBeFocused()
    await expect(picker(page)).toHaveValue(first)
    await expect(page.getByRole('complementary')).toContainText(first)
  })

  test('[CORE-2-148] is chosen with the pointer, and can be changed', async ({ page, site, signIn }) => {
    const [moss, fern] = [await site.createCommunity('moss'), await site.createCommunity('fern')]
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await picker(page).fill(moss.name.toUpperCase())
    // Those from before the last letter would make place for it just when it is clicked.
    await expect(suggestions(page)).toHaveText([new RegExp(moss.name)])
    await suggestions(page).click()
    await expect(picker(page)).toHaveValue(moss.name)
    await picker(page).fill(fern.name)
    await expect(suggestions(page)).toContainText([fern.name])
    // Typing a full name chooses the community, too.
    await title(page).fill('Spores')
    await expect(page.getByRole('complementary')).toContainText(fern.name)
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(page).toHaveURL(new RegExp(`^${site.url}/${fern.name}/post/`))
  })

  test('is found by its full name even if the field was left before any suggestion, and missed with a message', async ({
    page,
    site,
    signIn,
  }) => {
    const { name } = await site.createCommunity(site.newName('quick'))
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await page.keyboard.insertText(name.toUpperCase())
    await title(page).focus()
    await expect(picker(page)).toHaveValue(name)
    await picker(page).fill('nobody_made_this')
    await expect(page.getByText('No communities match “nobody_made_this”.')).toBeVisible()
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Submit' }).click()
    await expect(picker(page)).toHaveAccessibleDescription('Select a community first')
  })

  test('is preselected when the URL names it, in any spelling', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/404/)
    const moss = await site.createCommunity('Moss')
    await signIn(await site.signUp('rowan'))
    await open(page, `/new?community=${moss.name.toLowerCase()}`)
    await expect(picker(page)).toHaveValue(moss.name)
    await expect(page.getByRole('complementary')).toContainText(moss.name)
    await open(page, '/new?community=nobody_made_this')
    await expect(picker(page)).toHaveValue('')
  })

  test('[CORE-9-009] is suggested from the ten largest that match', { tag: '@long' }, async ({
    page,
    site,
    signIn,
  }) => {
    const common = site.newName('crowd')
    const made: { id: string; name: string }[] = []
    for (const letter of 'abcdefghijkl') made.push(await site.createCommunity(`${common}${letter}`))
    const [smallest, largest] = [made.at(0), made.at(-1)]
    await site.db
      .updateTable('communities')
      .set({ member_count: 3 })
      .where('id', '=', largest?.id ?? '')
      .execute()
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await picker(page).click()
    await expect(suggestions(page)).toHaveCount(10)
    await picker(page).fill(common)
    await expect(suggestions(page)).toHaveCount(10)
    await expect(suggestions(page).first()).toContainText(`${largest?.name}`)
    await expect(suggestions(page).first()).toContainText('3 members')
    await picker(page).fill(smallest?.name ?? '')
    await expect(suggestions(page)).toHaveCount(1)
  })

  test('is suggested from the member’s own first', async ({ page, site, signIn }) => {
    const common = site.newName('club')
    const [mine, larger] = [
      await site.createCommunity(`${common}z`),
      await site.createCommunity(`${common}a`),
    ]
    await site.db.updateTable('communities').set({ member_count: 30 }).where('id', '=', larger.id).execute()
    const member = await site.signUp('rowan')
    await site.db.insertInto('memberships').values({ user_id: member.id, community_id: mine.id }).execute()
    await signIn(member)
    await open(page, '/new')
    await picker(page).click()
    await expect(suggestions(page).first()).toContainText(mine.name)
    await picker(page).fill(common)
    await expect(suggestions(page)).toContainText([mine.name, larger.name])
  })

  test('[CORE-9-010] is requested 200 ms after the last letter', async ({ page, site, signIn }) => {
    await page.clock.install()
    const moss = await site.createCommunity('moss')
    await signIn(await site.signUp('rowan'))
    await open(page, '/new')
    await picker(page).focus()
    await page.clock.pauseAt(Date.now() + 60_000)
    const questions = asked(page)
    await page.keyboard.type(moss.name.slice(0, 3))
    await page.clock.runFor(199)
    await page.keyboard.type(moss.name.slice(3))
    await page.clock.runFor(199)
    // The suggestions of an empty field are a call without a name.
    expect(questions.filter(Boolean)).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(() => questions.filter(Boolean)).toEqual([moss.name])
    await page.clock.resume()
    await expect(suggestions(page).filter({ hasText: moss.name })).toBeVisible()
    expect(questions.filter(Boolean)).toEqual([moss.name])
  })
})
