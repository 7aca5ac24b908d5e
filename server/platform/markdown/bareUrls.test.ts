import { describe, expect, it } from 'vitest'
import { renderMarkdown } from './render.ts'

/** The text of every link. */
function linkedIn(source: string): string[] {
  return [...renderMarkdown(source).matchAll(/<a [^>]*>(.*?)<\/a>/g)].map(([, text = '']) => text)
}

describe.each(['http://a.example', 'https://a.example', 'irc://a.example', 'www.a.example'])(
  'the bare address %s',
  (host) => {
    it.each([
      ['punctuation behind it', 'b?!.,:*_~', 'b'],
      ['one punctuation mark behind another', 'b);.', 'b'],
      ['a parenthesis around it', 'b)', 'b'],
      ['parentheses around its own', 'b_(c)))', 'b_(c)'],
      ['what looks like an entity', 'b?c=d&e;', 'b?c=d'],
      ['two of them', 'b&c;&d;', 'b'],
      ['a semicolon alone', 'b&;', 'b&amp;'],
      ['a word with a semicolon', 'b;', 'b'],
      ['what is written on without a space, as in Japanese', 'b)を参照', 'b'],
      ['another mark behind a parenthesis', 'b)"c"', 'b'],
    ])('ends before %s', (_what, written, path) => {
      expect(linkedIn(`${host}/${written}`)).toEqual([`${host}/${path}`])
    })

    it.each(['b))+c', 'b)c', 'b)/c', 'b?c=(d))/e', 'b;c', 'b,c', 'b~c', 'b_c', 'b_(c)'])(
      'keeps what goes on: %s',
      (path) => {
        expect(linkedIn(`${host}/${path}`)).toEqual([`${host}/${path}`])
      },
    )

    it('does not reach into the address or link that follows a parenthesis', () => {
      expect(linkedIn(`(${host}/b),(${host}/c)`)).toEqual([`${host}/b`, `${host}/c`])
      expect(linkedIn(`(${host}/b)[c](/d)`)).toEqual([`${host}/b`, 'c'])
    })

    it.each(['*', '**'])('leaves the %s around it alone', (mark) => {
      expect(linkedIn(`${mark}${host}/b${mark}`)).toEqual([`${host}/b`])
      expect(linkedIn(`${mark}${host}${mark}`)).toEqual([host])
    })
  },
)

it.each(['http://~', 'http://.', 'www.~', 'www.', 'http://a+b.example', 'www.a=b.example'])(
  '%s is not an address',
  (text) => {
    expect(linkedIn(text)).toEqual([])
  },
)

it.each(['~', '~~'])('an address may be struck with %s', (mark) => {
  expect(linkedIn(`${mark}http://a.example/b${mark}`)).toEqual(['http://a.example/b'])
  expect(linkedIn(`${mark}http://a.example${mark}`)).toEqual(['http://a.example'])
  expect(linkedIn(`${mark}www.a.example${mark}`)).toEqual(['www.a.example'])
  expect(linkedIn(`a ${mark}www.a.example/b${mark}, a${mark}b`)).toEqual(['www.a.example/b'])
  expect(linkedIn(`a~www.a.example ${mark}`)).toEqual([])
})

describe('a mail address', () => {
  it.each(['a+b@c.example', 'a~b@c.example', 'mailto:a+b@c.example', 'xmpp:a+b@c.example'])(
    'may have signs in its name: %s',
    (address) => {
      expect(linkedIn(address)).toEqual([address])
    },
  )

  it.each(['a@b+c.example', 'a@b.c+example', 'a@b=c.example', 'mailto:a@b+c.example', 'xmpp:a@b+c.example'])(
    'has none in its host: %s',
    (text) => {
      expect(linkedIn(text)).toEqual([])
    },
  )

  it.each(['~', '~~', '*'])('may be struck or stressed with %s', (mark) => {
    expect(linkedIn(`${mark}a@b.example${mark}`)).toEqual(['a@b.example'])
  })

  it('may have letters of any script in its host', () => {
    expect(linkedIn('a@bücher.example')).toEqual(['a@bücher.example'])
  })
})
