import type { FastifyInstance } from 'fastify'
import type { Services } from '../../core/api/route.ts'
import { siteOf } from '../../core/api/site.ts'

const maxAgeSeconds = 3600
/** RFC 9116 recommends less than a year. The time is that of a whole day, so that the file does not change with every request. */
const expiresAfterDays = 180
const msPerDay = 86_400_000

/**
 * Serves the files that programs look for in every site: how to report a weakness (RFC 9116), and where password managers send people
 * to change their password (W3C, "A Well-Known URL for Changing Passwords").
 */
export function serveWellKnown(app: FastifyInstance, services: Services): void {
  const { settings } = services

  app.get('/.well-known/security.txt', { config: { admits: 'everyone' } }, async (request, reply) => {
    reply.type('text/plain; charset=utf-8')
    const { contactEmail } = settings
    if (!contactEmail) return reply.code(404).header('Cache-Control', 'no-store').send('Not found')
    const expiresAt = new Date((Math.floor(Date.now() / msPerDay) + expiresAfterDays) * msPerDay)
    const { origin } = siteOf(services, request)
    return reply
      .header('Cache-Control', `public, max-age=${maxAgeSeconds}`)
      .send(
        [
          `Contact: mailto:${encodeURI(contactEmail)}`,
          `Expires: ${expiresAt.toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${origin}/.well-known/security.txt`,
          '',
        ].join('\n'),
      )
  })

  app.get('/.well-known/change-password', { config: { admits: 'everyone' } }, async (_request, reply) =>
    reply.header('Cache-Control', `public, max-age=${maxAgeSeconds}`).redirect('/settings#password', 302),
  )
}
