import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './headers.ts'

const directives = (policy: string) =>
  new Map(policy.split('; ').map((part) => [part.split(' ')[0], part.split(' ').slice(1)]))

describe('the content security policy', () => {
  it('allows our own scripts, and inline scripts by their hash', () => {
    const policy = directives(contentSecurityPolicy({ captcha: 'pow' }, ['alert(1)']))
    // echo -n 'alert(1)' | openssl sha256 -binary | base64
    expect(policy.get('script-src')).toEqual([
      "'self'",
      "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='",
    ])
  })

  it('allows nothing else', () => {
    const policy = contentSecurityPolicy({ captcha: 'pow' }, [])
    expect(policy.replace(' https://www.youtube-nocookie.com', '')).not.toMatch(/unsafe|https?:|\*/)
    expect(directives(policy).get('default-src')).toEqual(["'none'"])
    expect(directives(policy).get('frame-ancestors')).toEqual(["'none'"])
    expect(directives(policy).get('base-uri')).toEqual(["'none'"])
  })

  it('[CORE-2-123] allows frames of the video player, from its host without cookies', () => {
    const policy = directives(contentSecurityPolicy({ captcha: 'pow' }, []))
    expect(policy.get('frame-src')).toEqual(['https://www.youtube-nocookie.com'])
  })

  it('allows hCaptcha only where it is configured', () => {
    expect(contentSecurityPolicy({ captcha: 'off' }, [])).not.toContain('hcaptcha')
    const policy = directives(contentSecurityPolicy({ captcha: 'hcaptcha' }, []))
    for (const name of ['script-src', 'style-src', 'connect-src', 'frame-src'])
      expect(policy.get(name)).toContain('https://hcaptcha.com')
  })
})
