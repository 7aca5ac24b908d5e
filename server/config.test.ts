import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ConfigurationError, parseConfig, settings } from './config.ts'

const documented = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, variable, byDefault, meaning]) => ({
    variable: variable?.replaceAll('`', ''),
    byDefault: byDefault?.replaceAll('`', ''),
    meaning,
  }))

describe('the configuration', () => {
  it('is documented setting by setting, with its defaults', () => {
    const known = Object.values(settings).map(({ variable, byDefault, meaning }) => ({
      variable,
      byDefault,
      meaning,
    }))
    expect(documented).toEqual(known)
  })

  it('has a default for everything', () => {
    expect(parseConfig({})).toMatchObject({ port: 8080, host: '127.0.0.1', captcha: 'pow', rateLimits: true })
  })

  it('takes an empty variable as unset', () => {
    expect(parseConfig({ PORT: ' ', SITE_NAME: '' })).toMatchObject({ port: 8080, siteName: 'Folkmoot' })
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
