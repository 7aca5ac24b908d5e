import { describe, expect, it } from 'vitest'
import { wireId } from '../../../contract/ids.ts'
import { parseAddress } from './address.ts'

const hosts = ['forum.example', 'old.example:8443']
const comment = wireId('comment', '12')

describe('an address', () => {
  it.each([
    ['a post', '/birding/post/abcd1234', 'post', '/birding/post/abcd1234', 'abcd1234'],
    [
      'a post with a query',
      '/birding/post/abcd1234?sort=new#top',
      'post',
      '/birding/post/abcd1234',
      'abcd1234',
    ],
    [
      'a comment',
      `/birding/post/abcd1234/${comment}#comment-1`,
      'comment',
      `/birding/post/abcd1234/${comment}`,
      '12',
      'abcd1234',
    ],
    [
      'a comment by its number',
      '/birding/post/abcd1234/12',
      'comment',
      `/birding/post/abcd1234/${comment}`,
      '12',
      'abcd1234',
    ],
    ['a profile', '/@Wren_writes?tab=about', 'user', '/@Wren_writes', 'wren_writes'],
    ['a list of a member', '/@wren/lists/best', 'user', '/@wren', 'wren'],
    ['a community', '/Birding/', 'community', '/Birding', 'birding'],
    ['a URL', ' https://forum.example/birding ', 'community', '/birding', 'birding'],
    ['a URL of a former host', 'http://old.example:8443/birding', 'community', '/birding', 'birding'],
    [
      'a message',
      '/modmail?conversation=3#message-4',
      'message',
      '/modmail?conversation=3#message-4',
      '4',
      '3',
    ],
    [
      'a message as moderators see it',
      '/birding/modtools/modmail?conversation=3#message-4',
      'message',
      '/modmail?conversation=3#message-4',
      '4',
      '3',
    ],
  ])('leads to %s', (_what, text, subject, path, key, parent?: string) => {
    expect(parseAddress(text, hosts)).toEqual({ subject, path, key, parent: parent ?? null })
  })

  it.each([
    ['', '/', 'nothing here', '/modlog', '/birding/modtools', '/notice', '/modmail?conversation=3'],
    ['https://elsewhere.example/birding', '//elsewhere.example/birding', 'javascript:alert(1)'],
    [
      '/birding/post/short',
      `/${'a'.repeat(22)}`,
      `/birding?${'a'.repeat(2000)}`,
      '/birding%2f..',
      'http://[',
    ],
  ])('that is none of these is not understood', (...texts) => {
    for (const text of texts) expect(parseAddress(text, hosts), text).toBeNull()
  })

  it('may be of any host if the site does not know its own', () => {
    expect(parseAddress('http://192.0.2.1:3000/birding', [])).toMatchObject({ path: '/birding' })
  })
})
