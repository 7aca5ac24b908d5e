import type { FastifyReply } from 'fastify'
import type { Session } from '../sessions/session.ts'
import type { Services } from './route.ts'

/** Whether a shared cache stands before the server and may keep answers that are the same for all guests. */
export const isBehindCache = ({ config }: Pick<Services, 'config'>): boolean => config.cdnSeconds > 0

/**
 * Lets a shared cache keep an answer to a guest, and go on using it while it asks for the next one (stale-while-revalidate). Browsers do
 * not keep it: they get another one when they log in. The session must have been opened with `isSharedByGuests`.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5861
 */
export function allowSharing(
  { config }: Pick<Services, 'config'>,
  reply: FastifyReply,
  session: Session,
): void {
  if (config.cdnSeconds === 0 || !session.isAnonymous) return
  const { cdnSeconds: seconds } = config
  reply
    .header(
      'Cache-Control',
      `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}, stale-if-error=${errorSeconds}`,
    )
    .header('Vary', 'Accept-Encoding, Cookie')
}

/** How long a cache may use what it has while no server answers. */
const errorSeconds = 60
