import type { Config } from '../config.ts'
import type { Secrets } from '../http/secrets.ts'

const privateKeyBytes = 32

/** How push services know this site and reach its owner. */
export interface PushIdentity {
  /** `mailto:` or `https:` */
  readonly subject: string
  /** Both in base64url. */
  readonly publicKey: string
  readonly privateKey: string
}

/** Who sends the pushes of this site; null when its owner names no contact, then it sends none. */
export function pushIdentity(
  config: Pick<Config, 'pushContact' | 'contactEmail'>,
  { push }: Pick<Secrets, 'push'>,
): PushIdentity | null {
  const contact = config.pushContact || config.contactEmail
  if (!contact) return null
  return {
    subject: /^https:|^mailto:/.test(contact) ? contact : `mailto:${contact}`,
    publicKey: push.subarray(privateKeyBytes).toString('base64url'),
    privateKey: push.subarray(0, privateKeyBytes).toString('base64url'),
  }
}

/** What a browser needs to subscribe; empty when this site sends no pushes. */
export const publicPushKey = (...site: Parameters<typeof pushIdentity>): string =>
  pushIdentity(...site)?.publicKey ?? ''
