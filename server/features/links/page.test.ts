import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Elsewhere, startElsewhere } from '../../../tests/support/elsewhere.ts'
import { fetchPage, type Requested } from './page.ts'

/** A web site as others make them: what it answers at a path, and the same at any other. */
interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string | string[]>
  readonly body?: string | Buffer
}
type Site = Answer | ((path: string, response: ServerResponse, cookie: string | undefined) => void)

let elsewhere: Elsewhere
let site: Site = {}

beforeAll(async () => {
  elsewhere = await startElsewhere((request, response) => {
    const path = request.url ?? ''
    if (typeof site === 'function') return site(path, response, request.headers.cookie)
    answer(response, site)
  })
})
afterAll(() => elsewhere.close())

const answer = (response: ServerResponse, { status = 200, headers = {}, body = '' }: Answer) =>
  response.writeHead(status, headers).end(body)
const redirectTo = (location: string) => ({ status: 302, headers: { location } })
const html = (body: string | Buffer, type = 'text/html') => ({ headers: { 'content-type': type }, body })
const latin = (text: string) => Buffer.from(text, 'latin1')

async function read(
  served: Site,
  { requested = 'title' as Requested, timeoutMs = 60_000, path = '/news/today?x=1' } = {},
) {
  site = served
  const guard = {
    ports: [80, elsewhere.port],
    allowedNetworks: [ipaddr.parseCIDR('127.0.0.2/32')],
    resolve: async () => ['127.0.0.2'],
  }
  const found = await fetchPage(
    elsewhere.origin + path,
    { guard, userAgent: 'Folkmoot test', timeoutMs, requested },
    async () => null,
  )
  if (!found) return null
  const images = found.images.map(({ href }) => href.replace(elsewhere.origin, ''))
  return { title: found.title, images }
}
const titleOf = async (served: Site, options = {}) => (await read(served, options))?.title
const imagesOf = async (served: Site) => (await read(served, { requested: 'images' }))?.images

describe('the title of a page', () => {
  it.each([
    ['its og:title', '<title>Plain</title><meta property="og:title" content="Open">', 'Open'],
    ['its og:title as a name', '<META NAME=og:title CONTENT=Open>', 'Open'],
    ['its og:title in the body', '<head></head><body><p>A<meta property=og:title content=Open>', 'Open'],
    [
      'its og:title before what is twice',
      '<meta property=og:title content=A><meta property=og:title content=B>',
      'A',
    ],
    [
      'its og:title among several properties',
      '<meta property="twitter:title og:title" content=Open>',
      'Open',
    ],
    ['its title without one', '<head><title>Plain</title></head>', 'Plain'],
    ['its title when that is empty', '<meta property="og:title" content=" "><title>Plain</title>', 'Plain'],
    ['its title before that for Twitter', '<meta name=twitter:title content=T><title>Plain</title>', 'Plain'],
    ['that for Twitter if there is no other', '<meta name=twitter:title content=T>', 'T'],
    ['the first of several', '<title>One</title><title>Two</title>', 'One'],
    ['empty without any', '<p>Text</p>', ''],
    ['empty when nothing in it is visible', '<title>\u200b\u2060&#x3164;</title>', ''],
    ['the first that is visible', '<meta property=og:title content="&#8203;"><title>Plain</title>', 'Plain'],
    ['with entities decoded', '<title>Q&amp;A &lt;b&gt; caf&eacute; &#x1f989;</title>', 'Q&A <b> café 🦉'],
    [
      'with what is escaped twice as browsers show it',
      '<title>How to write &amp;amp;</title>',
      'How to write &amp;',
    ],
    [
      'without what only its og:title escapes twice',
      '<title>Q&amp;A</title><meta property=og:title content="Q&amp;amp;A">',
      'Q&A',
    ],
    ['text alone', '<title>a <b>bold</b> move</title>', 'a <b>bold</b> move'],
    ['on one line', '<title>\n  Two\r\n\tlines\u00a0</title>', 'Two lines'],
    ['without control characters', '<title>A\u0007B\u0000C\u009bD&#27;E</title>', 'A B C D E'],
    ['without direction marks', '<title>invoice\u202egpj.exe\u2066</title>', 'invoicegpj.exe'],
    ['also of the body, as in browsers', '<head></head><body><title>Late</title></body>', 'Late'],
    ['not of a comment', '<!-- <title>No</title> --><title>Yes</title>', 'Yes'],
    ['not of a script', '<script>"<title>No</title>"</script><title>Yes</title>', 'Yes'],
    ['not of a drawing', '<body><svg><title>Menu</title></svg><p>A', ''],
    ['not of a drawing before it', '<svg><title>Menu</title><g/></svg><title>Yes</title>', 'Yes'],
    [
      'not for browsers without scripts',
      '<noscript><title>Turn on JavaScript</title></noscript><title>Yes</title>',
      'Yes',
    ],
    ['not of a template', '<template><title>No</title></template><title>Yes</title>', 'Yes'],
    ['not of a field', '<textarea><title>No</title></textarea><title>Yes</title>', 'Yes'],
    ['not of a frame', '<iframe><title>No</title></iframe><title>Yes</title>', 'Yes'],
    ['as far as it goes', '<title>Broken off', 'Broken off'],
    [
      'without the rest of a character that was cut',
      Buffer.from('<title>Größe und Gr\u00f6').subarray(0, -1),
      'Größe und Gr',
    ],
    ['without a character that was damaged before', '<title>Caf\ufffd au lait</title>', 'Caf au lait'],
    ['empty when most of it was damaged before', '<title>\ufffd\ufffda\ufffdb \ufffd\ufffd</title>', ''],
    [
      'without a broken byte',
      Buffer.concat([Buffer.from('<title>Größe der B'), Buffer.of(0xe4), Buffer.from('ume</title>')]),
      'Größe der Bume',
    ],
    [
      'that for Twitter when the others have a broken byte',
      Buffer.concat([
        Buffer.from('<title>Größe '),
        Buffer.of(0xff),
        Buffer.from('</title><meta name=twitter:title content="Die Größe">'),
      ]),
      'Die Größe',
    ],
    [
      'its title when its og:title was damaged',
      '<meta property=og:title content="Caf\ufffd"><title>Café</title>',
      'Café',
    ],
    ['empty when it stands for half a character', '<title>A &#xd83e; B</title>', ''],
  ])('is %s', async (_case, page, title) => {
    expect(await titleOf(html(page, 'text/html; charset=utf-8'))).toBe(title)
    if (typeof page === 'string' || title) expect(await titleOf(html(page))).toBe(title)
  })

  it.each([
    ['🦉'.repeat(300), '🦉'.repeat(255)],
    ['a'.repeat(254) + '👩‍👩‍👧‍👦'.repeat(3), 'a'.repeat(254)],
    ['a'.repeat(254) + 'e\u0301'.repeat(3), 'a'.repeat(254)],
    [`${'a'.repeat(254)}🇩🇪🇫🇷`, 'a'.repeat(254)],
    [`${'a'.repeat(254)} more`, 'a'.repeat(254)],
    [`a${'\u0301'.repeat(300)}`, `a${'\u0301'.repeat(254)}`],
  ])('is cut at 255 characters and keeps them whole: %#', async (long, title) => {
    expect(await titleOf(html(`<title>${long}</title>`))).toBe(title)
  })
})

describe('the encoding of a page', () => {
  const grüße = latin('<title>Gr\xfc\xdfe</title>')
  const padded = (length: number, end: string) =>
    latin(`<head>${' '.repeat(length)}${end}<title>Gr\xfc\xdfe</title>`)
  const utf16 = (text: string, { swap = false } = {}) => {
    const bytes = Buffer.from(text, 'utf16le')
    return swap ? bytes.swap16() : bytes
  }

  it.each([
    ['what the header says', grüße, 'text/html; charset=iso-8859-1'],
    ['what the page says', latin('<meta charset=iso-8859-1><title>Gr\xfc\xdfe</title>'), 'text/html'],
    [
      'what the page says in the old way',
      latin(
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252"><title>Gr\xfc\xdfe</title>',
      ),
      'text/html',
    ],
    [
      'what the page says in quotes',
      latin(`<meta http-equiv=content-type content='text/html;charset="latin1"'><title>Gr\xfc\xdfe</title>`),
      'text/html',
    ],
    ['what the page says late', padded(1500, '<meta charset=latin1>'), 'text/html'],
    ['what the page says very late', padded(200_000, '<meta charset=latin1>'), 'text/html'],
    [
      'what the page says after its title',
      latin('<title>Gr\xfc\xdfe</title><meta charset=latin1>'),
      'text/html',
    ],
    [
      'the header before the page',
      Buffer.from('<meta charset="iso-8859-1"><title>Grüße</title>'),
      'text/html; charset=utf-8',
    ],
    [
      'the page when the header is wrong',
      latin('<meta charset="iso-8859-1"><title>Gr\xfc\xdfe</title>'),
      'text/html; charset=utf-8',
    ],
    [
      'the mark before the header',
      Buffer.from('\ufeff<title>Grüße</title>'),
      'text/html; charset=iso-8859-1',
    ],
    ['its mark, UTF-16 little endian', utf16('\ufeff<title>Grüße</title>'), 'text/html; charset=utf-8'],
    ['its mark, UTF-16 big endian', utf16('\ufeff<title>Grüße</title>', { swap: true }), 'text/html'],
    ['UTF-16 by the header', utf16('<title>Grüße</title>'), 'text/html; charset=utf-16le'],
    ['UTF-16 by its bytes', utf16('<title>Grüße</title>'), 'text/html'],
    ['UTF-8 by default', Buffer.from('<title>Grüße</title>'), 'text/html'],
    [
      'UTF-8 by default although one byte elsewhere is none',
      Buffer.concat([Buffer.from('<title>Grüße</title>'), latin('\xfc')]),
      'text/html',
    ],
    ['windows-1252 if it cannot be UTF-8', grüße, 'text/html'],
    ['UTF-8 for an unknown label', Buffer.from('<title>Grüße</title>'), 'text/html; charset=klingon'],
    ['UTF-8 for an impossible one', Buffer.from('<meta charset="utf-16"><title>Grüße</title>'), 'text/html'],
    [
      'that of its XML declaration',
      latin('<?xml version="1.0" encoding=\'ISO-8859-1\'?><html><head><title>Gr\xfc\xdfe</title>'),
      'application/xhtml+xml',
    ],
    [
      'that of its XML declaration as HTML',
      latin('<?xml version="1.0" encoding="latin1"?><html><head><title>Gr\xfc\xdfe</title>'),
      'text/html',
    ],
    ['the parameter in quotes', grüße, `text/html;charset='latin1'`],
    ['the parameter with spaces', grüße, 'Text/HTML ;; Charset = "ISO_8859-1" ; q=1'],
    ['the parameter with a comma', grüße, 'text/html; charset=latin1, text/html'],
    ['the first parameter', grüße, 'text/html; level=1; charset=latin1; charset=utf-8'],
  ])('is %s', async (_case, page, type) => {
    expect(await titleOf(html(page, type))).toBe('Grüße')
  })

  it.each([
    ['windows-1252', 'latin1', '80 20 93 41 94', '€ “A”'],
    ['Shift_JIS', 'x-sjis', '93 8c 8b 9e 83 5c', '東京ソ'],
    ['Shift_JIS', 'Windows-31J', '87 40 fa b1', '①﨑'],
    ['EUC-JP', 'x-euc-jp', 'c5 ec b5 fe', '東京'],
    ['ISO-2022-JP', 'csiso2022jp', '1b 24 42 45 6c 35 7e 1b 28 42', '東京'],
    ['EUC-KR with rare letters', 'ks_c_5601-1987', '8c 63 b9 e6', '똠방'],
    ['GBK', 'gb2312', 'b1 b1 be a9 80', '北京€'],
    ['Big5', 'big5-hkscs', 'a5 78 a5 5f f9 d6', '台北碁'],
    ['KOI8-R', 'koi8-r', 'ed cf d3 cb d7 c1', 'Москва'],
    ['KOI8-U', 'koi8-ru', 'ae d6', 'ўж'],
    ['windows-1251', 'cp1251', 'cc ee f1 ea e2 e0', 'Москва'],
    ['ISO 8859-2', 'l2', 'a3 f3 64 bc', 'Łódź'],
    ['ISO 8859-16', 'iso-8859-16', 'a4 aa', '€Ș'],
    ['windows-874', 'tis-620', 'a1 e0', 'กเ'],
  ])('%s is known by the label %s', async (_encoding, label, bytes, title) => {
    const named = Buffer.from(bytes.replaceAll(' ', ''), 'hex')
    const page = (head: string) => Buffer.concat([latin(`${head}<title>`), named, latin('</title>')])
    expect(await titleOf(html(page(''), `text/html; charset="${label.toUpperCase()}"`))).toBe(title)
    expect(await titleOf(html(page(`<meta charset=' ${label} '>`)))).toBe(title)
  })

  it.each([
    ['ja', '93 8c 8b 9e', '東京'],
    ['ru-RU', 'cc ee f1 ea e2 e0', 'Москва'],
    ['pl', 'a3 f3 64 bc', 'Łódź'],
    ['zh-TW', 'a5 78 a5 5f', '台北'],
  ])('is that of old pages in its language, %s, if it says nothing', async (language, bytes, title) => {
    const named = Buffer.from(bytes.replaceAll(' ', ''), 'hex')
    const page = Buffer.concat([latin(`<html lang=${language}><title>`), named])
    expect(await titleOf(html(page))).toBe(title)
  })
})

describe('a document is a page', () => {
  const page = '<!DOCTYPE html><html><head><title>A</title>'
  it.each([
    ['text/html', page, 'A'],
    [
      'application/xhtml+xml',
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title>`,
      'A',
    ],
    [
      'application/xml',
      `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>A</title>`,
      'A',
    ],
    ['text/xml', '<?xml version="1.0"?><rss><channel><title>Feed</title>', undefined],
    ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"><title>A</title></svg>', undefined],
    ['text/plain', page, undefined],
    ['application/octet-stream', page, undefined],
    ['', page, 'A'],
    ['*/*', `\n <!-- old -->${page}`, 'A'],
    ['', 'Just text with <title>A</title>', undefined],
  ])('of type %j: %#', async (type, body, title) => {
    expect(await titleOf(type ? html(body, type) : { body })).toBe(title)
  })

  it('not when it was not found', async () => {
    await expect(read({ ...html('<title>404</title>'), status: 404 })).rejects.toThrow('answers 404')
  })
})

describe('the pictures of a page', () => {
  const image = (content: string) => html(`<meta property="og:image" content="${content}">`)

  it.each([
    ['https://img.example/a.png', ['https://img.example/a.png']],
    ['/a.png', ['/a.png']],
    ['a.png?b=1&amp;c=2', ['/news/a.png?b=1&c=2']],
    ['//img.example/a.png', ['http://img.example/a.png']],
    ['  ../a b.png ', ['/a%20b.png']],
    ['/grün.png', ['/gr%C3%BCn.png']],
    ['http://[', []],
    ['', []],
  ])('%j is %j', async (content, images) => {
    expect(await imagesOf(image(content))).toEqual(images)
  })

  it.each([
    [
      'all that it offers, those for Open Graph first',
      `<link rel="image_src icon" href="/link.png"><meta name="twitter:image" content="/twitter.png">
       <meta property="og:image" content="/1.png"><meta property="og:image:secure_url" content="/1s.png">
       <meta property="og:image" content="/2.png">`,
      ['/1.png', '/1s.png', '/2.png', '/twitter.png', '/link.png'],
    ],
    [
      'each once',
      '<meta property=og:image content=/1.png><meta name=twitter:image:src content=/1.png>',
      ['/1.png'],
    ],
    [
      'no tiny ones',
      `<meta property="og:image" content="/dot.png"><meta property="og:image:width" content="1">
       <meta property="og:image:height" content="1"><meta property="og:image" content="/big.png">
       <meta property="og:image:width" content="1200px">`,
      ['/big.png'],
    ],
    [
      'in the body too',
      '<head><title>A</title></head><body><div><meta property=og:image content=/b.png>',
      ['/b.png'],
    ],
    ['relative to its base', '<base href="/files/"><meta property=og:image content=a.png>', ['/files/a.png']],
    [
      'no icons',
      '<link rel=icon href=/icon.png><link rel="apple-touch-icon" href=/touch.png><img src=/i.png>',
      [],
    ],
    [
      'five at most',
      [1, 2, 3, 4, 5, 6].map((n) => `<meta property=og:image content=/${n}.png>`).join(''),
      ['/1.png', '/2.png', '/3.png', '/4.png', '/5.png'],
    ],
  ])('are %s', async (_case, page, images) => {
    expect(await imagesOf(html(page))).toEqual(images)
  })
})

describe('a page that leads on', () => {
  const target = '<title>Arrived</title>'
  const from =
    (page: Answer, at = '/there') =>
    (path: string, response: ServerResponse) => {
      answer(response, path === at ? html(target) : page)
    }

  it.each([
    ['a relative path', 'there', '/news/there'],
    ['an absolute path', '/there', '/there'],
    ['a host without scheme', () => `//127.0.0.2:${elsewhere.port}/there`, '/there'],
    ['raw UTF-8', latin('/\xc3\xbcber').toString('latin1'), '/%C3%BCber'],
    ['raw Latin-1', '/\xfcber?a=\xe9', '/%FCber?a=%E9'],
    ['spaces', ' /a b c ', '/a%20b%20c'],
    ['what is encoded already', '/a%20b', '/a%20b'],
    ['a fragment', '/there#part', '/there'],
  ])('is left by a redirect to %s', async (_case, location, at) => {
    const to = typeof location === 'string' ? location : location()
    expect(await titleOf(from(redirectTo(to), at))).toBe('Arrived')
  })

  it.each([
    ['<meta http-equiv=refresh content="0;url=/there">', 'Arrived'],
    [`<meta http-equiv="Refresh" content="0; URL='/there'"><title>Wait</title>`, 'Arrived'],
    ['<meta http-equiv=refresh content="1, /there">', 'Arrived'],
    ['<meta http-equiv=refresh content="300;url=/there"><title>Ticker</title>', 'Ticker'],
    ['<meta http-equiv=refresh content="0"><title>Ticker</title>', 'Ticker'],
    ['<meta http-equiv=refresh content="0;url=/news/today?x=1"><title>Same</title>', 'Same'],
    ['<noscript><meta http-equiv=refresh content="0;url=/there"></noscript><title>App</title>', 'App'],
  ])('%s: %s', async (page, title) => {
    expect(await titleOf(from(html(page)))).toBe(title)
  })

  it('is left by a header Refresh', async () => {
    expect(await titleOf(from({ headers: { 'content-type': 'text/html', refresh: '0; url=/there' } }))).toBe(
      'Arrived',
    )
  })

  it.each([
    ['redirect', (to: string) => redirectTo(to), 11],
    ['refresh', (to: string) => html(`<meta http-equiv=refresh content="0;url=${to}"><p>`), 3],
  ])('in circles by a %s is given up', async (_kind, to, most) => {
    const requests = elsewhere.requests.length
    await expect(read((path, response) => answer(response, to(path === '/a' ? '/b' : '/a')))).rejects.toThrow(
      'redirects too often',
    )
    expect(elsewhere.requests.length - requests).toBe(most)
  })

  it.each([
    ['redirect', redirectTo('http://127.0.0.1/'), 'an address that is not public'],
    [
      'refresh',
      html('<meta http-equiv=refresh content="0;url=http://169.254.169.254/latest/">'),
      'an address',
    ],
    ['refresh to a file', html('<meta http-equiv=refresh content="0;url=file:///etc/passwd">'), 'a scheme'],
    [
      'refresh to another port',
      html('<meta http-equiv=refresh content="0;url=http://127.0.0.2:22/">'),
      'a port',
    ],
    [
      'refresh by header',
      { headers: { 'content-type': 'text/html', refresh: '0;url=http://[::1]/' } },
      'an address',
    ],
  ])('into the network by a %s is not followed', async (_case, page, reason) => {
    await expect(read(page)).rejects.toThrow(`leads to ${reason}`)
  })

  it('gets back the cookies that it set on the way, and no others', async () => {
    const seen: (string | undefined)[] = []
    const walled: Site = (_path, response, cookie) => {
      seen.push(cookie)
      if (cookie) response.writeHead(200, { 'content-type': 'text/html' }).end(target)
      else {
        const set = ['seen=1; Path=/; HttpOnly', 'safe=2; Secure', 'lang=de']
        response.writeHead(302, { location: '/news/today?x=1', 'set-cookie': set }).end()
      }
    }
    expect(await titleOf(walled)).toBe('Arrived')
    expect(await titleOf(walled)).toBe('Arrived')
    expect(seen).toEqual([undefined, 'seen=1; lang=de', undefined, 'seen=1; lang=de'])
  })
})

describe('the body of a page', () => {
  const page = '<head><title>Grüße &amp; 道 🦉</title></head><p>Text'
  const head = { 'content-type': 'text/html; charset=utf-8' }
  const title = 'Grüße & 道 🦉'

  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateRawSync(page)],
    ['br', brotliCompressSync(page)],
    ['gzip, br', brotliCompressSync(gzipSync(page))],
    ['utf-8', Buffer.from(page)],
    ['', Buffer.from(page)],
  ])('is decompressed: %s, %#', async (encoding, body) => {
    expect(await titleOf({ headers: { ...head, 'content-encoding': encoding }, body })).toBe(title)
  })

  it('may come in whatever pieces', async () => {
    for (const size of [1, 2, 3, 7]) {
      const bytes = Buffer.from(page)
      const inPieces: Site = async (_path, response) => {
        response.writeHead(200, head)
        for (let at = 0; at < bytes.length; at += size)
          await new Promise((resolve) => response.write(bytes.subarray(at, at + size), resolve))
        response.end()
      }
      expect(await titleOf(inPieces)).toBe(title)
    }
  })

  it('may never end once its title is known', async () => {
    expect(await titleOf((_path, response) => response.writeHead(200, head).write(page))).toBe(title)
  })

  it('may never end within its head: what arrived in time counts', async () => {
    const drip: Site = (_path, response) => response.writeHead(200, head).write('<head><title>Slow</title>')
    expect(await titleOf(drip, { timeoutMs: 200 })).toBe('Slow')
    const nothing: Site = (_path, response) => response.writeHead(200, head).write('<head><title>')
    await expect(read(nothing, { timeoutMs: 200 })).rejects.toThrow('takes too long')
  })

  it.each([
    '<title>A</title><p>Text',
    '<!doctype html><title>A</title><noscript><p>Text</noscript><div>',
    '<head><title>A</title><link rel=icon href=/i><h1>Text</h1>',
    '<title>A</title><svg></svg>',
    '<title>A</title><my-element>',
  ])('may leave out the tags around its head, which ends before its text: %s', async (start) => {
    expect(await titleOf(html(`${start}${' '.repeat(1_000_000)}<meta property=og:title content=B>`))).toBe(
      'A',
    )
  })

  it('may be endless: 2 MB of a head and 64 kB of a body are read', async () => {
    const endless =
      (start: string): Site =>
      (_path, response) => {
        response.writeHead(200, head).write(start)
        const more = () => {
          while (!response.destroyed && response.write(' '.repeat(100_000)));
        }
        response.on('drain', more)
        more()
      }
    expect(await titleOf(endless('<head><title>A</title>'))).toBe('A')
    expect(await titleOf(endless('<head><title>A</title></head>'))).toBe('A')
    expect(
      await titleOf(html(`<head><title>A</title>${' '.repeat(3_000_000)}<meta property=og:title content=B>`)),
    ).toBe('A')
    expect(
      await titleOf(html(`<head><title>A</title>${' '.repeat(1_000_000)}<meta property=og:title content=B>`)),
    ).toBe('B')
    expect(
      await titleOf(html(`<title>A</title><body>${' '.repeat(300_000)}<meta property=og:title content=B>`)),
    ).toBe('A')
  })

  it.each([
    ['breaks off', 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 999\r\n\r\n', '', ''],
    [
      'has a broken chunk',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n',
      '4c  \r\n',
      '\r\nzzz\r\n',
    ],
    ['has no length', 'HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n', '', ''],
    [
      'has two lengths',
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n',
      '4c\r\n',
      '\r\n0\r\n\r\n',
    ],
    [
      'has long headers',
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Security-Policy: ${'a'.repeat(60_000)}\r\n\r\n`,
      '',
      '',
    ],
  ])('counts as far as it came when it %s', async (_case, start, before, after) => {
    const text = '<head><title>Half of it</title></head>'.padEnd(0x4c, '.')
    const raw: Site = (_path, response) => {
      response.socket?.end(start + before + text + after)
    }
    expect(await titleOf(raw)).toBe('Half of it')
  })

  it('counts as far as it came when its compressed data break off', async () => {
    const whole = gzipSync(page + Array.from({ length: 20_000 }, (_, n) => n * 7919).join(' '))
    const body = whole.subarray(0, whole.length / 2)
    expect(await titleOf({ headers: { ...head, 'content-encoding': 'gzip' }, body })).toBe(title)
  })
})
