import { describe, expect, it } from 'vitest'
import type { FetchedDocument } from '../../platform/fetch/fetch.ts'
import { parsePageMetadata } from './page.ts'

/** Reads a page that comes in pieces of the given size. */
const read = (html: string | Buffer, { charset = null as string | null, piece = 100_000 } = {}) => {
  const bytes = Buffer.from(html)
  let delivered = 0
  const answer: FetchedDocument = {
    url: new URL('https://example.org/news/today?x=1'),
    contentType: 'text/html',
    charset,
    body: (async function* () {
      for (let at = 0; at < bytes.length; at += piece) {
        delivered += 1
        yield bytes.subarray(at, at + piece)
      }
    })(),
  }
  return parsePageMetadata(answer).then(({ title, image }) => ({
    title,
    image: image?.href ?? null,
    delivered,
  }))
}

describe('the title of a page', () => {
  it.each([
    ['its og:title', '<title>Plain</title><meta property="og:title" content="Open">', 'Open'],
    ['its og:title as a name', '<META NAME=og:title CONTENT=Open>', 'Open'],
    ['its title without one', '<head><title>Plain</title></head>', 'Plain'],
    ['its title when that is empty', '<meta property="og:title" content=" "><title>Plain</title>', 'Plain'],
    ['the first of several', '<title>One</title><title>Two</title>', 'One'],
    ['empty without any', '<p>Text</p>', ''],
    ['with entities read', '<title>Q&amp;A &lt;b&gt; caf&eacute; &#x1f989;</title>', 'Q&A <b> café 🦉'],
    ['text alone', '<title>a <b>bold</b> move</title>', 'a <b>bold</b> move'],
    ['on one line', '<title>\n  Two\r\n\tlines\u00a0</title>', 'Two lines'],
    ['without control characters', '<title>A\u0007B\u0000C\u009bD&#27;E</title>', 'A B C D E'],
    ['without direction marks', '<title>invoice\u202egpj.exe\u2066</title>', 'invoicegpj.exe'],
    ['not of the text', '<head></head><body><title>Drawing</title></body>', ''],
    ['not of a comment', '<!-- <title>No</title> --><title>Yes</title>', 'Yes'],
    ['not of a script', '<script>"<title>No</title>"</script><title>Yes</title>', 'Yes'],
    ['as far as it goes', '<title>Broken off', 'Broken off'],
  ])('is %s', async (_case, html, title) => {
    expect((await read(html)).title).toBe(title)
  })

  it('is cut at 255 characters', async () => {
    expect((await read(`<title>${'🦉'.repeat(300)}</title>`)).title).toBe('🦉'.repeat(255))
  })

  it('is the same in whatever pieces the page comes', async () => {
    const html = '<title>Grüße &amp; 道 🦉</title>'
    for (const piece of [1, 2, 3, 7]) expect((await read(html, { piece })).title).toBe('Grüße & 道 🦉')
  })
})

describe('the character set of a page', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')

  it.each([
    ['what the header says', latin('<title>Gr\xfc\xdfe</title>'), 'iso-8859-1'],
    ['what the page says', latin('<meta charset=iso-8859-1><title>Gr\xfc\xdfe</title>'), null],
    [
      'what the page says in the old way',
      latin(
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><title>Gr\xfc\xdfe</title>',
      ),
      null,
    ],
    ['the header before the page', Buffer.from('<meta charset="iso-8859-1"><title>Grüße</title>'), 'utf-8'],
    ['what its mark says', Buffer.from('\ufeff<title>Grüße</title>', 'utf16le'), 'utf-8'],
    ['UTF-8 otherwise', Buffer.from('<title>Grüße</title>'), null],
    ['UTF-8 for a name nobody knows', Buffer.from('<title>Grüße</title>'), 'klingon'],
    ['UTF-8 for an impossible name', Buffer.from('<meta charset="utf-16"><title>Grüße</title>'), null],
  ])('is %s', async (_case, page, charset) => {
    expect((await read(page, { charset })).title).toBe('Grüße')
  })
})

describe('the image of a page', () => {
  it.each([
    ['https://img.example/a.png', 'https://img.example/a.png'],
    ['/a.png', 'https://example.org/a.png'],
    ['a.png?b=1&amp;c=2', 'https://example.org/news/a.png?b=1&c=2'],
    ['//img.example/a.png', 'https://img.example/a.png'],
    ['  ../a b.png ', 'https://example.org/a%20b.png'],
    ['http://[', null],
    ['', null],
  ])('%j is %s', async (content, image) => {
    expect((await read(`<meta property="og:image" content="${content}">`)).image).toBe(image)
  })

  it('is the first of several', async () => {
    const html = '<meta property="og:image" content="/1.png"><meta property="og:image" content="/2.png">'
    expect((await read(html)).image).toBe('https://example.org/1.png')
  })
})

describe('reading a page', () => {
  it('ends with its head', async () => {
    const page = `<head><title>A</title></head>${'x'.repeat(1_000_000)}`
    expect(await read(page, { piece: 1024 })).toMatchObject({ title: 'A', delivered: 1 })
  })

  it('ends after 2 MB when the head does not', async () => {
    const page = `<head><title>A</title>${' '.repeat(5_000_000)}<meta property="og:title" content="B">`
    const { title, delivered } = await read(page, { piece: 1024 })
    expect(title).toBe('A')
    expect(delivered).toBe(2049)
  })
})
