import type { BrowserContext, Page, Request } from '@playwright/test'

/** Unexpected events in the pages of a context, and the expected ones. */
export interface Watch {
  /** One line each. */
  problems(): string[]
  forgive(pattern: RegExp): void
  /** Ends the watch; the context may live on. */
  stop(): Promise<void>
}

/**
 * Records what no page may do: write errors or warnings to the console, throw, fail to hydrate (which throws, too),
 * violate the content security policy, or contact other hosts.
 */
export async function watch(context: BrowserContext, siteUrl: string): Promise<Watch> {
  const found: string[] = []
  // Pages register a worker; most tests block it, and Playwright reports that.
  const forgiven: RegExp[] = [/Service Worker registration blocked by Playwright/]
  const { host } = new URL(siteUrl)
  const listen = (page: Page) => {
    finishWritesBeforeLeaving(page)
    // Subscribes to file choosers now: with the first listener of a test the answer could come after the press.
    page.on('filechooser', () => {})
    page.on('pageerror', (error) => found.push(`uncaught: ${error.message}`))
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        found.push(`console ${message.type()}: ${message.text()} ${message.location().url}`)
    })
  }
  const check = (request: Request) => {
    const url = new URL(request.url())
    if (/^(https?|wss?):$/.test(url.protocol) && url.host !== host) found.push(`foreign: ${url.href}`)
  }
  context.on('page', listen)
  context.on('request', check)
  const script = await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  return {
    problems: () => found.filter((line) => !forgiven.some((pattern) => pattern.test(line))),
    forgive: (pattern) => forgiven.push(pattern),
    async stop() {
      context.off('page', listen)
      context.off('request', check)
      await script.dispose()
    },
  }
}

/**
 * Makes a page wait for the answers to its writes before a test leaves it: pages show most changes at once, and a
 * browser aborts unfinished requests.
 */
function finishWritesBeforeLeaving(page: Page) {
  const writes = new Map<Request, Promise<unknown>>()
  page.on('request', (request) => {
    if (request.method() === 'GET' || request.resourceType() !== 'fetch') return
    const ended = request
      .response()
      .catch(() => null)
      .finally(() => writes.delete(request))
    writes.set(request, ended)
  })
  for (const leave of ['reload', 'goto'] as const) {
    const original = page[leave].bind(page) as (...args: unknown[]) => Promise<never>
    page[leave] = async (...args: unknown[]) => {
      await Promise.all(writes.values())
      return original(...args)
    }
  }
}
