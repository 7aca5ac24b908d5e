import type { Page } from '@playwright/test'
import { discussion, writing } from './support/discussion.ts'
import type { Site } from './support/site.ts'
import { expect, test } from './support/test.ts'
import { openWithWorker } from './support/worker.ts'

test.use({ serviceWorkers: 'allow' })

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'when someone replies?' })

/**
 * Replaces the browser's permission prompt and push service, which a test machine does not have. `works`: whether the
 * service is available.
 */
const browserWithPush = (page: Page, { works }: { works: boolean }) =>
  page.addInitScript((isThere) => {
    const answer = () => (localStorage.getItem('granted') ? 'granted' : 'default')
    Object.defineProperty(Notification, 'permission', { get: answer })
    Notification.requestPermission = async () => {
      localStorage.setItem('granted', 'yes')
      return 'granted'
    }
    PushManager.prototype.subscribe = async () => {
      if (!isThere) throw new DOMException('no service', 'AbortError')
      const keys = { auth: 'c2VjcmV0IG9mIHRlc3Rz', p256dh: 'a2V5IG9mIHRlc3Rz' }
      return { toJSON: () => ({ endpoint: 'https://push.example/1', keys }) } as unknown as PushSubscription
    }
  }, works)

async function writerOn(page: Page, site: Site) {
  const moss = await site.createCommunity('moss')
  const writer = await site.signUp('rowan')
  const post = await site.createPost(site.keeper, moss.name)
  await page.context().addCookies(writer.cookies)
  await openWithWorker(page, `/${moss.name}/post/${post.publicId}`)
  return writer
}

async function writeComment(page: Page, text: string) {
  await discussion(page).getByRole('button', { name: 'Add a comment' }).click()
  await writing(page).fill(text)
  await discussion(page).getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(discussion(page).getByRole('article').filter({ hasText: text })).toBeVisible()
}

test('push messages are offered after the first comment, and reach this device from then on', async ({
  page,
  site,
}) => {
  await browserWithPush(page, { works: true })
  const writer = await writerOn(page, site)
  await expect(offer(page)).toHaveCount(0)
  await writeComment(page, 'The first words')
  await offer(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Push notifications are on.')).toBeVisible()
  const subscribed = await site.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id_hash', 'push_subscriptions.session_id_hash')
    .where('sessions.user_id', '=', writer.id)
    .select('endpoint')
    .execute()
  expect(subscribed).toEqual([{ endpoint: 'https://push.example/1' }])
  // Members who want push messages are subscribed again in every new session, without a prompt.
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('push_subscriptions') && response.ok()),
    page.reload(),
  ])
})

// [CORE-3-033]
test('[CORE-4-069] a dismissed offer comes back after 30 days', { tag: '@long' }, async ({ page, site }) => {
  await browserWithPush(page, { works: true })
  await page.clock.install()
  await writerOn(page, site)
  await writeComment(page, 'The first words')
  await offer(page).getByRole('button', { name: 'Dismiss' }).click()
  const rewind = (days: number) =>
    page.evaluate((ms) => {
      const at = Number(localStorage.getItem('notificationAskedAt'))
      localStorage.setItem('notificationAskedAt', String(at - ms))
    }, days * 86_400_000)
  await rewind(29)
  await writeComment(page, 'More words')
  await expect(offer(page)).toHaveCount(0)
  await rewind(1)
  await writeComment(page, 'The last words')
  await expect(offer(page)).toBeVisible()
})

test('[CORE-2-222] the settings show whether this device gets push messages, and change it', {
  tag: '@long',
}, async ({ page, site }) => {
  await page.addInitScript(() => {
    const permission = () => (localStorage.getItem('permission') ?? 'default') as NotificationPermission
    Object.defineProperty(Notification, 'permission', { get: permission })
    Notification.requestPermission = async () => {
      localStorage.setItem('permission', 'granted')
      return 'granted'
    }
    const subscription = {
      toJSON: () => ({
        endpoint: 'https://push.example/2',
        keys: { auth: 'c2VjcmV0IG9mIHRlc3Rz', p256dh: 'a2V5IG9mIHRlc3Rz' },
      }),
      unsubscribe: async () => localStorage.removeItem('subscribed'),
    } as unknown as PushSubscription
    PushManager.prototype.getSubscription = async () =>
      localStorage.getItem('subscribed') ? subscription : null
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', 'yes')
      return subscription
    }
  })
  const rowan = await site.signUp('rowan')
  await page.context().addCookies(rowan.cookies)
  await openWithWorker(page, '/settings')
  const section = page.getByRole('region', { name: 'Notifications', exact: true })
  const known = async () => {
    const found = await site.db
      .selectFrom('push_subscriptions')
      .innerJoin('sessions', 'sessions.id_hash', 'push_subscriptions.session_id_hash')
      .where('sessions.user_id', '=', rowan.id)
      .select('endpoint')
      .execute()
    return found.map(({ endpoint }) => endpoint)
  }
  await expect(section).toContainText('Push notifications are turned off for this device.')
  await section.getByRole('button', { name: 'Turn on' }).click()
  await expect(section).toContainText('Push notifications are turned on for this device.')
  expect(await known()).toEqual(['https://push.example/2'])

  await section.getByRole('button', { name: 'Turn off' }).click()
  await expect(section).toContainText('Push notifications are turned off for this device.')
  expect(await known()).toEqual([])
  // It stays off although the browser would allow it.
  await page.reload()
  await expect(section).toContainText('Push notifications are turned off for this device.')

  await page.evaluate(() => localStorage.setItem('permission', 'denied'))
  await page.reload()
  await expect(section).toContainText('Your browser is blocking notifications from this site.')
  await expect(section.getByRole('button')).toHaveCount(0)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager'))
  await page.reload()
  await expect(section).toContainText("It looks like your browser doesn't support push notifications.")
})

test('[ACC-8-019] a browser without push messages gets a message', { tag: '@long' }, async ({
  page,
  site,
}) => {
  await browserWithPush(page, { works: false })
  await writerOn(page, site)
  await writeComment(page, 'The first words')
  await offer(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    /It looks like your browser doesn't support push notifications\./,
  )
})

test('a push message is shown, and a press opens its subject and marks it as seen', async ({
  page,
  context,
  site,
  forgive,
}) => {
  // Windows of tests are private, and Chromium does not subscribe private windows.
  forgive(/Push API in incognito mode/)
  await context.grantPermissions(['notifications'])
  const moss = await site.createCommunity('moss')
  const writer = await site.signUp('rowan')
  const answerer = await site.signUp('fern')
  const post = await site.createPost(writer, moss.name, { title: 'Beans & <b>more</b>' })
  const answer = await site.comment(answerer, post, 'They grow well.')
  const notified = () => writer.get<{ items: { id: number; seen: boolean }[] }>('/api/notifications')
  await expect.poll(async () => (await notified()).items.length).toBe(1)
  const id = (await notified()).items[0]?.id
  await context.addCookies(writer.cookies)
  await openWithWorker(page, '/')

  const [worker] = context.serviceWorkers()
  // A browser without windows has no place to show notifications, so the worker keeps them for the test.
  await worker?.evaluate(() => {
    const shown: object[] = []
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    registration.showNotification = async (title, options) => {
      const notification = { title, ...options, close: () => shown.splice(shown.indexOf(notification), 1) }
      shown.push(notification)
    }
    registration.getNotifications = async () => shown as Notification[]
  })
  await worker?.evaluate(
    (data) => dispatchEvent(Object.assign(new Event('push'), { data: { json: () => data }, waitUntil() {} })),
    { id, type: 'new_comment', notif: null, seen: false },
  )
  const shown = () =>
    worker?.evaluate(async () => {
      const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
      const all = await registration.getNotifications()
      return all.map(({ title, icon }) => ({ title, icon: new URL(icon, location.href).pathname }))
    })
  await expect
    .poll(shown)
    .toEqual([
      { title: `${answerer.username} commented on your post Beans & <b>more</b>`, icon: '/favicon.png' },
    ])

  await worker?.evaluate(async () => {
    const { registration } = self as unknown as { registration: ServiceWorkerRegistration }
    const [notification] = await registration.getNotifications()
    dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil() {} }))
  })
  await expect(page).toHaveURL(`/${moss.name}/post/${post.publicId}/${answer.id}`)
  await expect.poll(async () => (await notified()).items).toMatchObject([{ id, seen: true }])
  expect(await shown()).toEqual([])
})
