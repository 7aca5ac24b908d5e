import { describe, expect, it } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { isTooLongUrl, parseLinkUrl } from './linkUrl.ts'

describe('[CORE-5-013] the address of a link post', () => {
  it.each([
    ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d', 'example.org'],
    ['HTTPS://Example.ORG/A', 'https://example.org/A', 'example.org'],
    ['  http://example.org/a b ', 'http://example.org/a%20b', 'example.org'],
    ['example.org/page', 'http://example.org/page', 'example.org'],
    ['www.example.org:8080', 'http://www.example.org:8080/', 'www.example.org'],
    ['//example.org/x', 'http://example.org/x', 'example.org'],
    ['http://例え.jp/道', 'http://xn--r8jz45g.jp/%E9%81%93', 'xn--r8jz45g.jp'],
    ['http://exa\tmple.org/\na', 'http://example.org/a', 'example.org'],
    ['http://[2001:DB8::1]:80/', 'http://[2001:db8::1]/', '[2001:db8::1]'],
  ])('%j is completed', (text, url, hostname) => {
    expect(parseLinkUrl(text)).toEqual({ url, hostname })
  })

  it.each([
    '',
    '   ',
    'just words',
    '/r/garden/comments/abc',
    'javascript:alert(1)',
    'JaVaScRiPt://example.org/%0aalert(1)',
    '\u0000javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://example.org/',
    'ws://example.org/',
    'blob:https://example.org/1',
    'view-source:https://example.org/',
    'mailto:a@example.org',
    'someone@example.org',
    'http://',
    'http:///',
    'http://exam ple.org/',
    'http://example.org:99999/',
    'http://[::1/',
    'https://"onmouseover=alert(1).example.org/',
    `https://\${alert(1)}.example.org/`,
    `http://${'a'.repeat(254)}/`,
  ])('%j leads nowhere', (text) => {
    expect(parseLinkUrl(text)).toBeNull()
  })

  it('gives away no name and password', () => {
    expect(parseLinkUrl('https://bank.example:secret@example.org/a')).toEqual({
      url: 'https://example.org/a',
      hostname: 'example.org',
    })
  })

  it('is never shortened, and known to be too long', () => {
    const ofLength = (length: number) => parseLinkUrl(`http://x.org/${'a'.repeat(length - 13)}`)?.url ?? ''
    expect(ofLength(5000)).toHaveLength(5000)
    expect(
      [limits.linkMaxBytes, limits.linkMaxBytes + 1].map((length) => isTooLongUrl(ofLength(length))),
    ).toEqual([false, true])
    // As it is stored, with its escapes.
    expect(isTooLongUrl(parseLinkUrl(`http://x.org/${'道'.repeat(300)}`)?.url ?? '')).toBe(true)
  })
})
