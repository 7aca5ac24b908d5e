import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { afterEach, describe, expect, it } from 'vitest'
import { type Elsewhere, startElsewhere } from '../../../tests/support/elsewhere.ts'
import { type FetchedDocument, type FetchOptions, fetchDocument } from './fetchDocument.ts'
import { NotFetched } from './guard.ts'

const internet = '127.0.0.2'
const inside = '127.0.0.1'
const megabyte = 1024 * 1024
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const servers: Elsewhere[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

async function serve(answer: RequestListener, where?: { address?: string; port?: number }) {
  const server = await startElsewhere(answer, where)
  servers.push(server)
  return server
}

interface Changes extends Partial<FetchOptions['guard']> {
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
}

/** Options as in production, except that the guard allows the servers of the tests. */
function fetchingWith({ timeoutMs = 5000, signal, ...guard }: Changes = {}): FetchOptions {
  return {
    guard: {
      ports: servers.map(({ port }) => port),
      allowedNetworks: [ipaddr.parseCIDR(`${internet}/32`)],
      resolve: async () => [internet],
      ...guard,
    },
    userAgent: 'Folkmoot test',
    timeoutMs,
    ...(signal && { signal }),
  }
}

const fetchText = (address: string, changes?: Changes) =>
  fetchDocument(address, fetchingWith(changes), readAll)

const readAll = async ({ url, contentType, charset, body }: FetchedDocument) => {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(chunk)
  return { url: url.href, contentType, charset, bytes: Buffer.concat(chunks) }
}

const redirectTo = (location: string) => (response: ServerResponse) =>
  response.writeHead(302, { location }).end()

describe('fetching a document', () => {
  it('returns the body, the final URL and the content type', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/old') redirectTo('/new?a=b#part')(response)
      else response.writeHead(200, { 'content-type': 'Text/HTML; Charset="ISO-8859-1"' }).end('Hello')
    })
    expect(await fetchText(`${origin}/old`)).toEqual({
      url: `${origin}/new?a=b#part`,
      contentType: 'text/html',
      charset: 'ISO-8859-1',
      bytes: Buffer.from('Hello'),
    })
  })

  it('sends a user agent and nothing about the member', async () => {
    const { origin, requests } = await serve((request, response) => {
      if (request.url === '/a') redirectTo('/b')(response)
      else response.end()
    })
    await fetchText(`${origin}/a`.replace('//', '//name:secret@'))
    expect(requests.map(({ url }) => url)).toEqual(['/a', '/b'])
    for (const { headers } of requests)
      expect(Object.keys(headers).sort()).toEqual([
        'accept',
        'accept-encoding',
        'connection',
        'host',
        'user-agent',
      ])
    expect(requests[0]?.headers['user-agent']).toBe('Folkmoot test')
  })

  it('sends back the cookies of its redirects, each to the host that set it, and forgets them', async () => {
    const other = await serve((_request, response) => response.end())
    const { origin, requests } = await serve((request, response) => {
      response.setHeader('set-cookie', [
        'seen=1; Path=/; HttpOnly',
        'safe=1; Secure',
        `${'long'.repeat(300)}=1`,
        `step=${request.url}`,
      ])
      if (request.url === '/a') redirectTo('/b')(response)
      else redirectTo(other.origin.replace('127.0.0.2', 'other.example'))(response)
    })
    await fetchText(`${origin}/a`)
    await fetchText(`${origin}/a`)
    const sent = ['/a', undefined, '/b', 'seen=1; step=/a']
    expect(requests.flatMap(({ url, headers }) => [url, headers.cookie])).toEqual([...sent, ...sent])
    expect(other.requests.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('reads what is compressed with %s', async (encoding, compress) => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('Hello'))),
    )
    expect((await fetchText(origin)).bytes.toString()).toBe('Hello')
  })

  it('ignores an unknown compression, as browsers do', async () => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'utf-8' }).end('Hello'),
    )
    expect((await fetchText(origin)).bytes.toString()).toBe('Hello')
  })

  it.each([
    ['what is not compressed as it says', 'gzip', 'incorrect header'],
    ['what is compressed too often', 'gzip, gzip, br, gzip', 'is encoded too often'],
  ])('gives up %s', async (_case, encoding, reason) => {
    const { origin } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('Hello'),
    )
    await expect(fetchText(origin)).rejects.toThrow(reason)
  })

  it.each([
    [404, false],
    [410, false],
    [304, false],
    [429, true],
    [503, true],
  ])('fails for status %i (temporary: %s)', async (status, isTemporary) => {
    const { origin } = await serve((_request, response) => response.writeHead(status).end())
    await expect(fetchText(origin)).rejects.toMatchObject({ message: `answers ${status}`, isTemporary })
  })
})

describe('an endless document', () => {
  const endless = (response: ServerResponse, chunk = Buffer.alloc(256 * 1024)) => {
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  }

  it('is aborted after 5 MB', async () => {
    const closed: Promise<void>[] = []
    const { origin } = await serve((_request, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)))
      endless(response.writeHead(200))
    })
    await expect(fetchText(origin)).rejects.toThrow('is too large')
    await closed[0]
  })

  it('is aborted after 5 MB of compressed data that decompress to nothing', async () => {
    const nothing = Buffer.concat(Array(10_000).fill(gzipSync('')))
    const { origin } = await serve((_request, response) =>
      endless(response.writeHead(200, { 'content-encoding': 'gzip' }), nothing),
    )
    await expect(fetchText(origin)).rejects.toThrow('is too large')
  })

  it('is aborted at once when the body is not consumed', async () => {
    const closed: Promise<void>[] = []
    const { origin } = await serve((_request, response) => {
      closed.push(new Promise((resolve) => response.on('close', resolve)))
      endless(response.writeHead(200))
    })
    const fetching = fetchingWith({ timeoutMs: 60_000 })
    expect(await fetchDocument(origin, fetching, async () => 'enough')).toBe('enough')
    await closed[0]
  })

  it('may have exactly 5 MB', async () => {
    const { origin } = await serve((request, response) =>
      response.end(Buffer.alloc(5 * megabyte + (request.url === '/more' ? 1 : 0))),
    )
    expect((await fetchText(origin)).bytes.length).toBe(5 * megabyte)
    await expect(fetchText(`${origin}/more`)).rejects.toThrow('is too large')
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', (bytes: Buffer) => brotliCompressSync(bytes, quickly)],
  ])('is left after 5 MB also when %s makes it small', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50 * megabyte))
    expect(bomb.length).toBeLessThan(megabyte)
    const { origin } = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
    )
    let read = 0
    const reading = fetchDocument(origin, fetchingWith(), async ({ body }) => {
      for await (const chunk of body) read += chunk.length
    })
    await expect(reading).rejects.toThrow('is too large')
    expect(read).toBeLessThanOrEqual(5 * megabyte)
  })
})

describe('a document that does not arrive', () => {
  it.each([
    ['an answer', () => {}],
    ['the rest', (response: ServerResponse) => response.writeHead(200).write('Hel')],
  ])('runs into the timeout without %s', async (_case, begin) => {
    const { origin } = await serve((_request, response) => {
      begin(response)
    })
    await expect(fetchText(origin, { timeoutMs: 100 })).rejects.toMatchObject({
      message: 'takes too long',
      isTemporary: true,
    })
  })

  it('has one timeout for all redirects together', async () => {
    const { origin, requests } = await serve((request, response) => {
      if (request.url === '/') redirectTo('/2')(response)
    })
    await expect(fetchText(origin, { timeoutMs: 300 })).rejects.toThrow('takes too long')
    expect(requests.length).toBe(2)
  })

  it('is aborted when the program stops', async () => {
    const stopping = new AbortController()
    const { origin } = await serve(() => stopping.abort())
    await expect(fetchText(origin, { signal: stopping.signal })).rejects.toThrow(NotFetched)
  })

  it('is a failure when the connection breaks', async () => {
    const { origin } = await serve((request, response) => {
      if (request.url === '/half') response.writeHead(200, { 'content-length': 9 }).write('Hel')
      if (request.url === '/upgrade')
        response.writeHead(101, { upgrade: 'other', connection: 'upgrade' }).flushHeaders()
      request.socket.end()
    })
    for (const path of ['/none', '/half', '/upgrade'])
      await expect(fetchText(origin + path), path).rejects.toThrow(NotFetched)
  })
})

describe('the internal network', () => {
  it('is not reached by an IP address', async () => {
    const secret = await serve((_request, response) => response.end('secret'), { address: inside })
    await expect(fetchText(secret.origin)).rejects.toThrow('an address that is not public')
    expect(secret.requests.length).toBe(0)
  })

  it.each(['http', 'https'])('is not reached by a host name over %s', async (scheme) => {
    const secret = await serve((_request, response) => response.end('secret'), { address: inside })
    let connections = 0
    const address = `${scheme}://intranet.example:${secret.port}/`
    const resolve = async () => {
      connections += 1
      return [inside, '::1']
    }
    await expect(fetchText(address, { resolve })).rejects.toThrow('leads to a host that is not public')
    expect({ connections, requests: secret.requests.length }).toEqual({ connections: 1, requests: 0 })
  })

  it('is not reached by the name localhost', async () => {
    const secret = await serve((_request, response) => response.end('secret'), { address: inside })
    const asked: string[] = []
    const resolve = async (hostname: string) => {
      asked.push(hostname)
      return [inside]
    }
    await expect(fetchText(`http://localhost:${secret.port}/`, { resolve })).rejects.toThrow(
      'a host that is not public',
    )
    expect(asked).toEqual(['localhost'])
    expect(secret.requests.length).toBe(0)
  })

  it('is not reached by a name that also has a public address', async () => {
    const open = await serve((_request, response) => response.end('public'))
    const secret = await serve((_request, response) => response.end('secret'), {
      address: inside,
      port: open.port,
    })
    const address = `http://both.example:${open.port}/`
    const { bytes } = await fetchText(address, { resolve: async () => [inside, internet] })
    expect(bytes.toString()).toBe('public')
    expect(secret.requests.length).toBe(0)
  })

  it('is not reached by a name that changes its address after it was checked', async () => {
    const open = await serve((_request, response) => redirectTo('/again')(response))
    const secret = await serve((_request, response) => response.end('secret'), {
      address: inside,
      port: open.port,
    })
    const answers = [[internet], [inside]]
    const resolve = async () => answers.shift() ?? [inside]
    await expect(fetchText(`http://rebinding.example:${open.port}/`, { resolve })).rejects.toThrow(
      'leads to a host that is not public',
    )
    // One lookup for each connection: it connects to the address that was checked.
    expect(answers).toEqual([])
    expect(open.requests.map(({ url }) => url)).toEqual(['/'])
    expect(secret.requests.length).toBe(0)
  })

  it.each([
    ['a number', (port: number) => `http://${inside}:${port}/`],
    ['another spelling of it', (port: number) => `http://2130706433:${port}/`],
    ['an IPv6 number', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
    ['a name', (port: number) => `http://intranet.example:${port}/`],
    ['the same scheme', (port: number) => `//127.1:${port}/`],
    ['another scheme', () => 'file:///etc/passwd'],
    ['another port', () => `http://${internet}:1/`],
  ])('is not reached by a redirect to %s', async (_case, target) => {
    const secret = await serve((_request, response) => response.end('secret'), { address: inside })
    const open = await serve((_request, response) => redirectTo(target(secret.port))(response))
    const resolve = async () => [inside]
    await expect(fetchText(open.origin, { resolve })).rejects.toThrow('leads to')
    expect(open.requests.length).toBe(1)
    expect(secret.requests.length).toBe(0)
  })
})

describe('redirects', () => {
  const chain = (length: number) => (request: IncomingMessage, response: ServerResponse) => {
    const step = Number(request.url?.slice(1))
    if (step < length) redirectTo(`/${step + 1}`)(response)
    else response.end('arrived')
  }

  it('are followed ten times and not eleven', async () => {
    const ten = await serve(chain(10))
    expect((await fetchText(`${ten.origin}/0`)).bytes.toString()).toBe('arrived')
    const eleven = await serve(chain(11))
    await expect(fetchText(`${eleven.origin}/0`)).rejects.toThrow('redirects too often')
    expect(eleven.requests.length).toBe(11)
  })

  it('to an invalid URL are a failure', async () => {
    const { origin } = await serve((_request, response) => redirectTo('http://[')(response))
    await expect(fetchText(origin)).rejects.toThrow('redirects to an invalid URL')
  })
})
