import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { accentStylesheet, accentThemeColors } from '../../../contract/accent.ts'
import type { Language } from '../../../contract/languages.ts'
import type { Announcement, Site, SiteLook } from '../../../contract/pages.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { StaticPageName } from '../../../contract/staticPages.ts'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { type Config, ownHosts } from '../../config.ts'
import { renderMarkdown } from '../../platform/markdown/render.ts'
import { hasContactPage } from '../settings/contact.ts'
import { languageOf, offeredLanguages } from '../settings/language.ts'
import { logoView } from '../settings/logo.ts'
import type { Services } from './route.ts'

const digest = (text: string, length: number) =>
  createHash('sha256').update(text).digest('base64url').slice(0, length)

/** Caches the last result, because settings rarely change and every page needs it. */
function lastOf<Inputs extends (string | readonly string[])[], Result>(
  make: (...inputs: Inputs) => Result,
): (...inputs: Inputs) => Result {
  let last: { key: string; result: Result } | undefined
  return (...inputs) => {
    const key = JSON.stringify(inputs)
    if (last?.key !== key) last = { key, result: make(...inputs) }
    return last.result
  }
}

const welcomeOf = lastOf((text: string, siteHosts: readonly string[]) => renderMarkdown(text, { siteHosts }))

/** What guests read above the feed of the front page, as HTML; empty for nothing. */
export const welcomeHtml = ({ welcomeText }: SettingValues, config: Parameters<typeof ownHosts>[0]): string =>
  welcomeText && welcomeOf(welcomeText, ownHosts(config))

const accentOf = lastOf((color: string): SiteLook['accent'] => ({
  stylesheet: `/accent/${color.slice(1)}.css?v=${digest(accentStylesheet(color), 8)}`,
  themeColors: accentThemeColors(color),
}))

const announcementOf = lastOf(
  (text: string, kind: Announcement['kind'], end: string, siteHosts: readonly string[]): Announcement => ({
    key: digest(`${kind} ${text}`, 8),
    kind,
    html: renderMarkdown(text, { siteHosts }),
    endsAt: end === '' ? null : Date.parse(end.replace('Z', ':00Z')),
  }),
)

function lookOf(
  config: Config,
  settings: SettingValues,
  { mayRead, language }: { mayRead: boolean; language: Language },
): SiteLook {
  const { accentColor, readOnly } = settings
  const announcement = readOnly
    ? announcementOf(
        inLanguage(language, () =>
          t(
            "This site is read-only for now. You can read everything, but you can't post or change anything.",
          ),
        ),
        'warning',
        '',
        [],
      )
    : settings.announcement &&
      announcementOf(
        settings.announcement,
        settings.announcementKind,
        settings.announcementEnd,
        ownHosts(config),
      )
  const isOver = announcement && announcement.endsAt !== null && announcement.endsAt <= Date.now()
  const accent = accentColor && accentOf(accentColor.toLowerCase())
  return { ...(accent && { accent }), ...(announcement && !isOver && mayRead && { announcement }) }
}

/** The origin of the site; without SITE_URL, that of the request. */
export const originOf = ({ siteUrl }: Pick<Config, 'siteUrl'>, request: FastifyRequest): string =>
  // HTTP/1.0 clients may send no host.
  siteUrl?.origin ?? `${request.protocol}://${request.host || 'localhost'}`

/**
 * Facts about the site for pages and feeds; without SITE_URL, the origin is that of the request. Guests of a private
 * forum see no announcement.
 *
 * @param viewer null for guests.
 */
export function siteOf(
  { config, settings, liveSettings }: Pick<Services, 'config' | 'settings' | 'liveSettings'>,
  request: FastifyRequest,
  viewer: { readonly language: string | null } | null = null,
): Site {
  const logo = liveSettings.logo()
  const languages = offeredLanguages(settings)
  return {
    name: settings.siteName,
    description: settings.siteDescription,
    origin: originOf(config, request),
    contactEmail: settings.contactEmail,
    ...(hasContactPage(settings) && { hasContactPage: true as const }),
    sourceUrl: settings.sourceUrl,
    docsUrl: settings.docsUrl,
    footerPages: [...new Set(settings.footerPages as readonly StaticPageName[])],
    ...(settings.groupKind !== 'unknown' && { groupKind: settings.groupKind }),
    ...(!settings.nofollowLinks && { followsLinks: true as const }),
    ...(logo && { logo: logoView(logo) }),
    ...(languages.length > 1 && { languages }),
    look: lookOf(config, settings, {
      mayRead: !settings.privateForum || viewer !== null,
      language: languageOf(settings, request, viewer),
    }),
  }
}
