import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Member, type Site, startSite } from './site.ts'
import { type Watch, watch } from './watch.ts'

/** Optional settings whose absence no test needs, so that all who need one share a server. */
const usual = {
  CONTACT_EMAIL: 'desk@example.org',
  SOURCE_URL: 'https://code.example.org/forum',
  PUSH_CONTACT: 'keeper@example.org',
}

interface WorkerFixtures {
  /**
   * Settings of the server instead of the usual ones; `test.use({ environment })` at the top of a file. Such a file also
   * asks for the `default` mode: spread over the workers, its tests would start the server twice.
   */
  environment: Record<string, string>
  /** A server that all tests of a worker share, so what a test needs it makes under new names. */
  site: Site
}

interface TestFixtures {
  watched: Watch
  /** Expects something that would otherwise fail the test, such as the console's line about a refused request. */
  forgive: Watch['forgive']
  /** Turns the browser of `page` into the member's. */
  signIn: (member: Member) => Promise<void>
  /** Another window, of a browser of its own; a guest's unless a member is named. */
  openWindow: (member?: Member) => Promise<Page>
}

/** Playwright's `test` with a running site, and with pages that fail the test when they misbehave. */
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
  baseURL: async ({ site }, use) => use(site.url),
  watched: [
    async ({ context, site }, use) => {
      const watched = await watch(context, site.url)
      await use(watched)
      expect(watched.problems()).toEqual([])
    },
    { auto: true },
  ],
  forgive: async ({ watched }, use) => use(watched.forgive),
  signIn: async ({ context }, use) => use(async (member) => context.addCookies(member.cookies)),
  openWindow: async ({ browser, site }, use) => {
    const opened: { context: BrowserContext; watched: Watch }[] = []
    await use(async (member) => {
      const context = await browser.newContext({ baseURL: site.url })
      opened.push({ context, watched: await watch(context, site.url) })
      if (member) await context.addCookies(member.cookies)
      return context.newPage()
    })
    await Promise.all(opened.map(({ context }) => context.close()))
    expect(opened.flatMap(({ watched }) => watched.problems())).toEqual([])
  },
})

export { expect }
