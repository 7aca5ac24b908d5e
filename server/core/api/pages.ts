import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { invitationPath } from '../../../contract/access.ts'
import { errors } from '../../../contract/errors.ts'
import type { PageAnswer, PageRequest, Pieces, Renderer } from '../../../contract/pages.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import type { Config } from '../../config.ts'
import { isDatabaseDown } from '../../platform/database/connection.ts'
import type { Answers } from '../../platform/http/answers.ts'
import { type Encoded, encodingFor, sendEncoded, sendPieces } from '../../platform/http/compress.ts'
import { reportFailure } from '../../platform/http/failures.ts'
import { originForm } from '../../platform/http/host.ts'
import { formForGuests, jsonOfValue } from '../../platform/http/json.ts'
import { takeTurn } from '../../platform/http/overload.ts'
import { plainPage } from '../../platform/http/plainPage.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'
import { Session } from '../sessions/session.ts'
import { keepLanguageOfMember, languageOf } from '../settings/language.ts'
import type { TrafficGuard } from '../traffic/guard.ts'
import { findImportedLink } from './importedLink.ts'
import { inProcessApi } from './inProcessApi.ts'
import type { Route, Services } from './route.ts'
import { allowSharing, isBehindCache } from './sharedCache.ts'
import { originOf, siteOf } from './site.ts'

const retryAfterSeconds = 2
/** No page has this path. */
const missingPage: Address = { path: '/-', search: '' }
/** No page has a longer path. A longer one is refused before anything is done with it. */
const pathMaxLength = 1000

/** Everything that the server needs to serve pages. */
export interface Pages {
  readonly renderer: Renderer
  readonly assetsFor: PageRequest['assetsFor']
  /** The browser build; null while a development server serves the files. */
  readonly filesFolder: string | null
}

/** An answer that is not cached for other guests at this URL: a redirect, or that there is no page. */
class NotCacheable extends Error {
  readonly answer: PageAnswer

  constructor(answer: PageAnswer) {
    super('Not shared')
    this.answer = answer
  }
}

/** Answers every other URL with a page: from the cache for guests, rendered for members. */
export function registerPages(
  app: FastifyInstance,
  services: Services,
  options: Pages & { routes: readonly Route[]; answers: Answers; guard: TrafficGuard },
): void {
  const { renderer, assetsFor, answers, guard } = options
  const apiOf = inProcessApi(services, options.routes)

  // Browsers store it for when they are offline.
  app.get('/offline', { config: { admits: 'everyone' } }, async (request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(
        renderer.renderFailure(
          {
            path: '/offline',
            search: '',
            site: siteOf(services, request),
            language: languageOf(services.settings, request, null),
            assetsFor,
          },
          'offline',
        ),
      ),
  )

  app.route({
    method: 'GET',
    url: '*',
    config: { admits: 'decidesItself' },
    handler(request, reply) {
      reply
        .header('Cache-Control', 'no-store')
        .header('X-Service-Worker-Cache', 'no-store')
        .type('text/html; charset=utf-8')
      const given = splitAddress(request.url)
      if (given.path.length > pathMaxLength)
        return reply.code(404).send(
          inLanguage(languageOf(services.settings, request, null), () =>
            plainPage({
              title: services.settings.siteName,
              sentence: t("This page doesn't exist."),
            }),
          ),
        )
      const moved = movedTo(services.config, request, given)
      if (moved) return reply.redirect(moved, 301)
      if (given.search === '') return answer(request, reply, given)
      return renderer.knownSearch(given).then((search) => answer(request, reply, { ...given, search }))
    },
  })

  /** Answers with a page. Without a promise where it is kept, because that would cost more than everything else here. */
  const answer = (request: FastifyRequest, reply: FastifyReply, address: Address) => {
    const opened = Session.open(services, request, reply, {
      isSharedByGuests: isBehindCache(services) && !isSecret(address),
    })
    if (opened instanceof Session) {
      const kept = answers.peek(keyOf(request, address), encodingFor(request))
      if (kept) return sendToGuest(reply, opened, kept, address)
      // Programs that look for weak spots ask for thousands of such paths. In a private forum, guests are sent to the login instead.
      const missing =
        !services.settings.privateForum &&
        !renderer.isPage(address.path) &&
        answers.peek(keyOf(request, missingPage), encodingFor(request))
      if (missing) return sendEncoded(reply.code(404), missing)
    }
    return render(request, reply, address, opened)
  }

  /** The key of a page in the store of answers. */
  const keyOf = (request: FastifyRequest, { path, search }: Address): string =>
    // No part contains a space, so host and path cannot be confused. Pages from before the forum became private are not found.
    `${services.settings.privateForum ? 'private ' : ''}${languageOf(services.settings, request, null)} page ${originOf(services.config, request)} ${path}${search}`

  const sendToGuest = (
    reply: FastifyReply,
    session: Session,
    encoded: Encoded,
    address: Address,
  ): FastifyReply => {
    if (!isSecret(address)) {
      // It has nothing of the guest, so their browser may show it again when they go back, also from its back/forward cache, which
      // `no-store` forbids. After a login, a choice of a language or a reload, it asks again.
      reply.header('Cache-Control', 'private, no-cache').header('Vary', 'Accept-Encoding, Cookie')
      allowSharing(services, reply, session, { hasLanguage: true })
    }
    return sendEncoded(reply, encoded)
  }

  /** Makes the page for what does not exist unless it is kept. It does not contain the path, so one is kept for all. */
  const sendMissing = async (request: FastifyRequest, reply: FastifyReply, session: Session) => {
    const kept = await answers.get(keyOf(request, missingPage), encodingFor(request), async () => {
      const rendered = await renderer.render({
        ...missingPage,
        site: siteOf(services, request),
        language: languageOf(services.settings, request, null),
        assetsFor,
        api: apiOf({ session, ip: request.ip, language: languageOf(services.settings, request, null) }),
        jsonOf: (value) => jsonOfValue(value)?.pieces,
        sharedOf: null,
        forms: null,
      })
      if (!('html' in rendered)) throw new NotCacheable(rendered)
      return rendered.html
    })
    return sendEncoded(reply.code(404), kept)
  }

  const render = async (
    request: FastifyRequest,
    reply: FastifyReply,
    address: Address,
    opened: Session | Promise<Session>,
  ) => {
    const site = siteOf(services, request)
    const guestPage = { site, assetsFor, language: languageOf(services.settings, request, null), ...address }
    // That of a guest, until the session is known.
    let { language } = guestPage
    const answerTo = async (session: Session) => {
      const { viewer } = session
      language = session.language
      if (viewer) keepLanguageOfMember(request, reply, services, viewer)
      const renderPage = async (): Promise<Pieces> => {
        const rendered = await renderer.render({
          ...guestPage,
          ...(viewer && {
            site: siteOf(services, request, viewer),
            language,
          }),
          api: apiOf({ session, ip: request.ip, language }),
          jsonOf: (value) => jsonOfValue(value)?.pieces,
          sharedOf: services.config.caches.has('markup') ? formForGuests : null,
          forms: viewer && { token: session.token, key: randomUUID() },
          hasMissingPage: !viewer,
        })
        if (rendered.status !== 200 || !('html' in rendered)) throw new NotCacheable(rendered)
        return rendered.html
      }
      // Links that open something, as in a mail, are used once.
      if (!viewer && !isSecret(address) && guard.mustProve(request))
        return guard.sendChallenge(request, reply)
      await services.limiter.take('pages', { ...clientOf(viewer, request.ip), isPage: true })
      const imported = await findImportedLink(services.db, address.path)
      if (imported) return reply.redirect(imported + address.search, 301)
      if (viewer) return await sendPieces(request, reply, await renderPage())
      const key = keyOf(request, address)
      let isOurs = false
      const kept = await answers
        .get(key, encodingFor(request), async () => {
          isOurs = true
          // Others wait for it, too.
          const importance = answers.wasKept(key) ? 'member' : 'guest'
          await takeTurn(services.overload, request, importance, { isShared: true })
          return renderPage()
        })
        .catch((error) => {
          // The guest whose request was rendering this page has exhausted the rate limit.
          if (isOurs || !isTooMany(error)) throw error
          return null
        })
      if (kept) return sendToGuest(reply, session, kept, address)
      await takeTurn(services.overload, request, 'guest')
      return await sendPieces(request, reply, await renderPage())
    }
    try {
      const session = await opened
      return await answerTo(session).catch((error) => {
        if (error instanceof NotCacheable && 'isMissing' in error.answer)
          return sendMissing(request, reply, session)
        throw error
      })
    } catch (error) {
      if (error instanceof NotCacheable) {
        const { answer } = error
        if ('location' in answer) return reply.redirect(answer.location, answer.status)
        if ('html' in answer) return await sendPieces(request, reply.code(answer.status), answer.html)
      }
      // Rendering an error page would cost as much as the page.
      if (isTooMany(error))
        return reply
          .code(errors.tooManyRequests.status)
          .header('Retry-After', error.retryAfterSeconds ?? retryAfterSeconds)
          .send(
            inLanguage(language, () =>
              plainPage({
                title: `${t('Too many requests')} · ${site.name}`,
                sentence: t("You've opened too many pages at once. Try again in a moment."),
              }),
            ),
          )
      if (error instanceof Refused && error.error === errors.serverBusy)
        return reply
          .code(503)
          .header('Retry-After', retryAfterSeconds)
          .send(inLanguage(language, () => plainPage({ title: site.name, sentence: busySentence() })))
      const isDown = isDatabaseDown(error)
      if (isDown) reply.header('Retry-After', retryAfterSeconds)
      else reportFailure(request, error, 'a page could not be rendered')
      return reply
        .code(isDown ? 503 : 500)
        .send(
          renderer.renderFailure(
            { ...guestPage, language, requestId: request.id },
            isDown ? 'unavailable' : 'crashed',
          ),
        )
    }
  }
}

const busySentence = () => t('This site is very busy right now. Try again in a moment.')

const isTooMany = (error: unknown): error is Refused =>
  error instanceof Refused && error.error === errors.tooManyRequests

/** A canonical path, and a query with its question mark, or an empty one. */
interface Address {
  readonly path: string
  readonly search: string
}

/** Whether a URL opens something, as a mailed link does. Shared caches would store and log it. */
const isSecret = ({ path, search }: Address): boolean =>
  /[?&]token=/.test(search) || path.startsWith(invitationPath(''))

function splitAddress(address: string): Address {
  const start = address.indexOf('?')
  return start === -1
    ? { path: address, search: '' }
    : { path: address.slice(0, start), search: address.slice(start) }
}

/**
 * The canonical URL of a page, without extra slashes, escapes and `www.`, where that leads to the site; null when the
 * request used it.
 */
function movedTo({ siteUrl }: Config, request: FastifyRequest, { path, search }: Address): string | null {
  // Browsers would take several slashes, or a backslash, for the beginning of another host.
  const rightPath = `/${segmentsOf(path.replaceAll('\\', '%5C')).join('/')}`
  // Not of `www.` alone, which leaves no name.
  const [, shortHost = null] = /^www\.([\w-].*)$/.exec(request.host) ?? []
  // With a SITE_URL, a Host header cannot cause a redirect to another site or a loop.
  if (shortHost !== null && (!siteUrl || siteUrl.host === shortHost))
    return `${siteUrl?.origin ?? `${request.protocol}://${shortHost}`}${rightPath}${search}`
  // The server reads escapes, but the router of the browser would not know its own page.
  const hasEscapes = path !== splitAddress(originForm(request, request.originalUrl)).path
  return rightPath === path && !hasEscapes ? null : rightPath + search
}

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')
