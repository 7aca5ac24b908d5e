import type { FastifyReply } from 'fastify'
import type { Session } from '../sessions/session.ts'
import type { Services } from './route.ts'

type Given = Pick<Services, 'config' | 'settings'>

/** For how many seconds a shared cache may keep what guests read. In a private forum they read next to nothing. */
const sharedSeconds = ({ config, settings }: Given): number => (settings.privateForum ? 0 : config.cdnSeconds)

/** Whether a shared cache stands before the server and may keep answers that are the same for all guests. */
export const isBehindCache = (given: Given): boolean => sharedSeconds(given) > 0

/**
 * Lets a shared cache keep an answer to a guest, and go on using it while it asks for the next one (stale-while-revalidate). Browsers do
 * not keep it: they get another one when they log in. The session must have been opened with `isSharedByGuests`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5861
 */
export function allowSharing(given: Given, reply: FastifyReply, session: Session): void {
  const seconds = sharedSeconds(given)
  if (seconds === 0 || !session.isAnonymous) return
  reply
    .header(
      'Cache-Control',
      `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}, stale-if-error=${errorSeconds}`,
    )
    .header('Vary', 'Accept-Encoding, Cookie')
}

/** How long a cache may use what it has while no server answers. */
const errorSeconds = 60
