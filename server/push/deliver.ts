import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import webPush from 'web-push'
import { bareHost, checkedLookup, enforceGuard, type Guard, NotFetched } from '../links/guard.ts'
import type { PushIdentity } from './identity.ts'

/** A browser, as its push service knows it. */
export interface Subscription {
  readonly endpoint: string
  readonly auth: string
  readonly p256dh: string
}

/** What became of a message: `gone`: nothing will ever get through; `failed`: another try may go better. */
export type Delivery = 'sent' | 'gone' | 'failed'

const ttlSeconds = 30
const timeoutMs = 5000
/** The subscription is over (RFC 8030). */
const goneStatuses = [404, 410]

/**
 * Sends one message to one browser, encrypted for it alone. The address is of the member's own choosing, so the same
 * guard stands before it as before links, and of the answer nothing but the status is looked at.
 *
 * @param message.topic of several waiting messages with the same one, only the last is shown.
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
    return failure instanceof NotFetched && !failure.isPassing ? 'gone' : 'failed'
  }
}

type Sealed = ReturnType<typeof webPush.generateRequestDetails>

/** null for keys that nothing can be encrypted with. */
function seal(
  { endpoint, auth, p256dh }: Subscription,
  { text, topic }: { text: string; topic: string },
  identity: PushIdentity,
): Sealed | null {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { auth, p256dh } }, text, {
      vapidDetails: identity,
      TTL: ttlSeconds,
      topic,
    })
  } catch {
    return null
  }
}

/** @returns the status of the answer, whose rest is not read. */
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
      // A connection of its own: one that is kept for reuse was checked for somebody else.
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
