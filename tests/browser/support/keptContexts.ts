import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'

/**
 * Browser contexts that one test takes after the other. A new context costs twice the time of a page in one that is
 * there: it begins without a renderer, compiled scripts and files.
 */
export interface KeptContexts {
  /** A context without cookies, storage, permissions and routes. */
  take(options?: BrowserContextOptions): Promise<BrowserContext>
  /** Closes the pages of a context and makes it as good as new for the next test. */
  giveBack(context: BrowserContext): Promise<void>
  close(): Promise<void>
}

interface Kept {
  /** What it was made with: another test can take it if it needs the same. */
  readonly key: string
  /** Removes what is stored. It is never closed, and with it stays the renderer of the site's pages. */
  readonly clear: () => Promise<void>
  /** A page's clock cannot be taken back, nor can a service worker be trusted to have ended. */
  isSpoiled: boolean
}

/** A page of the site without scripts, whose storage is that of all others. */
const quietPage = '/robots.txt'

/** @param key everything on which the options of new contexts depend at the moment. */
export function keptContexts(browser: Browser, url: string): (key: string) => KeptContexts {
  const known = new Map<BrowserContext, Kept>()
  const free: BrowserContext[] = []

  async function make(key: string, options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: url, ...options })
    const page = await context.newPage()
    await page.goto(quietPage)
    const kept: Kept = { key, isSpoiled: false, clear: () => page.evaluate(() => localStorage.clear()) }
    const { clock } = context
    for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const) {
      const original = clock[name].bind(clock) as (...args: unknown[]) => Promise<void>
      clock[name] = (...args: unknown[]) => {
        kept.isSpoiled = true
        return original(...args)
      }
    }
    // Tests see only the pages that they open.
    const pages = context.pages.bind(context)
    context.pages = () => pages().filter((other) => other !== page)
    known.set(context, kept)
    return context
  }

  return (kind) => ({
    async take(options = {}) {
      const key = JSON.stringify([kind, options])
      const place = free.findIndex((context) => known.get(context)?.key === key)
      const [context] = place < 0 ? [] : free.splice(place, 1)
      return context ?? make(key, options)
    },
    async giveBack(context) {
      const kept = known.get(context)
      if (!kept || kept.isSpoiled) {
        known.delete(context)
        return context.close()
      }
      await Promise.all(context.pages().map((page) => page.close()))
      await Promise.all([
        kept.clear(),
        context.clearCookies(),
        context.clearPermissions(),
        context.setOffline(false),
        context.unrouteAll({ behavior: 'ignoreErrors' }),
      ])
      free.push(context)
    },
    async close() {
      await Promise.all([...known.keys()].map((context) => context.close()))
    },
  })
}
