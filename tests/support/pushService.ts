import { createDecipheriv, createECDH, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A message as a browser receives it from its push service. */
export interface PushedMessage {
  readonly headers: IncomingHttpHeaders
  /** Decrypted. */
  readonly data: unknown
}

/** A browser with a push subscription, and the messages it received. */
export interface PushedBrowser {
  readonly subscription: { endpoint: string; keys: { auth: string; p256dh: string } }
  readonly messages: PushedMessage[]
  /** Resolves with the next message. */
  next(): Promise<PushedMessage>
}

/** A push service on this machine for all its browsers. */
export interface PushService {
  /** The settings with which a forum may connect to it. */
  readonly environment: Record<string, string>
  readonly origin: string
  /** @param options.authBytes the length of its authentication secret, 16 by default, as it should be. */
  browser(options?: { authBytes?: number }): PushedBrowser
  /** From now on it answers with this status. */
  answer(status: number): void
  close(): Promise<void>
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const digest = createHmac('sha256', key)
  for (const part of parts) digest.update(part)
  return digest.digest()
}
const one = Buffer.from([1])

/** Decrypts a message for one browser (RFC 8291, as a single record of RFC 8188). */
function open(sealed: Buffer, browser: { keys: ReturnType<typeof createECDH>; auth: Buffer }): string {
  const salt = sealed.subarray(0, 16)
  const keyLength = sealed.readUInt8(20)
  const sender = sealed.subarray(21, 21 + keyLength)
  const record = sealed.subarray(21 + keyLength)
  const shared = hmac(browser.auth, browser.keys.computeSecret(sender))
  const material = hmac(shared, 'WebPush: info\0', browser.keys.getPublicKey(), sender, one)
  const pseudorandom = hmac(salt, material)
  const key = hmac(pseudorandom, 'Content-Encoding: aes128gcm\0', one).subarray(0, 16)
  const nonce = hmac(pseudorandom, 'Content-Encoding: nonce\0', one).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

export async function startPushService(): Promise<PushService> {
  const mailboxes = new Map<string, (headers: IncomingHttpHeaders, body: Buffer) => void>()
  let status = 201
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (status < 300) mailboxes.get(request.url ?? '')?.(request.headers, body)
    response.writeHead(status).end('whatever')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    environment: {
      PUSH_CONTACT: 'owner@forum.example',
      LINK_PORTS: String(port),
      LINK_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
    origin,
    answer: (next) => {
      status = next
    },
    browser({ authBytes = 16 } = {}) {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(authBytes)
      const path = `/push/${randomBytes(8).toString('hex')}`
      const messages: PushedMessage[] = []
      let waiting: ((message: PushedMessage) => void)[] = []
      mailboxes.set(path, (headers, body) => {
        const message = { headers, data: JSON.parse(open(body, { keys, auth })) }
        messages.push(message)
        for (const tell of waiting) tell(message)
        waiting = []
      })
      return {
        subscription: {
          endpoint: origin + path,
          keys: { auth: auth.toString('base64url'), p256dh: keys.getPublicKey('base64url') },
        },
        messages,
        next: () => new Promise((resolve) => waiting.push(resolve)),
      }
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
