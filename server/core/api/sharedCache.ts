import type { FastifyReply } from 'fastify'
import type { Session } from '../sessions/session.ts'
import { offeredLanguages } from '../settings/language.ts'
import type { Services } from './route.ts'

type Given = Pick<Services, 'config' | 'settings'>

/** How long a shared cache may keep answers for guests, in seconds. 0 in a private forum, where guests read next to nothing. */
const sharedSeconds = ({ config, settings }: Given): number => (settings.privateForum ? 0 : config.cdnSeconds)

/** Whether a shared cache in front of the server may keep answers that are the same for all guests. */
export const isBehindCache = (given: Given): boolean => sharedSeconds(given) > 0

/**
 * Lets a shared cache keep an answer to a guest, and use it while it fetches the next one (stale-while-revalidate). Browsers do not
 * keep it, because they get another one after logging in. The session must have been opened with `isSharedByGuests`.
 *
 * @param options.hasLanguage whether the answer is in the language of its reader, as pages are.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5861
 */
export function allowSharing(
  given: Given,
  reply: FastifyReply,
  session: Session,
  options: { hasLanguage?: true } = {},
): void {
  const seconds = sharedSeconds(given)
  if (seconds === 0 || !session.isAnonymous) return
  reply
    .header(
      'Cache-Control',
      `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds}, stale-if-error=${errorSeconds}`,
    )
    .header(
      'Vary',
      options.hasLanguage && offeredLanguages(given.settings).length > 1
        ? 'Accept-Encoding, Cookie, Accept-Language'
        : 'Accept-Encoding, Cookie',
    )
}

/** How long a cache may use a stale answer while no server answers. */
const errorSeconds = 60
