import type { Browser } from '@playwright/test'
import { type KeptContexts, keptContexts } from './keptContexts.ts'
import { type Site, startSite } from './site.ts'

/** A site, and the browser contexts that its tests share. */
export interface RunningSite {
  readonly site: Site
  readonly contexts: KeptContexts
}

/** The servers of a worker, of which two run at most. */
export interface Sites {
  /** A running site with these settings. Ends the one with other settings that are not the usual ones. */
  withSettings(environment: Record<string, string>): Promise<RunningSite>
  close(): Promise<void>
}

/**
 * Starts sites when they are needed first. Most tests share the one with the usual settings, which lives as long as the
 * worker: its pages are warm. A worker of its own for each of the others would also need a browser of its own.
 */
export function sitesOf(browser: Browser, usual: Record<string, string>): Sites {
  const running = new Map<string, RunningSite>()
  const end = async (key: string, { site, contexts }: RunningSite) => {
    running.delete(key)
    await contexts.close()
    await site.stop()
  }
  const usualKey = JSON.stringify(usual)
  return {
    async withSettings(environment) {
      const wanted = JSON.stringify(environment)
      const known = running.get(wanted)
      if (known) return known
      for (const [key, other] of running) if (key !== usualKey) await end(key, other)
      const site = await startSite(environment)
      const started = { site, contexts: keptContexts(browser, site.url) }
      running.set(wanted, started)
      return started
    },
    async close() {
      for (const [key, other] of running) await end(key, other)
    },
  }
}
