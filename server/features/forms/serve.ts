import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ApiError, errors } from '../../../contract/errors.ts'
import { errorText } from '../../../contract/errorTexts.ts'
import { isKeyOf } from '../../../contract/objects.ts'
import type { PageRequest, PlainForm, Renderer } from '../../../contract/pages.ts'
import { type FormName, formPath } from '../../../contract/plainForms.ts'
import { sameSitePath } from '../../../contract/sameSitePath.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { inProcessApi } from '../../core/api/inProcessApi.ts'
import { paramsOf, queryOf } from '../../core/api/request.ts'
import type { Route, Services } from '../../core/api/route.ts'
import { siteOf } from '../../core/api/site.ts'
import { Session } from '../../core/sessions/session.ts'
import { csrfToken, issueSessionId, sessionSeed } from '../../core/sessions/sessionId.ts'
import { keepLanguage, languageOf, offeredLanguages } from '../../core/settings/language.ts'
import { parseFormBody } from '../../platform/http/body.ts'
import { reportFailure } from '../../platform/http/failures.ts'
import { takeTurn } from '../../platform/http/overload.ts'
import { isFromOwnPage } from '../../platform/http/ownPage.ts'
import { plainPage } from '../../platform/http/plainPage.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { Refused } from '../../platform/http/refused.ts'
import { apiErrorOf } from '../../platform/http/server.ts'
import { actOf, type Target } from './acts.ts'
import { forms, subjectOf } from './allForms.ts'
import type { Form, FormView, Typed } from './form.ts'
import { type FormCall, formCall, sendCall } from './request.ts'

type FormPages = {
  readonly renderer: Pick<Renderer, 'renderForm'>
  readonly assetsFor: PageRequest['assetsFor']
  readonly routes: readonly Route[]
}

const fromElsewhere = {
  status: 403,
  message: 'This form was not sent by a page of this site, so nothing was done.',
}
const noSuchForm = { status: 404, message: 'There is no such form.' }
const formNamed = (name: FormName): Form => forms[name]

/** For a form whose subject cannot be read any more: what was typed stays there to be copied. */
function withoutSubject(name: FormName, typed: Typed): FormView {
  const fields = formNamed(name).fields?.(typed) ?? []
  return {
    title: t('Send it again'),
    ...(fields.length > 0 && {
      form: { hidden: subjectOf(typed), fields, submit: t('Send again') },
    }),
    links: [{ href: '/', label: t('Home') }],
  }
}

/** What only forms refuse, in words for people. */
const sentences = new Map([
  [
    fromElsewhere.message,
    () => t("This form wasn't sent from this site, so nothing was changed. Reload the page and try again."),
  ],
  [noSuchForm.message, () => t("This form doesn't exist.")],
])

/** What is wrong, in words for people. */
const mistakeOf = (error: ApiError): NonNullable<PlainForm['error']> => {
  const text = textOfRefusal(error)
  return text === null ? { text: error.message, isEnglish: true } : { text }
}

/** @returns null where only the API has a text, in English. */
const textOfRefusal = ({ code, status, message }: ApiError): string | null => {
  if (status === 429)
    return errorText(message) ?? t("You're doing that too often. Wait a moment, then send it again.")
  if (code === errors.notLoggedIn.code) return t("You're not logged in. Log in, then send it again.")
  if (status === 401 && code === undefined)
    return t("You've logged in or out since you opened this page. Send it again.")
  return errorText(message)
}

/** Where to go after a login: the page with the form, or what the page of the login was opened for. */
function nextOf({ headers, host }: FastifyRequest): string {
  const { referer = '' } = headers
  if (!URL.canParse(referer)) return '/'
  const from = new URL(referer)
  if (from.host !== host) return '/'
  return sameSitePath(
    from.pathname === '/login' ? from.searchParams.get('next') : from.pathname + from.search,
  )
}

/** The part of a page that an act was about, so that its reader finds it again. */
const placeOf = (target: Target | null): string => (target ? `#${target.type}-${target.id}` : '')

/**
 * Serves forms for browsers without scripts, and the pages that show them. Each stands for a call of the API, which it makes within the
 * process. A form that was done is answered with a redirect, and one that was refused with its page and what was typed.
 *
 * A form must come from a page of this site, and that of a member have the CSRF token of the session. Forms for guests have none,
 * because guests share cached pages.
 */
export async function serveForms(
  app: FastifyInstance,
  services: Services,
  { renderer, assetsFor, routes }: FormPages,
): Promise<void> {
  const apiOf = inProcessApi(services, routes)
  const { config, settings, secrets, parseSession } = services

  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    session: Session,
    page: () => PlainForm,
  ) =>
    reply
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        await renderer.renderForm(
          {
            language: session.language,
            site: siteOf(services, request, session.viewer),
            assetsFor,
          },
          inLanguage(session.language, page),
        ),
      )

  /** Makes the page of a form, with what all forms of this session send. @throws Refused when what the form is about cannot be read. */
  const pageOf = async (
    name: FormName,
    {
      request,
      session,
      typed,
      key,
    }: { request: FastifyRequest; session: Session; typed: Typed; key: string },
    otherwise?: () => FormView,
  ): Promise<() => PlainForm> => {
    const { viewer, token } = session
    const showing = {
      api: apiOf({ session, ip: request.ip, language: languageOf(settings, request, viewer) }),
      typed,
      viewer,
      languages: offeredLanguages(settings),
    }
    const show: () => FormView = await formNamed(name)
      .show(showing)
      .catch((error: unknown) => {
        if (!otherwise) throw error
        return otherwise
      })
    const secretsOf = viewer ? { token, key } : {}
    return () => {
      const { form, ...view } = show()
      return {
        ...view,
        acts: { ...secretsOf, back: sameSitePath(typed.back ?? nextOf(request)) },
        ...(form && {
          form: { ...form, action: formPath(name), hidden: { ...form.hidden, ...secretsOf } },
        }),
      }
    }
  }

  /** A guest's session, which is issued here if there is none: the API wants its CSRF token. */
  const guestSession = ({ cookies, headers }: FastifyRequest): { token: string; cookie: string } => {
    const known = parseSession(cookies[config.sessionCookie])
    if (known) return { token: known.token, cookie: headers.cookie ?? '' }
    const id = issueSessionId(secrets.session, 'b')
    return {
      token: csrfToken(secrets.session, sessionSeed(id)),
      cookie: [`${config.sessionCookie}=${id}`, headers.cookie].filter(Boolean).join('; '),
    }
  }

  const perform = (request: FastifyRequest, call: FormCall, typed: Typed, options: { forGuests?: true }) =>
    sendCall(app, request, call, {
      ...(options.forGuests ? guestSession(request) : { token: typed.token ?? '' }),
      key: typed.key,
    })

  /** Keeps the language that someone chose: in this browser, and for a member also with the account, for other browsers and mails. */
  const chooseLanguage = async (request: FastifyRequest, reply: FastifyReply, typed: Typed) => {
    const { language = '' } = typed
    const offered = offeredLanguages(settings).find((one) => one === language)
    if (!offered) throw new Refused(errors.badRequest)
    const { viewer } = await Session.open(services, request, reply)
    const call = formCall('updateSettings', {
      query: { action: 'updateProfile' },
      body: { language: offered },
    })
    const answer = viewer && (await perform(request, call, typed, {}))
    // On a read-only site, the choice holds for this browser.
    if (answer && !answer.isDone && answer.error.code !== errors.readOnly.code)
      throw new Refused(answer.error)
    return keepLanguage(request, reply, config, offered).redirect(sameSitePath(typed.back ?? '/'), 303)
  }

  /** After an act of one press, its page is shown again. */
  const act = async (request: FastifyRequest, reply: FastifyReply, typed: Typed) => {
    const back = sameSitePath(typed.back ?? '/')
    const session = await Session.open(services, request, reply)
    const { viewer } = session
    if (!viewer) return reply.redirect(`/login?${new URLSearchParams({ next: back })}`, 303)
    const pressed = actOf(typed, viewer)
    if (!pressed) throw new Refused(errors.badRequest)
    if ('page' in pressed)
      return reply.redirect(
        `${formPath(pressed.page)}?${new URLSearchParams({ ...pressed.params, back })}`,
        303,
      )
    const answer = await perform(request, pressed.call, typed, {})
    if (answer.isDone) {
      for (const cookie of answer.cookies) reply.header('set-cookie', cookie)
      return reply.redirect(typed.logout === undefined ? back + placeOf(pressed.target) : '/', 303)
    }
    if (answer.retryAfter) reply.header('Retry-After', answer.retryAfter)
    const [[name, value] = ['', '']] = Object.entries(typed).filter(
      ([key]) => !['token', 'key', 'back'].includes(key),
    )
    return send(request, reply.code(answer.error.status), session, () => ({
      title: t("That didn't work"),
      error: mistakeOf(answer.error),
      acts: { token: session.token, back },
      buttons: [{ name, value: value ?? '', label: t('Try again') }],
      links: [{ href: back + placeOf(pressed.target), label: t('Back') }],
    }))
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string) => parseFormBody(body),
    )
    scope.setErrorHandler((error, request, reply) => {
      const known = apiErrorOf(error)
      if (!known) reportFailure(request, error, 'a form failed')
      const { status, message } = known ?? errors.internal
      if (error instanceof Refused && error.retryAfterSeconds !== null)
        reply.header('Retry-After', error.retryAfterSeconds)
      reply
        .code(status)
        .header('Cache-Control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(
          inLanguage(languageOf(settings, request, null), () =>
            plainPage({
              title: settings.siteName,
              sentence: sentences.get(message)?.() ?? errorText(message) ?? message,
            }),
          ),
        )
    })
    const nameIn = (request: FastifyRequest) => paramsOf(request).form ?? ''

    // The calls of the API check who may make them.
    scope.get(`/-/:form`, { config: { admits: 'decidesItself' } }, async (request, reply) => {
      const name = nameIn(request)
      if (!isKeyOf(forms, name)) throw new Refused(noSuchForm)
      const form = formNamed(name)
      const session = await Session.open(services, request, reply)
      const { viewer } = session
      if (!viewer && !form.forGuests)
        return reply.redirect(`/login?${new URLSearchParams({ next: sameSitePath(request.url) })}`, 302)
      if (!viewer) await takeTurn(services.overload, request, 'guest')
      await services.limiter.take('pages', { ...clientOf(viewer, request.ip), isPage: true })
      const typed: Typed = queryOf(request)
      return send(request, reply, session, await pageOf(name, { request, session, typed, key: randomUUID() }))
    })

    scope.post(`/-/:form`, { config: { admits: 'decidesItself' } }, async (request, reply) => {
      const name = nameIn(request)
      if (!isFromOwnPage(request, config)) throw new Refused(fromElsewhere)
      const typed: Typed = { ...(name === 'login' && { next: nextOf(request) }), ...(request.body as Typed) }
      if (name === 'act' && typed.language !== undefined) return chooseLanguage(request, reply, typed)
      if (name === 'act') return act(request, reply, typed)
      if (!isKeyOf(forms, name)) throw new Refused(noSuchForm)
      const form = formNamed(name)
      if (!form.call || !form.after) throw new Refused(noSuchForm)
      const answer = form.mistake?.(typed) ? null : await perform(request, form.call(typed), typed, form)
      if (answer?.isDone) {
        for (const cookie of answer.cookies) reply.header('set-cookie', cookie)
        return reply.redirect(form.after(answer.body, typed), 303)
      }
      // It is held, so it is not to be sent again; the page shows it.
      if (answer?.error.code === errors.heldForReview.code) return reply.redirect('/notifications/held', 303)
      if (answer?.retryAfter) reply.header('Retry-After', answer.retryAfter)
      const status = answer?.error.status ?? errors.badRequest.status
      // After a failure nobody knows whether it was done, so it is sent again with the same key.
      const key = (status >= 500 && typed.key) || randomUUID()
      const session = await Session.open(services, request, reply)
      const again = await pageOf(name, { request, session, typed, key }, () => withoutSubject(name, typed))
      const isLoggedOut = answer?.error.code === errors.notLoggedIn.code
      return send(request, reply.code(status), session, () => {
        const page = again()
        const text = form.mistake?.(typed)
        const mistake = text ? { text } : answer && mistakeOf(answer.error)
        return {
          ...page,
          ...(mistake && { error: mistake }),
          links: [
            // In another tab, because what was typed is only in this one.
            ...(isLoggedOut ? [{ href: '/login', label: t('Login'), inNewTab: true } as const] : []),
            ...page.links,
          ],
        }
      })
    })
  })
}
