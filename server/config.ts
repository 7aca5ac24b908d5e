import { isIP } from 'node:net'
import { resolve } from 'node:path'
import ipaddr from 'ipaddr.js'
import addressparser from 'nodemailer/lib/addressparser'
import { parseSetting, parseSwitch } from '../contract/settingValues.ts'
import { type LockedSettings, settingNames, settingOf } from '../contract/siteSettings.ts'

/** One setting: its environment variable, its default in the syntax of the variable, and its meaning. */
interface Setting<T> {
  readonly variable: string
  readonly byDefault: string
  readonly meaning: string
  /** @throws a string that completes 'VARIABLE …' for an invalid value. */
  readonly parse: (text: string) => T
}

const setting = <T>(
  variable: string,
  byDefault: string,
  meaning: string,
  parse: (text: string) => T,
): Setting<T> => ({ variable, byDefault, meaning, parse })

const text = (value: string) => value
const integer =
  (min: number, max: number) =>
  (value: string): number => {
    const number = Number(value)
    if (!/^-?\d+$/.test(value) || number < min || number > max)
      throw `must be a whole number from ${min} to ${max}, not "${value}"`
    return number
  }
/** The languages with a Snowball stemmer in PostgreSQL 16 (manual, section 12.6.6). */
const stemmedLanguages = [
  'arabic',
  'armenian',
  'basque',
  'catalan',
  'danish',
  'dutch',
  'english',
  'finnish',
  'french',
  'german',
  'greek',
  'hindi',
  'hungarian',
  'indonesian',
  'irish',
  'italian',
  'lithuanian',
  'nepali',
  'norwegian',
  'portuguese',
  'romanian',
  'russian',
  'serbian',
  'spanish',
  'swedish',
  'tamil',
  'turkish',
  'yiddish',
] as const

const oneOf =
  <const T extends string>(...words: T[]) =>
  (value: string): T => {
    const word = words.find((candidate) => candidate === value.toLowerCase())
    if (!word) throw `must be one of ${words.join(', ')}, not "${value}"`
    return word
  }
const autoOr =
  (parse: (value: string) => number) =>
  (value: string): number | 'auto' =>
    value.toLowerCase() === 'auto' ? 'auto' : parse(value)
const webUrl = (value: string): URL => {
  if (!URL.canParse(value) || !/^https?:$/.test(new URL(value).protocol))
    throw `must be a URL that starts with http:// or https://, not "${value}"`
  const url = new URL(value)
  // The password is not shown.
  if (url.username || url.password) throw 'must not contain a user name or password'
  if (value.includes('#')) throw `must not contain a fragment (#…), not "${value}"`
  return url
}
/** A URL to whose path more is added. */
const webUrlWithoutQuery = (value: string): URL => {
  const url = webUrl(value)
  if (value.includes('?')) throw `must not contain a query (?…), not "${value}"`
  return url
}
/** Only a scheme and a host, with a port or without. */
const originUrl = (value: string): URL => {
  const url = webUrlWithoutQuery(value)
  if (url.pathname !== '/')
    throw `must not contain a path: the site cannot be served below ${url.pathname}, only at ${url.origin}`
  return url
}
const orNone =
  <T>(parse: (value: string) => T) =>
  (value: string): T | null =>
    value === '' ? null : parse(value)
const encodings = 'Write # in its user name or password as %23, / as %2F, ? as %3F and @ as %40'

/** Keeps the first of several hosts (host1,host2), which `URL` cannot parse. An empty one is a socket. */
const withOneHost = (url: string) =>
  url.replace(/^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@,]*),[^/?#@]*/, '$1$2').replace(/@(?=[/?]|$)/, '@localhost')

/** A URL with a user name and a password, which may be empty. @param forms the beginnings that it may have, such as `smtp://`. */
const serverUrl =
  (...forms: string[]) =>
  (value: string): string => {
    if (value === '') return value
    if (!forms.some((form) => value.startsWith(form))) throw `must start with ${forms.join(' or ')}`
    const url = withOneHost(value)
    // The password is not shown.
    if (value.includes('#') || !URL.canParse(url) || new URL(url).pathname.includes('@'))
      throw `cannot be read as a URL. ${encodings}`
    return value
  }
const databaseServerUrl = serverUrl('postgres://', 'postgresql://')
const sender = (value: string): string => {
  if (value === '') return value
  const [parsed, ...others] = addressparser(value)
  if (!parsed || others.length > 0 || !/^[^\s@]+@[^\s@]+$/.test(parsed.address ?? ''))
    throw `must be one address: forum@example.org, or Our forum <forum@example.org>, not "${value}"`
  return value
}
const hosts = (value: string): string[] =>
  listed(value).map((host) => {
    const isHost = URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host.toLowerCase()
    if (!isHost) throw `must be a list of hosts (old.example.org), not "${host}"`
    return host.toLowerCase()
  })
const proxies = (value: string): string[] | false => {
  if (value === '' || value === 'off') return false
  const addresses = value.split(',').map((address) => address.trim())
  const named = ['loopback', 'linklocal', 'uniquelocal']
  const isNetwork = (address: string) => ipaddr.isValidCIDR(address) && !address.endsWith('/0')
  const wrong = addresses.find((address) => !named.includes(address) && !isIP(address) && !isNetwork(address))
  if (wrong !== undefined)
    throw `must be off or a list of proxy addresses (10.0.0.1, 10.0.0.0/8, loopback), not "${wrong}"`
  return addresses
}

/** A network as its address and the length of its prefix in bits. */
export type Network = ReturnType<typeof ipaddr.parseCIDR>

const networks = (value: string): Network[] =>
  listed(value).map((network) => {
    if (!ipaddr.isValidCIDR(network))
      throw `must be a list of networks (192.168.7.0/24, fd12:3456::/32), not "${network}"`
    return ipaddr.parseCIDR(network)
  })
const keyPrefix = (value: string): string => {
  if (!/^([0-9A-Za-z_-]+\/)*$/.test(value)) throw `must be words with a slash after each, not "${value}"`
  return value
}
const ports = (value: string): number[] => listed(value).map(integer(1, 65535))
/** What the server keeps to be faster: see "What is kept" in docs/architecture.md. */
const cacheNames = ['answers', 'items', 'orders', 'markup', 'batches'] as const
type CacheName = (typeof cacheNames)[number]
const caches = (value: string): ReadonlySet<CacheName> => {
  const word = value.toLowerCase()
  if (word === 'on') return new Set(cacheNames)
  if (word === 'off') return new Set()
  return new Set(listed(word).map(oneOf(...cacheNames)))
}
const listed = (value: string): string[] => (value === '' ? [] : value.split(',').map((part) => part.trim()))

/** The major versions of PostgreSQL that the tests run against. */
export const testedPostgres = { oldest: 16, newest: 18 }

/**
 * The settings that only the environment has. docs/configuration.md contains the same tables; a test compares them. Settings
 * that admins may change are in contract/siteSettings.ts.
 */
export const settings = {
  port: setting('PORT', '8080', 'Port to listen on.', integer(0, 65535)),
  host: setting('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 in a container.', text),
  dataDir: setting('DATA_DIR', './data', 'Folder of the private database and of uploaded files.', (path) =>
    resolve(path),
  ),
  postgresBinaries: setting(
    'POSTGRES_BINARIES',
    '',
    `Folder of an installed PostgreSQL of version ${testedPostgres.oldest} to ${testedPostgres.newest}, such as /usr/lib/postgresql/17, whose programs run the private database; by default those of the npm packages.`,
    (path) => path && resolve(path),
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    `URL of a PostgreSQL of version ${testedPostgres.oldest} to ${testedPostgres.newest}, used instead of the private one: postgres://user:password@host/database. With several hosts (host1,host2), the primary is used.`,
    (value) => {
      databaseServerUrl(value)
      const [, requested = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(value) ?? []
      if (!['read-write', 'primary'].includes(requested))
        throw `may have target_session_attrs=read-write, not "${requested}"`
      return value
    },
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    '',
    'Direct URL of the same PostgreSQL, if DATABASE_URL leads through a pooler in transaction mode, such as PgBouncer.',
    databaseServerUrl,
  ),
  databaseConnections: setting(
    'DATABASE_CONNECTIONS',
    '4',
    'Connections to PostgreSQL, of all workers together; about twice the number of its cores.',
    integer(2, 200),
  ),
  databaseReplicaUrls: setting(
    'DATABASE_REPLICA_URLS',
    '',
    'URLs of streaming replicas of that PostgreSQL, separated by commas; they answer requests that accept data a few seconds old.',
    (value) => listed(value).map(databaseServerUrl),
  ),
  databaseReplicaLagSeconds: setting(
    'DATABASE_REPLICA_LAG_SECONDS',
    '2',
    'A replica that lags behind the primary by more than this many seconds is not used until it has caught up.',
    integer(1, 60),
  ),
  valkeyUrl: setting(
    'VALKEY_URL',
    '',
    'URL of a Valkey or Redis that counts rate limits in place of PostgreSQL: valkey://:password@host:6379/0. A site on one machine needs none.',
    serverUrl('valkey://', 'valkeys://', 'redis://', 'rediss://'),
  ),
  workers: setting(
    'WORKERS',
    'auto',
    'Processes that answer requests; auto for as many as cores and memory allow, which is one on a machine with two cores.',
    autoOr(integer(1, 64)),
  ),
  jobs: setting(
    'JOBS',
    'on',
    'Whether the server runs background jobs; off if ./folkmoot worker runs them.',
    parseSwitch,
  ),
  siteUrl: setting(
    'SITE_URL',
    '',
    'Public URL, for links and secure cookies; by default that of the request.',
    orNone(originUrl),
  ),
  formerHosts: setting(
    'FORMER_HOSTS',
    '',
    'Hosts that the site had before: old.example.org. Requests for them are redirected to SITE_URL, and links to them in texts count as links to this site.',
    hosts,
  ),
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server: smtps://user:password@mail.example.org; the site sends no mail when empty.',
    serverUrl('smtp://', 'smtps://'),
  ),
  mailFrom: setting(
    'MAIL_FROM',
    '',
    'Sender of mail: Our forum <forum@example.org>; CONTACT_EMAIL when empty.',
    sender,
  ),
  dkimSelector: setting(
    'DKIM_SELECTOR',
    '',
    'Selector with which the mail server signs mail; doctor looks up its key. It tries a few common ones when empty.',
    (value) => {
      if (!/^[0-9A-Za-z._-]*$/.test(value)) throw `must be a name such as mail2026, not "${value}"`
      return value
    },
  ),
  pushContact: setting(
    'PUSH_CONTACT',
    '',
    'Email or https address at which push services reach you; CONTACT_EMAIL when empty. Without either there are no push notifications.',
    (value) => {
      if (value !== '' && !/^(https:\/\/\S+|[^\s@]+@[^\s@]+)$/.test(value))
        throw `must be an email address or start with https://, not "${value}"`
      return value
    },
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    'off',
    'Proxies whose X-Forwarded-For, -Host and -Proto headers are trusted: addresses, ranges, loopback. Set SITE_URL, too.',
    proxies,
  ),
  captcha: setting(
    'CAPTCHA',
    'pow',
    'Captcha of the sign-up: pow (proof of work, no third party), hcaptcha, off.',
    oneOf('pow', 'hcaptcha', 'off'),
  ),
  hcaptchaSiteKey: setting('HCAPTCHA_SITE_KEY', '', 'Site key, with CAPTCHA=hcaptcha.', text),
  hcaptchaSecret: setting('HCAPTCHA_SECRET', '', 'Secret, with CAPTCHA=hcaptcha.', text),
  hcaptchaVerifyUrl: setting(
    'HCAPTCHA_VERIFY_URL',
    'https://api.hcaptcha.com/siteverify',
    'URL that verifies hCaptcha responses.',
    orNone(webUrl),
  ),
  sessionCookie: setting('SESSION_COOKIE', 'SID', 'Name of the session cookie.', (value) => {
    if (!/^[0-9A-Za-z_]+$/.test(value)) throw 'must consist of letters, digits and underscores'
    return value
  }),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    'Bearer token, 20 characters or more, with which other machines can read /metrics; when empty, only this machine can.',
    (value) => {
      if (value !== '' && !/^[!-~]{20,}$/.test(value)) throw 'must have 20 characters or more, without spaces'
      return value
    },
  ),
  adminApiKey: setting(
    'ADMIN_API_KEY',
    '',
    'Requests with ?adminKey= equal to it skip CSRF checks and rate limits; it grants no rights.',
    text,
  ),
  imageMaxMegapixels: setting(
    'IMAGE_MAX_MEGAPIXELS',
    '64',
    'Larger images are refused, also animations with more in all frames together; decoding one takes up to 8 MB of memory per megapixel.',
    integer(1, 1000),
  ),
  s3Bucket: setting(
    'S3_BUCKET',
    '',
    'Bucket of an S3-compatible store for images; a folder in DATA_DIR when empty.',
    text,
  ),
  s3Endpoint: setting(
    'S3_ENDPOINT',
    '',
    'URL of the S3-compatible store; that of Amazon when empty.',
    orNone(webUrlWithoutQuery),
  ),
  s3Region: setting('S3_REGION', 'us-east-1', 'Region of the bucket.', text),
  s3AccessKeyId: setting('S3_ACCESS_KEY_ID', '', 'Key id, with S3_BUCKET.', text),
  s3SecretAccessKey: setting('S3_SECRET_ACCESS_KEY', '', 'Secret key, with S3_BUCKET.', text),
  s3Prefix: setting(
    'S3_PREFIX',
    'images/',
    'Prefix of every key in the bucket, so that other programs can share it.',
    keyPrefix,
  ),
  backupDir: setting(
    'BACKUP_DIR',
    '',
    'Folder of backups; backups in DATA_DIR when empty. Better on another disk.',
    (path) => path && resolve(path),
  ),
  backupBucket: setting(
    'BACKUP_BUCKET',
    '',
    'Bucket for backups instead of a folder, in the S3-compatible store of the images.',
    text,
  ),
  backupPrefix: setting(
    'BACKUP_PREFIX',
    'backups/',
    'Prefix of the keys of backups in the bucket.',
    keyPrefix,
  ),
  backupPassphrase: setting(
    'BACKUP_PASSPHRASE',
    '',
    'Encrypts backups. Nobody can read them without it, not even you. Backups are not encrypted when empty.',
    text,
  ),
  backupBeforeMigration: setting(
    'BACKUP_BEFORE_MIGRATION',
    'on',
    'Whether a backup is made before a new version changes the database, if the folder of backups exists.',
    parseSwitch,
  ),
  linkPorts: setting('LINK_PORTS', '80,443', 'Ports that link previews may connect to.', ports),
  linkAllowedNetworks: setting(
    'LINK_ALLOWED_NETWORKS',
    '',
    'Private networks that link previews may connect to besides the public internet: 192.168.7.0/24.',
    networks,
  ),
  torExitListUrl: setting(
    'TOR_EXIT_LIST_URL',
    'https://check.torproject.org/torbulkexitlist',
    'URL of the list of Tor exit nodes, one address a line; fetched while Tor is blocked.',
    webUrl,
  ),
  searchLanguage: setting(
    'SEARCH_LANGUAGE',
    'english',
    'Language of the texts, for stemming in the search: a language with a stemmer in PostgreSQL, or simple for none.',
    oneOf('simple', ...stemmedLanguages),
  ),
  pageSize: setting('PAGE_SIZE', '10', 'Posts on a page of a feed.', integer(1, 50)),
  guestCacheSeconds: setting(
    'GUEST_CACHE_SECONDS',
    '2',
    'How long responses for guests are cached; 0 disables the cache.',
    integer(0, 3600),
  ),
  caches: setting(
    'CACHES',
    'on',
    'What is kept or joined for speed: on, off, or a list of those that stay on: answers, items, orders, markup, batches.',
    caches,
  ),
  cdnSeconds: setting(
    'CDN_SECONDS',
    '0',
    'How long a shared cache in front of the server (a CDN, Varnish, nginx) may keep responses for guests; 0 if there is none.',
    integer(0, 3600),
  ),
  purgeUrl: setting(
    'PURGE_URL',
    '',
    'URL that gets a PURGE request when something was removed that a shared cache may still have; none when empty.',
    orNone(webUrl),
  ),
  keepNotificationsDays: setting(
    'KEEP_NOTIFICATIONS_DAYS',
    '365',
    'Seen notifications are deleted this many days after their last change; 0 for never.',
    integer(0, 36_500),
  ),
  keepVisitsDays: setting(
    'KEEP_VISITS_DAYS',
    '365',
    'How many days it is remembered when a member last opened a post, to mark new comments; 0 forever.',
    integer(0, 36_500),
  ),
  keepAnalyticsDays: setting(
    'KEEP_ANALYTICS_DAYS',
    '365',
    'How many days it is remembered that a member uses the installed application; 0 forever.',
    integer(0, 36_500),
  ),
  keepLogsDays: setting(
    'KEEP_LOGS_DAYS',
    '0',
    'Entries of the moderation log and the log of settings, answered appeals and decided notices are deleted after this many days; 0 for never.',
    integer(0, 36_500),
  ),
  keepAddressesDays: setting(
    'KEEP_ADDRESSES_DAYS',
    '90',
    'IP addresses of accounts, sessions and applications are deleted by a weekly job this many days after they were last used; 0 for never.',
    integer(0, 36_500),
  ),
  overloadDelayMs: setting(
    'OVERLOAD_DELAY_MS',
    '500',
    'How many milliseconds a request waits in the queue under overload before it gets 503. 0 for no limit.',
    integer(0, 60_000),
  ),
  heapMib: setting(
    'HEAP_MIB',
    '256',
    'Memory for JavaScript objects, in MiB; images and caches need about 150 more. 0 for the default of Node.js.',
    integer(0, 1_000_000),
  ),
  diskReserveMib: setting(
    'DISK_RESERVE_MIB',
    '200',
    'Below this much free space in DATA_DIR, in MiB, nothing new is stored, so that reading still works. 0 for no reserve.',
    integer(0, 1_000_000),
  ),
  slowRequestMs: setting(
    'SLOW_REQUEST_MS',
    '2000',
    'Requests that take longer, in milliseconds, are logged. 0 for none.',
    integer(0, 600_000),
  ),
  slowStatementMs: setting(
    'SLOW_STATEMENT_MS',
    '500',
    'SQL statements of requests that take longer, in milliseconds, are logged without their parameters. 0 for none.',
    integer(0, 600_000),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'warn',
    'Log level: silent, error, warn, info, debug.',
    oneOf('silent', 'error', 'warn', 'info', 'debug'),
  ),
}

export type Config = { readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> } & {
  /** Settings of the environment that admins could otherwise change. */
  readonly locked: LockedSettings
}

/** The message lists all mistakes in the configuration, one a line, each with its variable. */
export class ConfigurationError extends Error {}

/** The hosts of the site, the present one and former ones, in lower case. */
export const ownHosts = ({ siteUrl, formerHosts }: Pick<Config, 'siteUrl' | 'formerHosts'>): string[] =>
  siteUrl ? [siteUrl.host, ...formerHosts] : []

/** Variables of the environment that differ from one of ours by a letter or two, such as `SMPT_URL`. */
export function findMisspelt(
  environment: Record<string, string | undefined>,
): { given: string; meant: string }[] {
  const known = [
    ...Object.values(settings).map(({ variable }) => variable),
    ...settingNames.flatMap((name) => settingOf(name).variable ?? []),
  ]
  return Object.keys(environment)
    .filter((given) => /^[A-Z][A-Z0-9_]{4,}$/.test(given) && !known.includes(given))
    .flatMap((given) => {
      const [nearest] = known
        .map((meant) => ({ meant, letters: distance(given, meant) }))
        .filter(({ meant, letters }) => letters <= Math.min(2, Math.floor(meant.length / 4)))
        .toSorted((one, other) => one.letters - other.letters)
      return nearest ? [{ given, meant: nearest.meant }] : []
    })
}

/** How many letters have to be added, removed or replaced, at most 3. Two that changed places count as one (Damerau). */
function distance(one: string, other: string): number {
  const max = 3
  if (Math.abs(one.length - other.length) >= max) return max
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        (last[column] ?? max) + 1,
        (current[column - 1] ?? max) + 1,
        (last[column - 1] ?? max) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? max) + 1 : max,
      )
    }
    beforeLast = last
    last = current
  }
  return Math.min(last[other.length] ?? max, max)
}

/**
 * Parses the configuration from environment variables. Empty variables count as unset.
 *
 * @throws ConfigurationError that lists every invalid variable.
 */
export function parseConfig(environment: Record<string, string | undefined>): Config {
  const mistakes: string[] = []
  const entries = Object.entries(settings).map(([name, one]) => {
    const given = environment[one.variable]?.trim()
    try {
      return [name, one.parse(given || one.byDefault)]
    } catch (mistake) {
      mistakes.push(`${one.variable} ${String(mistake)}`)
      return [name, undefined]
    }
  })
  const locked = Object.fromEntries(
    settingNames.flatMap((name) => {
      const definition = settingOf(name)
      const { variable } = definition
      const given = variable && environment[variable]?.trim()
      if (!given) return []
      try {
        return [[name, parseSetting(definition, given)]]
      } catch (mistake) {
        mistakes.push(`${variable} ${String(mistake)}`)
        return []
      }
    }),
  ) as LockedSettings
  const config = { ...Object.fromEntries(entries), locked } as Config
  const mailFrom = config.mailFrom || String(locked.contactEmail ?? '')
  if (
    mistakes.length === 0 &&
    config.captcha === 'hcaptcha' &&
    !(config.hcaptchaSiteKey && config.hcaptchaSecret)
  )
    mistakes.push('CAPTCHA=hcaptcha needs HCAPTCHA_SITE_KEY and HCAPTCHA_SECRET')
  if (mistakes.length === 0 && config.databaseDirectUrl && !config.databaseUrl)
    mistakes.push('DATABASE_DIRECT_URL needs DATABASE_URL')
  if (mistakes.length === 0 && !(config.s3AccessKeyId && config.s3SecretAccessKey)) {
    if (config.s3Bucket) mistakes.push('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
    if (config.backupBucket) mistakes.push('BACKUP_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY')
  }
  if (mistakes.length === 0 && config.formerHosts.length > 0) {
    if (!config.siteUrl) mistakes.push('FORMER_HOSTS needs SITE_URL')
    else if (config.formerHosts.includes(config.siteUrl.host))
      mistakes.push(`FORMER_HOSTS must not name ${config.siteUrl.host}, the host of SITE_URL`)
  }
  // Without SITE_URL, links in mails would use the Host header of the request, which an attacker controls.
  if (mistakes.length === 0 && config.smtpUrl && !(config.siteUrl && mailFrom))
    mistakes.push('SMTP_URL needs SITE_URL, and MAIL_FROM or CONTACT_EMAIL')
  if (mistakes.length > 0) throw new ConfigurationError(mistakes.join('\n'))
  return { ...config, mailFrom }
}
