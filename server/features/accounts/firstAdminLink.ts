import type { FastifyInstance } from 'fastify'
import { signupFragment } from '../../../contract/access.ts'
import { firstAdminCode, firstAdminCookie, firstAdminPath } from '../../core/accounts/firstAdmin.ts'
import type { Services } from '../../core/api/route.ts'
import { isSecret } from '../../core/sessions/sessionId.ts'

/**
 * `GET /first-admin?code=…`, the link that the server prints at its start: a browser that opens it may create the first
 * account, and gets the form for it. With a wrong code, it only redirects to the front page.
 */
export function serveFirstAdminLink(app: FastifyInstance, { secrets, config }: Services): void {
  const options = { config: { admits: 'everyone' } } as const
  app.get<{ Querystring: { code?: unknown } }>(firstAdminPath, options, async (request, reply) => {
    const { code } = request.query
    reply.header('Cache-Control', 'no-store')
    if (!isSecret(firstAdminCode(secrets), code)) return reply.redirect('/')
    reply.setCookie(firstAdminCookie, String(code), {
      path: '/api/_signup',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https' || config.siteUrl?.protocol === 'https:',
    })
    return reply.redirect(`/#${signupFragment}`)
  })
}
