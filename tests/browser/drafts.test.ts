import { expectAccessible } from './support/axe.ts'
import { comment, discussion, writing } from './support/discussion.ts'
import { form } from './support/newPost.ts'
import { awake, open } from './support/open.ts'
import { slowNetwork } from './support/slowNetwork.ts'
import { expect, test } from './support/test.ts'

test('a comment is written on two devices, found in the settings, and gone when it is sent', async ({
  page,
  site,
  signIn,
}) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const writer = await site.signUp('writer')
  const place = `/api/drafts/reply:${post.publicId}`
  await signIn(writer)
  await open(page, `/${moss.name}/post/${post.publicId}`)
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await writing(page).fill('Here')
  const { revision } = (await (await saved).json()).draft
  // The other device, which goes on from there.
  await writer.put(place, {
    body: 'Here and there',
    title: 'On moss',
    community: moss.name,
    basedOn: revision,
  })
  await writing(page).fill('Here again')
  const conflict = page.getByRole('region', { name: 'Two drafts' })
  await expect(conflict).toContainText('Here and there')
  await expectAccessible(page)
  await conflict.getByRole('button', { name: 'Use the other version' }).click()
  await expect(writing(page)).toHaveValue('Here and there')

  // Another window knows nothing of the text.
  await page.evaluate(() => sessionStorage.clear())
  await open(page, '/settings')
  const drafts = page.getByRole('list', { name: 'Drafts' })
  await expect(drafts).toContainText('Here and there')
  await drafts.getByRole('button', { name: 'Open draft' }).click()
  await expect(writing(page)).toHaveValue('Here and there')
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(comment(page, 'Here and there')).toBeVisible()
  await gone
  expect(await writer.get('/api/drafts')).toEqual({ drafts: [] })
})

test('a new post goes on where another device stopped, and so does another tab', { tag: '@long' }, async ({
  page,
  site,
  signIn,
  context,
}) => {
  const moss = await site.createCommunity('moss')
  const writer = await site.signUp('writer')
  await writer.put('/api/drafts/post:phone1', { title: 'On moss', body: 'It grows', community: moss.name })
  await signIn(writer)
  let text = 'It grows'
  for (const tab of [page, await context.newPage()]) {
    await open(tab, '/new')
    await form.offer(tab).getByRole('button', { name: 'Restore' }).click()
    await expect(form.body(tab)).toHaveValue(text)
    text += ' slowly'
    const saved = tab.waitForResponse((response) => response.request().method() === 'PUT')
    await form.body(tab).fill(text)
    await saved
  }
  expect(await writer.get('/api/drafts')).toMatchObject({
    drafts: [{ place: 'post:phone1', title: 'On moss', excerpt: 'It grows slowly slowly' }],
  })
  // The first tab has the older text: what is written there now is a draft of its own.
  const another = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && !response.url().includes('phone1'),
  )
  await form.body(page).fill('It stands still')
  await another
  expect(await writer.get('/api/drafts')).toMatchObject({
    drafts: [{ excerpt: 'It stands still' }, { excerpt: 'It grows slowly slowly' }],
  })
})

test('changes of a post wait until they are sent', { tag: '@long' }, async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const writer = await site.signUp('writer')
  const post = await site.createPost(writer, moss.name, { title: 'On moss', type: 'text', body: 'It grows' })
  await signIn(writer)
  page.on('dialog', (dialog) => void dialog.accept())
  await open(page, `/new?edit=${post.publicId}`)
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await form.title(page).fill('On mosses')
  await saved
  await page.reload()
  await awake(page)
  await expect(form.title(page)).toHaveValue('On mosses')
  await expect(page.getByText('Unsaved changes.')).toBeVisible()
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await form.submit(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('On mosses')
  await gone
  expect(await writer.get('/api/drafts')).toEqual({ drafts: [] })
})

test('what was typed last is saved when the page is left at once', async ({
  page,
  site,
  signIn,
  forgive,
}) => {
  // The address of the slow network is another one.
  forgive(/^foreign: http:\/\/127\.0\.0\.1/)
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const writer = await site.signUp('writer')
  await signIn(writer)
  const network = await slowNetwork(site.url, 'PUT /api/drafts/')
  await open(page, `${network.url}/${moss.name}/post/${post.publicId}`)
  const known = page.waitForResponse((response) => response.url().includes('/api/drafts/'))
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await known
  await writing(page).fill('The last words')
  // Nothing of it has reached the server when the next page is there.
  await open(page, `${network.url}/communities`)
  network.release()
  await expect
    .poll(() => writer.get('/api/drafts'))
    .toMatchObject({ drafts: [{ place: `reply:${post.publicId}`, excerpt: 'The last words' }] })
  // Its stream of events would end with an error.
  await page.close()
  network.close()
})

test('what was typed last is saved when the page goes to the background', async ({ page, site, signIn }) => {
  const moss = await site.createCommunity('moss')
  const post = await site.createPost(site.keeper, moss.name)
  const writer = await site.signUp('writer')
  await signIn(writer)
  await page.clock.install()
  await open(page, `/${moss.name}/post/${post.publicId}`)
  const known = page.waitForResponse((response) => response.url().includes('/api/drafts/'))
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await known
  // The time of the page stands still, so the pause after typing never comes.
  await page.clock.pauseAt(Date.now() + 60_000)
  await writing(page).fill('The last words')
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await saved
  expect(await writer.get('/api/drafts')).toMatchObject({ drafts: [{ excerpt: 'The last words' }] })
})
