import type { Locator, Page } from '@playwright/test'
import { comment } from './support/discussion.ts'
import { hold } from './support/hold.ts'
import { longUnless } from './support/long.ts'
import { open } from './support/open.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'

const post = (page: Page) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { level: 1 }) })

/** Post and comment on a post's page. */
const targets = [
  { what: 'a post', find: post, call: '/api/_postVote' },
  { what: 'a comment', find: (page: Page) => comment(page, 'How far?'), call: '/api/_commentVote' },
] as const

const arrow = (target: Locator, name: 'Upvote' | 'Downvote') => target.getByRole('button', { name })

async function expectVotes(target: Locator, votes: { points: string; up?: true; down?: true }) {
  await expect(target.getByTitle(/^\d+ up, \d+ down$/)).toHaveText(votes.points)
  await expect(arrow(target, 'Upvote')).toHaveAttribute('aria-pressed', String(votes.up ?? false))
  await expect(arrow(target, 'Downvote')).toHaveAttribute('aria-pressed', String(votes.down ?? false))
}

/** A post and a comment of the keeper, with the keeper's votes, and a reader. */
async function scene(site: Site) {
  const moss = await site.createCommunity('moss')
  const written = await site.createPost(site.keeper, moss.name)
  const first = await site.comment(site.keeper, written, 'How far?')
  const voter = await site.signUp('voter')
  return { written, first, voter, address: `/${moss.name}/post/${written.publicId}` }
}

for (const { what, find, call } of targets)
  test.describe(`a vote on ${what}`, () => {
    test(
      'is given, changed and taken back, and survives a reload',
      longUnless(what === 'a comment'),
      async ({ page, site, signIn }) => {
        const { voter, address } = await scene(site)
        await signIn(voter)
        await open(page, address)
        const target = find(page)
        await expectVotes(target, { points: '1' })
        for (const [press, votes] of [
          ['Upvote', { points: '2', up: true }],
          ['Downvote', { points: '0', down: true }],
          ['Downvote', { points: '1' }],
        ] as const) {
          const answered = page.waitForResponse(`**${call}?*`)
          await arrow(target, press).click()
          await answered
          await expectVotes(target, votes)
          await open(page, address)
          await expectVotes(target, votes)
        }
      },
    )

    test(
      '[CORE-4-008] [CORE-4-010] shows at once; further presses are ignored until it is answered',
      longUnless(what === 'a post'),
      async ({ page, site, signIn }) => {
        const { voter, address } = await scene(site)
        await signIn(voter)
        await open(page, address)
        const target = find(page)
        const letGo = await hold(page, `**${call}?*`)
        let sent = 0
        page.on('request', (request) => {
          if (new URL(request.url()).pathname === call) sent += 1
        })
        await arrow(target, 'Upvote').click()
        await expectVotes(target, { points: '2', up: true })
        await arrow(target, 'Downvote').click()
        await arrow(target, 'Upvote').click()
        await expectVotes(target, { points: '2', up: true })
        const answered = page.waitForResponse(`**${call}?*`)
        letGo()
        await answered
        await expectVotes(target, { points: '2', up: true })
        expect(sent).toBe(1)
        await open(page, address)
        await expectVotes(target, { points: '2', up: true })
      },
    )

    test(
      '[CORE-4-009] is taken back when it fails, with a message',
      longUnless(what === 'a comment'),
      async ({ page, site, signIn, forgive }) => {
        forgive(/500/)
        const { voter, address } = await scene(site)
        await signIn(voter)
        await open(page, address)
        const target = find(page)
        await page.route(`**${call}?*`, (route) => route.fulfill({ status: 500, body: '{}' }))
        await arrow(target, 'Downvote').click()
        await expect(page.getByText('Something went wrong.')).toBeVisible()
        await expectVotes(target, { points: '1' })
        await page.unroute(`**${call}?*`)
        await arrow(target, 'Downvote').click()
        await expectVotes(target, { points: '0', down: true })
      },
    )

    test(
      '[CORE-4-011] shows the counts of the answer, including votes of others',
      longUnless(what === 'a post'),
      async ({ page, site, signIn }) => {
        const { voter, written, first, address } = await scene(site)
        await signIn(voter)
        await open(page, address)
        for (const name of ['second', 'third']) {
          const other = await site.signUp(name)
          await site.upvote(other, written)
          await other.post('/api/_commentVote', { commentId: first.id, up: true })
        }
        await arrow(find(page), 'Upvote').click()
        await expectVotes(find(page), { points: '4', up: true })
      },
    )
  })

test('[CORE-4-015] [CORE-8-023] on a comment that was deleted meanwhile is refused with a message', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  forgive(/403/)
  const { voter, written, first, address } = await scene(site)
  await signIn(voter)
  await open(page, address)
  const target = comment(page, 'How far?')
  await site.keeper.delete(`/api/posts/${written.publicId}/comments/${first.id}`)
  await arrow(target, 'Upvote').click()
  await expect(page.getByRole('alert').getByText("Can't vote on a deleted comment!")).toBeVisible()
  await expectVotes(target, { points: '1' })
})

test('a vote on the page of a post shows in the feed after a step back', async ({ page, site, signIn }) => {
  const { voter, written, address } = await scene(site)
  await signIn(voter)
  await open(page, address.replace(/\/post\/.*/, ''))
  await page.getByRole('link', { name: written.title }).click()
  await expect(page).toHaveURL(address)
  await arrow(post(page), 'Upvote').click()
  await expectVotes(post(page), { points: '2', up: true })
  await page.goBack()
  const card = page.getByRole('article').filter({ hasText: written.title })
  await expectVotes(card, { points: '2', up: true })
})
