import {
  type BrowserContext,
  test as base,
  devices,
  expect,
  type Page,
  type TestInfo,
} from '@playwright/test'
import type { Member, Site } from './site.ts'
import { type RunningSite, type Sites, sitesOf } from './sites.ts'
import { type Watch, watch } from './watch.ts'

/** Optional settings that no test needs unset, so that all tests that need one share a server. */
const usual = {
  CONTACT_EMAIL: 'desk@example.org',
  SOURCE_URL: 'https://code.example.org/forum',
  PUSH_CONTACT: 'keeper@example.org',
}

/** Settings of which several files need a part, for `environment`: they share a server if a worker runs more than one. */
export const strict = {
  ...usual,
  COMMUNITY_CREATION: 'members',
  COMMUNITIES_MODERATED_MAX: '1',
  MEDIA_POST_POINTS: '10',
  UPLOAD_MAX_MIB: '1',
  TRUST_PROXY: 'loopback',
}

/** The device of tests with the tag `@phone`. */
const phone = { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } }
const isPhone = ({ tags }: TestInfo) => tags.includes('@phone')

interface WorkerFixtures {
  sites: Sites
}

interface TestFixtures {
  /**
   * Settings of the server instead of the usual ones; `test.use({ environment })` at the top of a file. Such a file also
   * configures the mode `default`: in parallel, each worker would start a server of its own.
   */
  environment: Record<string, string>
  runningSite: RunningSite
  /** A server that the tests of a worker share, so each test creates its content under new names. */
  site: Site
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
  sites: [
    async ({ browser }, use) => {
      const sites = sitesOf(browser, usual)
      await use(sites)
      await sites.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  environment: [usual, { option: true }],
  runningSite: [
    async ({ sites, environment }, use) => use(await sites.withSettings(environment)),
    { timeout: 180_000 },
  ],
  site: async ({ runningSite }, use) => use(runningSite.site),
  viewport: async ({ viewport }, use, info) => use(isPhone(info) ? phone.viewport : viewport),
  userAgent: async ({ userAgent }, use, info) => use(isPhone(info) ? phone.userAgent : userAgent),
  deviceScaleFactor: async ({ deviceScaleFactor }, use, info) =>
    use(isPhone(info) ? phone.deviceScaleFactor : deviceScaleFactor),
  isMobile: async ({ isMobile }, use, info) => use(isPhone(info) ? phone.isMobile : isMobile),
  hasTouch: async ({ hasTouch }, use, info) => use(isPhone(info) ? phone.hasTouch : hasTouch),
  contextKind: async ({ viewport, userAgent, javaScriptEnabled, serviceWorkers }, use) => {
    // A service worker may outlive its page.
    const isKept = serviceWorkers === 'block'
    await use(isKept ? JSON.stringify([viewport, userAgent, javaScriptEnabled]) : null)
  },
  context: async ({ runningSite, contextKind }, use) => {
    const context = await runningSite.contexts.take(contextKind)
    await use(context)
    await runningSite.contexts.giveBack(context)
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
  openWindow: async ({ runningSite, contextKind }, use) => {
    const opened: { context: BrowserContext; watched: Watch }[] = []
    await use(async (member) => {
      const context = await runningSite.contexts.take(contextKind)
      opened.push({ context, watched: await watch(context, runningSite.site.url) })
      if (member) await context.addCookies(member.cookies)
      return context.newPage()
    })
    for (const { context, watched } of opened) {
      await watched.stop()
      await runningSite.contexts.giveBack(context)
    }
    expect(opened.flatMap(({ watched }) => watched.problems())).toEqual([])
  },
})

export { expect }
