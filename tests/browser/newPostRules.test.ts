import { longUnless } from './support/long.ts'
import { form, largePicture, postsSent } from './support/newPost.ts'
import { open } from './support/open.ts'
import type { Fact, Member, Site } from './support/site.ts'
import { expect, strict, test } from './support/test.ts'

test.describe.configure({ mode: 'default' })

test.use({ environment: strict })

const makeModerator = async (site: Site, community: Fact, member: Member) => {
  await site.join(member, community)
  await site.db
    .insertInto('moderators')
    .values({ community_id: community.id, user_id: member.id, position: 1 })
    .execute()
}
const restrict = (site: Site, { id }: Fact) =>
  site.db.updateTable('communities').set({ posting_restricted: true }).where('id', '=', id).execute()

test.describe('points for image and link posts', () => {
  const refusals = {
    Image: "You don't have enough points to submit images yet.",
    Link: "You don't have enough points to submit link posts yet.",
  }

  for (const [type, refusal] of Object.entries(refusals) as ['Image' | 'Link', string][])
    test(
      `[CORE-5-014] [CORE-5-015] must exceed the minimum of the site: ${type}`,
      longUnless(type === 'Image'),
      async ({ page, site, signIn }) => {
        const moss = await site.createCommunity('moss')
        await signIn(await site.signUp('rowan', { points: 10 }))
        await open(page, `/new?community=${moss.name}`)
        const posts = postsSent(page)
        await form.tab(page, type).click()
        await expect(page.getByRole('alert')).toHaveText(refusal)
        await form.title(page).fill('Owls')
        await form.submit(page).click()
        await expect(page.getByRole('alert')).toHaveText(refusal)
        expect(posts).toEqual([])
        await form.tab(page, 'Text').click()
        await form.submit(page).click()
        await expect(page).toHaveURL(/\/post\//)

        await signIn(await site.signUp('wren', { points: 11 }))
        await open(page, `/new?community=${moss.name}`)
        await form.tab(page, type).click()
        await expect(type === 'Image' ? form.files(page) : form.url(page)).toBeAttached()
        await expect(page.getByRole('alert')).toHaveCount(0)
      },
    )
})

test('[CORE-8-004] a too large image is refused, with the reason at the image', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  await site.createCommunity('fen')
  forgive(/400/)
  await signIn(await site.signUp('rowan', { points: 11 }))
  await open(page, '/new')
  await form.tab(page, 'Image').click()
  await form.files(page).setInputFiles(await largePicture('noise.png'))
  await expect(form.images(page).getByRole('alert')).toHaveText('Maximum file size exceeded.')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

test.describe('a restricted community', () => {
  test('[CORE-5-007] accepts posts of its moderators and of admins only, also when it was restricted meanwhile', async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/403/)
    const moss = await site.createCommunity('moss')
    const [reader, moderator] = [await site.signUp('reader'), await site.signUp('mod')]
    await makeModerator(site, moss, moderator)
    const refusal = 'Only approved members of this community can post.'
    await signIn(reader)
    await open(page, `/new?community=${moss.name}`)
    await expect(form.community(page)).toHaveAccessibleDescription('')
    await restrict(site, moss)
    await form.title(page).fill('Owls')
    await form.submit(page).click()
    await expect(form.community(page)).toHaveAccessibleDescription(refusal)
    await open(page, `/new?community=${moss.name}`)
    const posts = postsSent(page)
    await expect(form.community(page)).toHaveAccessibleDescription(refusal)
    await form.title(page).fill('Owls')
    await form.submit(page).click()
    await expect(form.community(page)).toHaveAccessibleDescription(refusal)
    expect(posts).toEqual([])
    for (const member of [moderator, site.keeper]) {
      await signIn(member)
      await open(page, `/new?community=${moss.name}`)
      await expect(form.community(page)).toHaveAccessibleDescription('')
      await form.title(page).fill('Owls')
      await form.submit(page).click()
      await expect(page).toHaveURL(/\/post\//)
    }
  })
})

test.describe('the choice of a role', () => {
  const asModerator = 'Speaking as a moderator'
  const asAdmin = 'Speaking as an admin'

  test('[CORE-2-163] is offered to moderators of the chosen community', async ({ page, site, signIn }) => {
    const [moss, fern] = [await site.createCommunity('moss'), await site.createCommunity('fern')]
    const moderator = await site.signUp('rowan')
    await makeModerator(site, moss, moderator)
    await signIn(moderator)
    await open(page, '/new')
    const posts = postsSent(page)
    await expect(form.community(page)).toBeFocused()
    await expect(page.getByRole('checkbox', { name: /^Speaking as/ })).toHaveCount(0)
    await form.community(page).fill(moss.name)
    await form.title(page).fill('Owls')
    await page.getByRole('checkbox', { name: asModerator }).check()
    // The role is not offered in other communities.
    await form.community(page).fill(fern.name)
    await form.title(page).focus()
    await expect(page.getByRole('complementary')).toContainText(fern.name)
    await expect(page.getByRole('checkbox', { name: /^Speaking as/ })).toHaveCount(0)
    await form.community(page).fill(moss.name)
    await form.title(page).focus()
    await expect(page.getByRole('checkbox', { name: asModerator })).toBeChecked()
    await form.submit(page).click()
    await expect(page).toHaveURL(new RegExp(`/${moss.name}/post/`))
    expect(posts).toMatchObject([{ userGroup: 'mods' }])
  })

  test('[CORE-2-163] lets an admin who moderates choose one of the two', async ({ page, site, signIn }) => {
    const moss = await site.createCommunity('moss')
    await signIn(site.keeper)
    await open(page, `/new?community=${moss.name}`)
    const posts = postsSent(page)
    await page.getByRole('checkbox', { name: asModerator }).check()
    await page.getByRole('checkbox', { name: asAdmin }).check()
    await expect(page.getByRole('checkbox', { name: asModerator })).not.toBeChecked()
    await form.title(page).fill('Owls')
    await form.submit(page).click()
    await expect(page).toHaveURL(/\/post\//)
    expect(posts).toMatchObject([{ userGroup: 'admins' }])
  })
})

test('[CORE-2-015] [CORE-2-161] [CORE-2-162] the community in the URL is preselected; its card and rules are in the right column', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss', { about: 'Small and green.' })
  await site.db
    .insertInto('community_rules')
    .values({
      community_id: moss.id,
      rule: 'Name the **place**',
      description: 'And the *day*.',
      created_by: site.keeper.id,
    })
    .execute()
  await signIn(await site.signUp('rowan'))
  await open(page, `/new?community=${moss.name}`)
  await expect(form.community(page)).toHaveValue(moss.name)
  const aside = page.getByRole('complementary')
  await expect(aside).toContainText('Small and green.')
  // [CORE-2-163] other members have no choice of a role.
  await expect(page.getByRole('checkbox', { name: /^Speaking as/ })).toHaveCount(0)
  const rules = aside.getByRole('region', { name: 'Rules' })
  await expect(rules.locator('strong')).toHaveText('place')
  await expect(rules.locator('em')).toBeHidden()
  await rules.getByText('Name the place').click()
  await expect(rules.locator('em')).toHaveText('day')
  await expect(rules.locator('em')).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  const submit = await form.submit(page).boundingBox()
  const below = await rules.boundingBox()
  expect(below?.y).toBeGreaterThan(submit?.y ?? Number.POSITIVE_INFINITY)
  expect((below?.x ?? 0) + (below?.width ?? 0)).toBeLessThanOrEqual(390)
})
