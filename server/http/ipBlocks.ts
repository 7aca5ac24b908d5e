import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Which addresses are shut out, as this process knows it. */
export interface IpBlocks {
  /** Whether requests from this address are refused. Looks at nothing but memory. */
  shutsOut(ip: string): boolean
  /** Whether the address is known as one where the Tor network ends, whether or not that is blocked. */
  isTorExit(ip: string): boolean
  /** Takes over what has been changed up to now. While the database is away the blocks stay as they are. */
  catchUp(): Promise<void>
  close(): Promise<void>
}

/**
 * Answers everything that comes from a blocked address with one short page, before anything else is looked at (API
 * contract 1.10). Register it before routes and all other hooks that cost something.
 */
export function refuseBlocked(app: FastifyInstance, ipBlocks: IpBlocks, site: { name: string }): void {
  const page = pageFor(site)
  const refuse = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
    if (!ipBlocks.shutsOut(request.ip)) return done()
    reply.code(403).header('Cache-Control', 'no-store').type('text/html; charset=utf-8').send(page)
  }
  app.addHook('onRequest', refuse)
  // A body may take its time, and the block have come meanwhile.
  app.addHook('preHandler', refuse)
}

const pageFor = ({ name }: { name: string }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(name)}</title>
</head>
<body>
<p>Suspicious activity was detected from your network, so this address is blocked. If you think that this is a mistake, please try another connection or write to the people who run this site.</p>
</body>
</html>
`

const escaped = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;' })[sign] ?? '&gt;')
