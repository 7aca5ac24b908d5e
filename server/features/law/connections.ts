import type { Connection } from '../../../contract/endpoints/law.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { pushContactOf } from '../../core/settings/contact.ts'
import { contentSecurityPolicy } from '../../platform/http/headers.ts'
import { sendsMail } from '../../platform/mail/send.ts'

/** What the connections depend on, besides the configuration. */
export interface ConnectionFacts {
  readonly settings: Pick<SettingValues, 'linkPreviews' | 'newestVersionUrl' | 'contactEmail'>
  readonly isTorBlocked: boolean
}

/** Why pages may load something from a host of the Content-Security-Policy. */
const purposesOfPages: Readonly<Record<string, string>> = {
  'www.youtube-nocookie.com':
    'Players of videos that members link to, without cookies. They load when a reader comes near; each reader can turn them off.',
  'hcaptcha.com': 'The captcha of the sign-up form (CAPTCHA=hcaptcha).',
  '*.hcaptcha.com': 'The captcha of the sign-up form (CAPTCHA=hcaptcha).',
}

/** The hosts that browsers may load something from besides the site, by the header that they obey. */
function connectionsOfBrowsers(config: Config): Connection[] {
  const hosts = contentSecurityPolicy(config, []).match(/(?<=https?:\/\/)[^\s;/]+/g) ?? []
  return [...new Set(hosts)].map((host) => ({
    from: 'browsers',
    host,
    purpose: purposesOfPages[host] ?? 'Allowed by the Content-Security-Policy.',
  }))
}

/** The host of a URL, without user name, password and port; of several hosts the list. */
const hostOf = (url: string): string =>
  /^\w+:\/\/(?:[^/]*@)?([^/?#]*)/.exec(url)?.[1]?.replace(/:\d+(?=,|$)/g, '') ?? ''

/** The hosts that the server contacts, and those that contact it in place of readers. */
function connectionsOfServer(config: Config, { settings, isTorBlocked }: ConnectionFacts): Connection[] {
  const candidates: [isUsed: boolean, host: string, purpose: string][] = [
    [
      sendsMail(config),
      hostOf(config.smtpUrl),
      'Mail server: gets the addresses of members and what is mailed to them.',
    ],
    [config.s3Bucket !== '', hostOfStore(config), 'Store of the images.'],
    [
      config.backupBucket !== '',
      hostOfStore(config),
      `Store of the backups${config.backupPassphrase === '' ? '' : ', which are encrypted'}.`,
    ],
    [config.databaseUrl !== '', hostOf(config.databaseUrl), 'Database.'],
    ...config.databaseReplicaUrls.map((url): [boolean, string, string] => [
      true,
      hostOf(url),
      'Replica of the database.',
    ]),
    [config.valkeyUrl !== '', hostOf(config.valkeyUrl), 'Counts calls for the rate limits.'],
    [
      pushContactOf({ config, settings }) !== '',
      'push services of browsers',
      'Push messages of members who turned them on; the texts are encrypted.',
    ],
    [
      settings.linkPreviews,
      'sites that members link to',
      'Titles and pictures of linked pages. They see the server, not the reader.',
    ],
    [
      config.captcha === 'hcaptcha' && config.hcaptchaVerifyUrl !== null,
      config.hcaptchaVerifyUrl?.hostname ?? '',
      'Verifies the captcha of the sign-up form: gets the IP address of who signs up.',
    ],
    [isTorBlocked, config.torExitListUrl.hostname, 'The list of Tor exits, without data about members.'],
    [
      settings.newestVersionUrl !== '',
      hostOf(settings.newestVersionUrl),
      'The number of the newest version, without data about members.',
    ],
    [config.purgeUrl !== null, config.purgeUrl?.hostname ?? '', 'Is asked to forget what was removed.'],
    [
      config.trustProxy !== false || config.cdnSeconds > 0,
      'a proxy or CDN in front of the server',
      'Passes requests on: sees what readers request, and their IP addresses.',
    ],
  ]
  return candidates
    .filter(([isUsed]) => isUsed)
    .map(([, host, purpose]) => ({ from: 'server', host: host || 'this machine', purpose }))
}

const hostOfStore = ({ s3Endpoint, s3Region }: Config): string =>
  s3Endpoint?.hostname ?? `s3.${s3Region}.amazonaws.com`

/** Everything outside the server that takes part, for browsers and for the server itself. Names hosts only, never secrets. */
export const listConnections = (config: Config, facts: ConnectionFacts): Connection[] => [
  ...connectionsOfBrowsers(config),
  ...connectionsOfServer(config, facts),
]
