import type { FastifyInstance } from 'fastify'
import { accentThemeColors } from '../../../contract/accent.ts'
import { directionOfLanguage } from '../../../contract/languages.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import { currentLanguage, inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { languageOf } from '../../core/settings/language.ts'
import type { LiveSettings } from '../../core/settings/live.ts'
import { logoView } from '../../core/settings/logo.ts'

/** Colors of the installed application, from the light theme. */
const colors = { theme_color: '#ffffff', background_color: '#f7f6f3' }

const icon = (src: string, size: number, purpose: 'any' | 'maskable') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

/** Serves the web app manifest, which makes the site installable. @see https://www.w3.org/TR/appmanifest/ */
export function serveManifest(
  app: FastifyInstance,
  { settings, liveSettings }: { settings: SettingValues; liveSettings: Pick<LiveSettings, 'logo'> },
): void {
  const manifest = () => {
    const logo = liveSettings.logo()
    const icons = logo ? logoView(logo).path : '/'
    return JSON.stringify({
      id: '/',
      name: settings.siteName,
      short_name: settings.siteName,
      description: settings.siteDescription,
      lang: currentLanguage(),
      dir: directionOfLanguage(currentLanguage()),
      start_url: '/',
      scope: '/',
      display: 'standalone',
      ...colors,
      ...(settings.accentColor && { theme_color: accentThemeColors(settings.accentColor).light }),
      icons: [
        icon(`${icons}icon-192.png`, 192, 'any'),
        icon(`${icons}icon-512.png`, 512, 'any'),
        icon(`${icons}icon-maskable-512.png`, 512, 'maskable'),
      ],
      shortcuts: [
        { name: t('Create post'), url: '/new' },
        { name: t('Notifications'), url: '/notifications' },
      ],
    })
  }
  app.get('/manifest.json', { config: { admits: 'everyone' } }, async (request, reply) =>
    reply
      .header('Cache-Control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(inLanguage(languageOf(settings, request, null), manifest)),
  )
}
