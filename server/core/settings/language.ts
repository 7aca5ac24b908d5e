import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { isLanguage, type Language, languageCookie } from '../../../contract/languages.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'

const acceptMaxLength = 200

/** The languages that the site offers, the default first. */
export function offeredLanguages({ languages }: Pick<SettingValues, 'languages'>): readonly Language[] {
  const offered = languages.filter(isLanguage)
  return offered.length > 0 ? offered : ['en']
}

/**
 * The language in which someone reads pages: the one they chose, as a member or with this browser, otherwise the one that their
 * browser prefers among those offered, otherwise the default of the site.
 */
export function languageOf(
  settings: Pick<SettingValues, 'languages'>,
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
  viewer: { readonly language: string | null } | null,
): Language {
  const offered = offeredLanguages(settings)
  const [first = 'en'] = offered
  if (offered.length === 1) return first
  const isOffered = (language: string | null | undefined): language is Language =>
    offered.some((one) => one === language)
  const { [languageCookie]: chosen } = request.cookies
  if (isOffered(viewer?.language)) return viewer.language
  if (isOffered(chosen)) return chosen
  return preferred(request.headers['accept-language'] ?? '').find(isOffered) ?? first
}

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
