import { type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Sent {
  readonly method: string
  readonly address: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** Resolves once this text has been received, instead of at the end of the answer. */
  readonly until?: string
}

interface Answered {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A command line client that stores cookies and sends the CSRF token, as the documentation does with curl. */
export class Person {
  readonly #origin: string
  readonly #cookies: Map<string, string>
  /** The name used in the documentation; null for a guest. */
  name: string | null

  /** @param cookies of an existing session, as in a `Cookie` header. */
  constructor(origin: string, name: string | null = null, cookies = '') {
    this.#origin = origin
    this.name = name
    this.#cookies = new Map(
      cookies
        .split('; ')
        .filter((cookie) => cookie !== '')
        .map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]),
    )
  }

  async send({ method, address, headers, body, until }: Sent): Promise<Answered> {
    const answer = await new Promise<Answered>((resolve, reject) => {
      const sending = request(`${this.#origin}${address}`, {
        method,
        headers: {
          'user-agent': 'curl/8.14.1',
          cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(method !== 'GET' && {
            'x-csrf-token': decodeURIComponent(this.#cookies.get('csrftoken') ?? ''),
          }),
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      })
      sending.on('error', reject)
      sending.on('response', async (response) => {
        const { statusCode: status = 0, headers } = response
        let read = ''
        if (until === undefined) read = await text(response)
        else
          for await (const part of response) {
            read += part
            if (read.includes(until)) break
          }
        resolve({ status, headers, body: read })
      })
      sending.end(body)
    })
    for (const cookie of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return answer
  }
}
