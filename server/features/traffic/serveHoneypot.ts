import type { FastifyInstance } from 'fastify'
import { honeypotPath } from '../../../contract/honeypot.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Services } from '../../core/api/route.ts'
import { Session } from '../../core/sessions/session.ts'
import { languageOf } from '../../core/settings/language.ts'
import { createNotes, type Scrapers } from '../../core/traffic/scrapers.ts'
import { plainPage } from '../../platform/http/plainPage.ts'

/** Whether a browser loads what its reader may open next. */
const isPrefetched = (purpose: string | string[] | undefined): boolean =>
  purpose?.includes('prefetch') === true

/** Whether a page of another site opens it, for example as a picture, so that the readers of that page would count. */
const isFromElsewhere = (site: string | string[] | undefined): boolean =>
  site === 'cross-site' || site === 'same-site'

/**
 * Serves the page that only a hidden link leads to, and which robots.txt disallows: the network of a guest who opens it counts as a
 * scraper for some hours. Members never count.
 */
export function serveHoneypot(app: FastifyInstance, services: Services, scrapers: Scrapers): void {
  const { db, settings, limiter } = services
  const note = createNotes(db, scrapers)

  app.get(honeypotPath, { config: { admits: 'everyone' } }, async (request, reply) => {
    const { ip, headers } = request
    await limiter.take('pages', { ip, isPage: true })
    const counts =
      settings.rateLimits &&
      !isPrefetched(headers['sec-purpose']) &&
      !isFromElsewhere(headers['sec-fetch-site'])
    if (counts && !(await Session.findViewer(services, request))) await note(ip)
    return reply
      .header('Cache-Control', 'no-store')
      .header('X-Robots-Tag', 'noindex, nofollow')
      .type('text/html; charset=utf-8')
      .send(
        inLanguage(languageOf(settings, request, null), () =>
          plainPage({
            title: settings.siteName,
            sentence: t('This link is only here to detect programs that ignore robots.txt.'),
          }),
        ),
      )
  })
}
