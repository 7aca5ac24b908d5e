import type { Secrets } from '../../platform/http/secrets.ts'
import { pushContactOf } from '../settings/contact.ts'

const privateKeyBytes = 32

/** VAPID identity (RFC 8292): how push services recognize this site and reach its owner. */
export interface PushIdentity {
  /** `mailto:` or `https:` */
  readonly subject: string
  /** Both in base64url. */
  readonly publicKey: string
  readonly privateKey: string
}

/** The push identity of this site; null when no contact is configured, because then it sends no pushes. */
export function pushIdentity(
  site: Parameters<typeof pushContactOf>[0],
  { push }: Pick<Secrets, 'push'>,
): PushIdentity | null {
  const contact = pushContactOf(site)
  if (!contact) return null
  return {
    subject: /^https:|^mailto:/.test(contact) ? contact : `mailto:${contact}`,
    publicKey: push.subarray(privateKeyBytes).toString('base64url'),
    privateKey: push.subarray(0, privateKeyBytes).toString('base64url'),
  }
}

/** The `applicationServerKey` for browsers that subscribe; empty when this site sends no pushes. */
export const publicPushKey = (...site: Parameters<typeof pushIdentity>): string =>
  pushIdentity(...site)?.publicKey ?? ''
