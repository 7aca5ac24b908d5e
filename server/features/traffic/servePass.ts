import type { FastifyInstance } from 'fastify'
import { sameSitePath } from '../../../contract/sameSitePath.ts'
import { spendProof, verifyProof } from '../../core/accounts/captcha.ts'
import { queryOf } from '../../core/api/request.ts'
import type { Services } from '../../core/api/route.ts'
import type { TrafficCounts } from '../../core/traffic/counts.ts'
import type { Passes } from '../../core/traffic/passes.ts'
import { Refused } from '../../platform/http/refused.ts'

/**
 * Gives a browser that has proved itself the cookie with which it is not checked again: for a solved challenge, or for having waited,
 * after which it is sent back to its page. What is not accepted leads back to the page, too, which then begins again.
 */
export function servePass(
  app: FastifyInstance,
  services: Services,
  { passes, traffic }: { passes: Passes; traffic: Pick<TrafficCounts, 'noteSolved'> },
): void {
  const { secrets, limiter } = services

  app.get('/-/pass', { config: { admits: 'everyone' } }, async (request, reply) => {
    reply.header('Cache-Control', 'no-store')
    const { proof, wait, back = '/' } = queryOf(request)
    const by = { ip: request.ip }
    if (proof) {
      await limiter.take('captcha', by)
      await spendProof(services, await verifyProof(secrets, proof))
      passes.give(request, reply)
      traffic.noteSolved(request)
      return reply.code(204).send()
    }
    if (wait && passes.endWait(request.ip, wait)) {
      const isFree = await limiter.take('captcha', by).then(
        () => true,
        (error) => {
          if (error instanceof Refused) return false
          throw error
        },
      )
      if (isFree) {
        passes.give(request, reply)
        traffic.noteSolved(request)
      }
    }
    return reply.redirect(sameSitePath(back), 302)
  })
}
