import type { FastifyInstance } from 'fastify'
import { accentStylesheet } from '../../../contract/accent.ts'

/** The URL contains the colour and a hash of the style sheet, so its content never changes. */
const cacheControl = 'public, max-age=31536000, immutable'

/**
 * Serves the style sheet of an accent colour. Every colour is served, so that pages of another process work before
 * this one has received the change.
 */
export function serveAccent(app: FastifyInstance): void {
  app.get<{ Params: { color: string } }>(
    '/accent/:color(^\\w+).css',
    { config: { admits: 'everyone' } },
    async (request, reply) => {
      const { color } = request.params
      if (!/^[0-9a-f]{6}$/.test(color))
        return reply.code(404).type('text/plain; charset=utf-8').send('Not found')
      return reply
        .header('Cache-Control', cacheControl)
        .type('text/css; charset=utf-8')
        .send(accentStylesheet(`#${color}`))
    },
  )
}
