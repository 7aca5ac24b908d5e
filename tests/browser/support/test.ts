import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type KeptContexts, keptContexts } from './keptContexts.ts'
import { type Member, type Site, startSite } from './site.ts'
import { type Watch, watch } from './watch.ts'

/** Optional settings that no test needs unset, so that all tests that need one share a server. */
const usual = {
  CONTACT_EMAIL: 'desk@example.org',
  SOURCE_URL: 'https://code.example.org/forum',
  PUSH_CONTACT: 'keeper@example.org',
}

interface WorkerFixtures {
  /**
   * Settings of the server instead of the usual ones; `test.use({ environment })` at the top of a file. Such a file also
   * configures the mode `default`: in parallel, each worker would start a server of its own.
   */
  environment: Record<string, string>
  /** A server that all tests of a worker share, so each test creates its content under new names. */
  site: Site
  keptContexts: KeptContexts
}

interface TestFixtures {
  /** Key of the kept contexts that the test can reuse: all options in which tests differ. */
  contextKind: string | null
  watched: Watch
  /** Allows something that would otherwise fail the test, such as the console's message about a refused request. */
  forgive: Watch['forgive']
  /** Logs the browser of `page` in as this member. */
  signIn: (member: Member) => Promise<void>
  /** Another window with a separate browser context; a guest's unless a member is named. */
  openWindow: (member?: Member) => Promise<Page>
}

/** Playwright's `test` with a running site, and with pages that fail the test on unexpected messages. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  environment: [usual, { scope: 'worker', option: true }],
  site: [
    async ({ environment }, use) => {
      const site = await startSite(environment)
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  keptContexts: [
    async ({ browser, site }, use) => {
      const kept = keptContexts(browser, site.url)
      await use(kept)
      await kept.close()
    },
    { scope: 'worker' },
  ],
  contextKind: async ({ viewport, userAgent, javaScriptEnabled, serviceWorkers }, use) => {
    // A service worker may outlive its page.
    const isKept = serviceWorkers === 'block'
    await use(isKept ? JSON.stringify([viewport, userAgent, javaScriptEnabled]) : null)
  },
  context: async ({ keptContexts, contextKind }, use) => {
    const context = await keptContexts.take(contextKind)
    await use(context)
    await keptContexts.giveBack(context)
  },
  baseURL: async ({ site }, use) => use(site.url),
  watched: [
    async ({ context, site }, use) => {
      const watched = await watch(context, site.url)
      await use(watched)
      await watched.stop()
      expect(watched.problems()).toEqual([])
    },
    { auto: true },
  ],
  forgive: async ({ watched }, use) => use(watched.forgive),
  signIn: async ({ context }, use) => use(async (member) => context.addCookies(member.cookies)),
  openWindow: async ({ keptContexts, contextKind, site }, use) => {
    const opened: { context: BrowserContext; watched: Watch }[] = []
    await use(async (member) => {
      const context = await keptContexts.take(contextKind)
      opened.push({ context, watched: await watch(context, site.url) })
      if (member) await context.addCookies(member.cookies)
      return context.newPage()
    })
    for (const { context, watched } of opened) {
      await watched.stop()
      await keptContexts.giveBack(context)
    }
    expect(opened.flatMap(({ watched }) => watched.problems())).toEqual([])
  },
})

export { expect }
