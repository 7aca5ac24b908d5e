import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import type { Config } from '../../config.ts'
import { networksOf } from '../../platform/http/networks.ts'
import { languageOf } from '../settings/language.ts'
import { challengePage, challengePolicy } from './challengePage.ts'
import type { TrafficCounts } from './counts.ts'
import { type Passes, passCookie, waitSeconds } from './passes.ts'
import type { Scrapers } from './scrapers.ts'
import type { SearchEngines } from './searchEngines.ts'

const minuteMs = 60_000
/** How long a network is checked after it was above the rate. */
const checkedMs = 10 * minuteMs
const countedMax = 20_000

/** Checks browsers of networks that read too much. */
export interface TrafficGuard {
  /** Counts an uncached page of a guest. @returns whether the browser has to prove itself first. */
  mustProve(request: FastifyRequest): boolean
  /** Answers with the page on which a browser proves itself, by work or, without JavaScript, by waiting. */
  sendChallenge(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

interface Window {
  pages: number
  endsAt: number
}

/** Counts in windows of a minute, in the memory of this process. The longest unused counts go first. */
function createCounts() {
  const windows = new LRUCache<string, Window>({ max: countedMax })
  /** @returns whether there were more than `most` in this minute, or a moment ago. */
  return (key: string, most: number): boolean => {
    const now = Date.now()
    const window = windows.get(key)
    if (!window || window.endsAt <= now) {
      windows.set(key, { pages: 1, endsAt: now + minuteMs })
      return most < 1
    }
    window.pages += 1
    if (window.pages === most + 1) window.endsAt = now + checkedMs
    return window.pages > most
  }
}

export function createGuard({
  config,
  settings,
  scrapers,
  searchEngines,
  passes,
  traffic,
}: {
  config: Pick<Config, 'cdnSeconds'>
  settings: Pick<SettingValues, 'rateLimits' | 'pagesBeforeCheck' | 'siteName' | 'languages' | 'readOnly'>
  scrapers: Scrapers
  searchEngines: SearchEngines
  passes: Passes
  traffic: Pick<TrafficCounts, 'noteChallenge'>
}): TrafficGuard {
  const isAbove = createCounts()
  return {
    mustProve({ ip, cookies, headers }) {
      const most = settings.pagesBeforeCheck
      // A shared cache in front does not pass the cookie on.
      if (!settings.rateLimits || most === 0 || config.cdnSeconds > 0) return false
      const pass = passes.idOf(cookies[passCookie])
      // A browser that alone reads as much as a network may: its cookie was copied into programs.
      if (pass !== null) return isAbove(`pass ${pass}`, most)
      const isMuch = isAbove(networksOf(ip).wide, most)
      return (isMuch || scrapers.has(ip)) && !searchEngines.mayBe(ip, headers['user-agent'])
    },
    sendChallenge(request, reply) {
      traffic.noteChallenge(request)
      const query = new URLSearchParams({ wait: passes.startWait(request.ip), back: request.url })
      return reply
        .code(429)
        .header('Cache-Control', 'no-store')
        .header('Retry-After', waitSeconds)
        .header('Content-Security-Policy', challengePolicy)
        .type('text/html; charset=utf-8')
        .send(
          inLanguage(languageOf(settings, request, null), () =>
            challengePage({ siteName: settings.siteName, next: `/-/pass?${query}`, seconds: waitSeconds }),
          ),
        )
    },
  }
}
