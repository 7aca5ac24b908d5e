import { describe, expect, it } from 'vitest'
import { isAllowedUrl } from './links.ts'

describe('the URL of a link', () => {
  it.each(['', 'a', '/a', '#a', '?a', 'a/b:c', '?a:b', 'HTTPS://a', 'mailto:a', 'https://[::1]/'])(
    '[CORE-5-035] may be %j',
    (url) => {
      expect(isAllowedUrl(url)).toBe(true)
    },
  )

  // The renderer encodes most of these before the check; the check must hold without it too.
  it.each([
    'javascript:a',
    'a:b',
    ':a',
    '%01javascript:a',
    ' https://a',
    'https://a\n',
    'java\tscript:a',
    '\u0001a',
    '\u007fa',
    '/\\a',
    '\\\\a',
    '//a',
    '///a',
    'https:',
    'https://',
    'https:///a',
    'https://?a',
    'https://a:b',
    'https://[',
    'irc:a',
  ])('[CORE-5-035] may not be %j', (url) => {
    expect(isAllowedUrl(url)).toBe(false)
  })
})
