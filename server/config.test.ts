import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writtenSetting } from '../contract/settingValues.ts'
import { wordsOf } from '../contract/settingWords.ts'
import { settingNames, settingOf } from '../contract/siteSettings.ts'
import { ConfigurationError, findMisspelt, parseConfig, settings, testedPostgres } from './config.ts'

const rows = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')))

const documented = rows
  .filter((cells) => cells.length === 5)
  .map(([, variable, byDefault, meaning]) => ({ variable, byDefault, meaning }))
const editable = rows
  .filter((cells) => cells.length === 6)
  .map(([, name, variable, byDefault, meaning]) => ({ name, variable, byDefault, meaning }))

describe('the configuration', () => {
  it('is documented setting by setting, with its defaults', () => {
    const known = Object.values(settings).map(({ variable, byDefault, meaning }) => ({
      variable,
      byDefault,
      meaning,
    }))
    expect(documented).toEqual(known)
  })

  it('names the settings that admins change, too, with their variables and defaults', () => {
    const known = settingNames.map((name) => {
      const { variable = '', default: byDefault } = settingOf(name)
      return {
        name,
        variable,
        byDefault: byDefault === '' ? '' : writtenSetting(byDefault),
        meaning: wordsOf(name).hint,
      }
    })
    expect(editable).toEqual(known)
  })

  it.each(['README.md', 'docs/operations.md', 'docs/decisions/private-postgresql.md'])(
    'the tested versions of PostgreSQL are in %s',
    (file) => {
      const text = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
      expect(text).toMatch(new RegExp(`${testedPostgres.oldest} to ${testedPostgres.newest}\\b`))
    },
  )

  it('the tested versions of PostgreSQL are those of the npm packages', () => {
    const versionsIn = (file: string) =>
      Object.values(
        JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')).optionalDependencies,
      ).map((version) => Number(/(\d+)\.\d+\.\d+-/.exec(String(version))?.[1]))
    const versions = new Set([
      ...versionsIn('tests/olderPostgres/package.json'),
      ...versionsIn('package.json'),
    ])
    const { oldest, newest } = testedPostgres
    expect([...versions]).toEqual(Array.from({ length: newest - oldest + 1 }, (_, index) => oldest + index))
  })

  it('has a default for everything', () => {
    expect(parseConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', captcha: 'pow', locked: {} })
  })

  it('takes an empty variable as unset', () => {
    expect(parseConfig({ PORT: ' ', SITE_NAME: '' })).toMatchObject({ port: 8080, locked: {} })
  })

  it.each([
    ['on', ['answers', 'items', 'orders', 'markup', 'batches']],
    ['off', []],
    ['Answers, markup', ['answers', 'markup']],
  ])('keeps for speed what CACHES=%s says', (CACHES, names) => {
    expect([...parseConfig({ CACHES }).caches]).toEqual(names)
  })

  it('knows what can be kept', () => {
    expect(() => parseConfig({ CACHES: 'parts' })).toThrow(
      'CACHES must be one of answers, items, orders, markup, batches, not "parts"',
    )
  })

  it('reports all mistakes at once', () => {
    const parse = () =>
      parseConfig({
        PORT: 'eighty',
        CAPTCHA: 'riddle',
        SITE_URL: 'talk.example.org',
        TRUST_PROXY: '10.0.0.0/8, me',
      })
    expect(parse).toThrow(ConfigurationError)
    expect(parse).toThrow(/PORT must be a whole number from 0 to 65535, not "eighty"/)
    expect(parse).toThrow(/CAPTCHA must be one of pow, hcaptcha, off, not "riddle"/)
    expect(parse).toThrow(/SITE_URL must be a URL that starts with http/)
    expect(parse).toThrow(/TRUST_PROXY .* not "me"/)
  })

  it.each(['10.0.0.0/99', '0.0.0.0/0', '10.0.0.0/8/8', '::/0'])(
    'rejects the proxy range %s',
    (TRUST_PROXY) => {
      expect(() => parseConfig({ TRUST_PROXY })).toThrow(
        /TRUST_PROXY must be off or a list of proxy addresses/,
      )
    },
  )

  it('locks the settings that it sets, as they are checked everywhere', () => {
    expect(
      parseConfig({
        SITE_NAME: ' Riverside ',
        IMAGE_POSTS: 'No',
        IMAGES_PER_POST: '3',
        DEFAULT_FEED_SORT: 'Latest',
        ABOUT_COMMUNITIES: 'meta, help_desk',
        SOURCE_URL: 'https://code.example.org',
      }).locked,
    ).toEqual({
      siteName: 'Riverside',
      imagePosts: false,
      imagesPerPost: 3,
      defaultFeedSort: 'latest',
      aboutCommunities: ['meta', 'help_desk'],
      sourceUrl: 'https://code.example.org/',
    })
    expect(parseConfig({ ABOUT_COMMUNITIES: 'off' }).locked).toEqual({ aboutCommunities: [] })
    expect(() => parseConfig({ IMAGES_PER_POST: 'many' })).toThrow(
      'IMAGES_PER_POST must be a whole number from 1 to 100, not "many"',
    )
    expect(() => parseConfig({ RATE_LIMITS: 'maybe' })).toThrow('RATE_LIMITS must be on or off, not "maybe"')
  })

  it.each([
    ['SMTP_URL', 'smtps://forum@example.org:pass#word/x@mail.example.org'],
    ['SMTP_URL', 'smtp://forum:123#x@mail.example.org'],
    ['DATABASE_URL', 'postgres://u:se#cret@h/d'],
    ['DATABASE_URL', 'postgres://u:12/cret@h1,h2/d'],
    ['DATABASE_DIRECT_URL', 'postgres://u:se?cret@h/d'],
    ['DATABASE_REPLICA_URLS', 'postgres://u:secret@h/d,postgres://u:se#cret@h/d'],
    ['VALKEY_URL', 'valkey://:se#cret@h'],
  ])('says how to write the password of %s', (variable, value) => {
    const parse = () => parseConfig({ [variable]: value })
    expect(parse).toThrow(`${variable} cannot be read as a URL. Write # in its user name or password as %23`)
    expect(parse).not.toThrow(/cret|word\//)
  })

  it.each([
    [
      'SITE_URL',
      'https://example.org/forum',
      /a path: the site cannot be served below \/forum, only at https:\/\/example.org/,
    ],
    ['SITE_URL', 'https://example.org/forum/', /a path/],
    ['SITE_URL', 'https://example.org/?a=b', /a query/],
    ['SITE_URL', 'https://example.org/?', /a query/],
    ['SITE_URL', 'https://example.org/#top', /a fragment/],
    ['SITE_URL', 'https://someone:hidden@example.org', /a user name or password/],
    ['SITE_URL', 'https://someone@example.org', /a user name or password/],
    ['S3_ENDPOINT', 'https://key:hidden@s3.example.org', /a user name or password/],
    ['S3_ENDPOINT', 'https://s3.example.org/?region=x', /a query/],
    ['PURGE_URL', 'http://u:hidden@127.0.0.1:6081/purge', /a user name or password/],
    ['HCAPTCHA_VERIFY_URL', 'https://u:hidden@hcaptcha.com/', /a user name or password/],
    ['TOR_EXIT_LIST_URL', 'https://example.org/list#all', /a fragment/],
  ])('%s=%s is refused with the reason', (variable, value, reason) => {
    const parse = () => parseConfig({ [variable]: value })
    expect(parse).toThrow(new RegExp(`${variable} must not contain ${reason.source}`))
    expect(parse).not.toThrow(/hidden/)
  })

  it.each([
    ['SITE_URL', 'https://example.org'],
    ['SITE_URL', 'http://example.org:8080/'],
    ['SITE_URL', 'https://[::1]:8443'],
    ['S3_ENDPOINT', 'https://example.org/s3/'],
    ['PURGE_URL', 'http://127.0.0.1:6081/purge-all?key=x'],
    ['SMTP_URL', 'smtps://forum%40example.org:pass%23word%2Fx@mail.example.org'],
    ['DATABASE_URL', 'postgres://u:se%23cret@h1,h2:5433/d?target_session_attrs=read-write'],
    ['DATABASE_URL', 'postgres:///forum?host=/run/postgresql'],
    ['DATABASE_URL', 'postgresql://me@/forum?host=/run/postgresql'],
    ['VALKEY_URL', 'redis://:secret@h:6379/0'],
  ])('accepts as %s %s', (variable, value) => {
    const rest = { SITE_URL: 'https://a.example', MAIL_FROM: 'a@a.example' }
    expect(() => parseConfig({ [variable]: value, ...rest })).not.toThrow()
  })

  it.each([
    ['SMPT_URL', 'SMTP_URL'],
    ['BACKUPDIR', 'BACKUP_DIR'],
    ['TRUSTPROXY', 'TRUST_PROXY'],
    ['SITENAME', 'SITE_NAME'],
    ['MAIL_FORM', 'MAIL_FROM'],
  ])('finds %s, which should be %s', (given, meant) => {
    expect(findMisspelt({ [given]: 'x' })).toEqual([{ given, meant }])
  })

  it('takes no variable of a system for a misspelt one', () => {
    const usual =
      'PATH HOME HOSTNAME SHELL LOGNAME USER LANG TERM PWD OLDPWD SHLVL MAIL EDITOR PAGER DISPLAY TMPDIR XDG_DATA_DIRS XDG_DATA_HOME ' +
      'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID NODE_ENV NODE_OPTIONS NODE_VERSION SSH_CLIENT SSH_TTY SUDO_USER ' +
      'DATABASE_PASSWORD HTTP_PROXY HTTPS_PROXY NO_PROXY INIT_CWD COLOR HISTSIZE LS_COLORS MANPATH PYTHONPATH KUBERNETES_PORT'
    expect(findMisspelt(Object.fromEntries(usual.split(' ').map((name) => [name, 'x'])))).toEqual([])
  })

  it.each(['nonsense', 'a@b@c', 'Forum <>', 'a@example.org, b@example.org', '@example.org'])(
    'refuses %s as the sender of mail',
    (MAIL_FROM) => {
      expect(() => parseConfig({ MAIL_FROM })).toThrow(/MAIL_FROM must be one address/)
    },
  )
  it.each(['forum@example.org', 'Our forum <forum@example.org>', '"Forum, ours" <forum@localhost>'])(
    'accepts %s as the sender of mail',
    (MAIL_FROM) => {
      expect(parseConfig({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM)
    },
  )

  it('requires the keys of a bucket with the bucket', () => {
    expect(() => parseConfig({ S3_BUCKET: 'forum', S3_ACCESS_KEY_ID: 'id' })).toThrow(
      /S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY/,
    )
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' }
    expect(parseConfig({ S3_BUCKET: 'forum', ...keys })).toMatchObject({
      s3Bucket: 'forum',
      s3Endpoint: null,
    })
    expect(() => parseConfig({ S3_BUCKET: 'forum', ...keys, S3_PREFIX: '../up' })).toThrow(/S3_PREFIX/)
    expect(() => parseConfig({ S3_ENDPOINT: 's3.example.org' })).toThrow(/S3_ENDPOINT/)
  })

  it('requires the keys of hCaptcha only when it is used', () => {
    expect(() => parseConfig({ CAPTCHA: 'hcaptcha' })).toThrow(/HCAPTCHA_SITE_KEY/)
  })
})
