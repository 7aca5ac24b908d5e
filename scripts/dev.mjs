/**
 * Runs the development server: from sources, with pages and hot module replacement on one port, in one process.
 * `develop({ vite, runner, httpServer })` of `server/dev.ts` starts everything and returns a function that stops it.
 */
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { ensureInstalled } from './lib/install.mjs'
import { root } from './lib/project.mjs'

await ensureInstalled({ dev: true })
process.env.NODE_ENV ??= 'development'
const { createServer, createServerModuleRunner } = await import('vite')

const httpServer = createHttpServer()
const vite = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  appType: 'custom',
  server: { middlewareMode: true, hmr: { server: httpServer } },
})
const runner = createServerModuleRunner(vite.environments.ssr)
const { develop } = await runner.import('/server/dev.ts')
const stop = await develop({ vite, runner, httpServer })

let stopping = false
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, async () => {
    if (stopping) return
    stopping = true
    await stop()
    await runner.close()
    await vite.close()
    process.exit()
  })
}
