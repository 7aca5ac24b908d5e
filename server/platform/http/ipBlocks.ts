import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { inLanguage } from '../../../contract/texts/language.ts'
import { t } from '../../../contract/texts/t.ts'
import { plainPage } from './plainPage.ts'

/** The blocked addresses, as this process has cached them. */
export interface IpBlocks {
  /** Whether requests from this address are refused. Reads memory only. */
  isBlocked(ip: string): boolean
  /** Whether the address is a known Tor exit node, whether or not Tor is blocked. */
  isTorExit(ip: string): boolean
  /** Loads all committed changes. When the database is unavailable, the cached blocks stay in force. */
  refresh(): Promise<void>
  /** Stops watching for changes. */
  close(): void
}

/**
 * Answers every request of a blocked address with 403 and a short page. Register it before the routes and before all
 * hooks that cost something.
 */
export function refuseBlocked(
  app: FastifyInstance,
  ipBlocks: IpBlocks,
  site: { name: () => string; languageOf: (request: FastifyRequest) => string },
): void {
  const page = () =>
    plainPage({
      title: site.name(),
      sentence: t(
        "Suspicious activity was detected from your network, so this address is blocked. If you think this is a mistake, try another connection or contact the site's operators.",
      ),
    })
  const refuse = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (!ipBlocks.isBlocked(request.ip)) return done()
    reply
      .code(403)
      .header('Cache-Control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(inLanguage(site.languageOf(request), page))
  }
  app.addHook('onRequest', refuse)
  // Checked again after the body has arrived, because a slow upload may have started before the block.
  app.addHook('preHandler', refuse)
}
