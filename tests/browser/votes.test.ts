import { hold } from './support/hold.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'

const voteCalls = '**/api/_postVote*'

test.describe('a vote in a feed', () => {
  test('[CORE-4-008] [CORE-4-010] shows before its answer, and blocks others until then', async ({
    page,
    site,
    signIn,
  }) => {
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.db.updateTable('posts').set({ upvotes: 40 }).where('id', '=', post.id).execute()
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, `/${moss.name}`)
    const [upvote, downvote] = ['Upvote', 'Downvote'].map((name) => page.getByRole('button', { name }))
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/_postVote')) calls.push(request.postData() ?? '')
    })
    const letGo = await hold(page, voteCalls)
    const answered = page.waitForResponse(voteCalls)
    await upvote?.click()
    await expect(page.getByTitle('41 up, 0 down')).toHaveText('41')
    await expect(page.locator('[aria-pressed=true]')).toHaveAccessibleName('Upvote')
    await downvote?.click()
    await upvote?.click()
    await expect(page.getByTitle('41 up, 0 down')).toHaveText('41')
    // Another member voted meanwhile; the answer includes that vote.
    await site.upvote(await site.signUp('voter'), post)
    letGo()
    await answered
    await expect(page.getByTitle('42 up, 0 down')).toHaveText('42')
    expect(calls).toEqual([JSON.stringify({ postId: post.id, up: true, set: 'up' })])

    await downvote?.click()
    await expect(page.getByTitle('41 up, 1 down')).toHaveText('40')
    await page.reload()
    await expect(page.locator('[aria-pressed=true]')).toHaveAccessibleName('Downvote')
  })

  test('[CORE-4-009] is undone with a message when it fails', { tag: '@long' }, async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    forgive(/500|429|ERR_/)
    const moss = await site.createCommunity('moss')
    const post = await site.createPost(site.keeper, moss.name)
    await site.db.updateTable('posts').set({ upvotes: 40 }).where('id', '=', post.id).execute()
    await signIn(await site.signUp('rowan'))
    await open(page, `/${moss.name}`)
    const alert = page.getByRole('alert')
    for (const { failure, status, says } of [
      { failure: 'a broken server', status: 500, says: 'Something went wrong.' },
      { failure: 'too many votes', status: 429, says: 'Whoah, slow down there!' },
      { failure: 'no connection', status: 0, says: "Make sure you're connected to the internet" },
    ])
      await test.step(failure, async () => {
        await page.route(voteCalls, (route) =>
          status === 0 ? route.abort() : route.fulfill({ status, json: { status, message: 'No.' } }),
        )
        await page.getByRole('button', { name: 'Upvote' }).click()
        await expect(alert.filter({ hasText: says })).toBeVisible()
        await expect(page.getByTitle('40 up, 0 down')).toHaveText('40')
        await expect(page.locator('[aria-pressed=true]')).toHaveCount(0)
        await page.unroute(voteCalls)
      })
    await page.getByRole('button', { name: 'Upvote' }).click()
    await expect(page.getByTitle('41 up, 0 down')).toHaveText('41')
  })
})
