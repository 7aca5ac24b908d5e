import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isLanguage, type Language, languageCookie } from '../../../contract/languages.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'

const acceptMaxLength = 200
const cookieSeconds = 365 * 86_400

/** The languages that the site offers, the default first. */
export function offeredLanguages({ languages }: Pick<SettingValues, 'languages'>): readonly Language[] {
  const offered = languages.filter(isLanguage)
  return offered.length > 0 ? offered : ['en']
}

/**
 * The language in which someone reads pages: the one they chose, as a member or with this browser, otherwise the one that their
 * browser prefers among those offered, otherwise the default of the site. While the site is read-only, members can choose only for
 * their browser, so that choice comes first.
 */
export function languageOf(
  settings: Pick<SettingValues, 'languages' | 'readOnly'>,
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
  viewer: { readonly language: string | null } | null,
): Language {
  const offered = offeredLanguages(settings)
  const [first = 'en'] = offered
  if (offered.length === 1) return first
  const isOffered = (language: string | null | undefined): language is Language =>
    offered.some((one) => one === language)
  const { [languageCookie]: chosen } = request.cookies
  if (settings.readOnly && isOffered(chosen)) return chosen
  if (isOffered(viewer?.language)) return viewer.language
  if (isOffered(chosen)) return chosen
  return preferred(request.headers['accept-language'] ?? '').find(isOffered) ?? first
}

/** Keeps a language in the browser, for pages without a session. */
export const keepLanguage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { siteUrl }: Pick<Config, 'siteUrl'>,
  language: Language,
): FastifyReply =>
  reply.setCookie(languageCookie, language, {
    path: '/',
    sameSite: 'lax',
    secure: request.protocol === 'https' || siteUrl?.protocol === 'https:',
    maxAge: cookieSeconds,
  })

/**
 * Keeps the language that a member chose in a browser that does not have it yet. There it holds for pages that are made without the
 * database, such as those of an overloaded server.
 */
export function keepLanguageOfMember(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    settings,
    config,
  }: { settings: Pick<SettingValues, 'languages' | 'readOnly'>; config: Pick<Config, 'siteUrl'> },
  { language }: { readonly language: string | null },
): void {
  const offered = offeredLanguages(settings)
  const chosen = offered.find((one) => one === language)
  if (!chosen || offered.length === 1 || settings.readOnly || request.cookies[languageCookie] === chosen)
    return
  keepLanguage(request, reply, config, chosen)
}

/** The language to store for someone who fills in a form in it: null where it is the default of the site, which may change. */
export const languageToStore = (
  settings: Pick<SettingValues, 'languages'>,
  language: Language,
): Language | null => (language === offeredLanguages(settings)[0] ? null : language)

/** The language of what is sent to a member: the one that they chose, otherwise the default of the site. */
export const languageOfMember = (
  settings: Pick<SettingValues, 'languages'>,
  chosen: string | null,
): Language => {
  const offered = offeredLanguages(settings)
  return offered.find((one) => one === chosen) ?? offered[0] ?? 'en'
}

/** Browsers send few different headers, and each page asks several times. */
const preferences = new LRUCache<string, readonly string[]>({ max: 500 })

/**
 * The languages that a browser prefers, the best first: `de-CH, en;q=0.8` are German and English.
 *
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.accept-language
 */
function preferred(header: string): readonly string[] {
  const text = header.slice(0, acceptMaxLength).toLowerCase()
  const known = preferences.get(text)
  if (known) return known
  const found = text
    .split(',')
    .map((range) => {
      const [tag = '', quality] = range.split(';')
      return {
        language: tag.trim().split('-')[0] ?? '',
        weight: quality === undefined ? 1 : Number(/^\s*q\s*=\s*([\d.]+)/.exec(quality)?.[1] ?? 0),
      }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map(({ language }) => language)
  preferences.set(text, found)
  return found
}
