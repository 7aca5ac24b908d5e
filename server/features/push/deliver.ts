import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import webPush from 'web-push'
import type { PushIdentity } from '../../core/notifications/pushIdentity.ts'
import { bareHost, checkedLookup, enforceGuard, type Guard, NotFetched } from '../../platform/fetch/guard.ts'
import { encryptFor } from './encrypt.ts'

/** A push subscription of a browser (W3C Push API). */
export interface Subscription {
  readonly endpoint: string
  readonly auth: string
  readonly p256dh: string
}

/** `gone`: the subscription will never work again; `failed`: a retry may succeed. */
export type Delivery = 'sent' | 'gone' | 'failed'

const ttlSeconds = 30
const timeoutMs = 5000
/** The subscription has ended (RFC 8030). */
const goneStatuses = [404, 410]

/**
 * Sends one message, encrypted for one browser. The member chooses the endpoint, so the SSRF guard checks it as it checks
 * links, and only the status of the response is used.
 *
 * @param message.topic a later message with the same topic replaces one that waits for delivery.
 */
export async function deliver(
  subscription: Subscription,
  message: { readonly text: string; readonly topic: string },
  sender: { readonly identity: PushIdentity; readonly guard: Guard; readonly signal: AbortSignal },
): Promise<Delivery> {
  const sealed = seal(subscription, message, sender.identity)
  if (!sealed) return 'gone'
  try {
    const status = await post(new URL(subscription.endpoint), sealed, sender)
    if (goneStatuses.includes(status)) return 'gone'
    return status >= 200 && status < 300 ? 'sent' : 'failed'
  } catch (failure) {
    return failure instanceof NotFetched && !failure.isTemporary ? 'gone' : 'failed'
  }
}

interface Sealed {
  readonly headers: Record<string, string | number>
  readonly body: Buffer
}

/** Encrypts a message and names its sender; null for invalid keys. */
function seal(
  { endpoint, auth, p256dh }: Subscription,
  { text, topic }: { text: string; topic: string },
  identity: PushIdentity,
): Sealed | null {
  try {
    const body = encryptFor({ auth, p256dh }, text)
    const { headers } = webPush.generateRequestDetails({ endpoint }, null, {
      vapidDetails: identity,
      TTL: ttlSeconds,
      topic,
      headers: { 'Content-Encoding': 'aes128gcm', 'Content-Type': 'application/octet-stream' },
    })
    return { headers: { ...headers, 'Content-Length': body.length }, body }
  } catch {
    return null
  }
}

/** @returns the status of the response; its body is not read. */
function post(
  url: URL,
  { headers, body }: Sealed,
  { guard, signal }: { guard: Guard; signal: AbortSignal },
): Promise<number> {
  enforceGuard(guard, url)
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    request({
      method: 'POST',
      hostname: bareHost(url.hostname),
      port: url.port,
      path: url.pathname + url.search,
      headers,
      // No pooled connection: its address was checked for another request.
      agent: false,
      lookup: checkedLookup(guard),
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
      .on('response', (answer) => {
        resolve(answer.statusCode ?? 0)
        answer.on('error', () => {}).destroy()
      })
      .on('error', reject)
      .end(body)
  })
}
