import type { Browser, BrowserContext } from '@playwright/test'

/**
 * Browser contexts that one test takes after the other. Opening a page in a new context costs twice as much, because
 * it begins without a renderer, compiled scripts and files.
 */
export interface KeptContexts {
  /**
   * A context without cookies, storage, permissions and routes, with the options of the calling test.
   *
   * @param kind differs where these options do; null for a context that is not kept.
   */
  take(kind: string | null): Promise<BrowserContext>
  /** Closes the pages of a context and makes it as good as new for the next test. */
  giveBack(context: BrowserContext): Promise<void>
  close(): Promise<void>
}

interface Kept {
  readonly kind: string
  /** Empties the storage of the site. */
  readonly clear: () => Promise<void>
  /** A clock that a test has installed stays, and a crash ends all pages of the context. */
  isSpoiled: boolean
}

/** A page of the site without scripts. It is never closed, and with it stays the renderer of the site's pages. */
const quietPage = '/robots.txt'

export function keptContexts(browser: Browser, url: string): KeptContexts {
  const known = new Map<BrowserContext, Kept>()
  const free: BrowserContext[] = []

  async function make(kind: string): Promise<BrowserContext> {
    const context = await browser.newContext({ baseURL: url })
    const page = await context.newPage()
    await page.goto(quietPage)
    const kept: Kept = { kind, isSpoiled: false, clear: () => page.evaluate(() => localStorage.clear()) }
    page.on('crash', () => {
      kept.isSpoiled = true
    })
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

  return {
    async take(kind) {
      if (kind === null) return browser.newContext({ baseURL: url })
      const place = free.findIndex((context) => known.get(context)?.kind === kind)
      const [context] = place < 0 ? [] : free.splice(place, 1)
      return context ?? make(kind)
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
  }
}
