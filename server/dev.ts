import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import type { PageAssets, Renderer } from '../contract/pages.ts'
import type * as AppModule from './app.ts'
import { readConfig } from './config.ts'
import { greeting, prepareGround, visitableAddress } from './start.ts'

interface Development {
  vite: ViteDevServer
  runner: ModuleRunner
  httpServer: Server
}

/**
 * Serves pages and API from their sources. When a source has changed, the application is assembled anew at the next
 * request; the database stays.
 *
 * @returns stops everything.
 */
export async function develop({ vite, runner, httpServer }: Development): Promise<() => Promise<void>> {
  const config = readConfig({ GUEST_CACHE_SECONDS: '0', ...process.env })
  const ground = await prepareGround(config, (line) => console.log(line))
  const assets = await developmentAssets(vite)
  let running: { madeBy: typeof AppModule.createApp; renderer: Renderer; app: FastifyInstance } | null = null

  const currentApp = async () => {
    const { createApp } = await runner.import<typeof AppModule>('/server/app.ts')
    const { renderer } = await runner.import<{ renderer: Renderer }>('/web/entry-server.tsx')
    if (running?.madeBy === createApp && running.renderer === renderer) return running.app
    await running?.app.close()
    const app = await createApp({
      ...ground,
      pages: { renderer, assetsFor: () => assets, filesFolder: null },
    })
    await app.ready()
    running = { madeBy: createApp, renderer, app }
    return app
  }

  httpServer.on('request', (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const app = await currentApp()
        app.routing(request, response)
      } catch (error) {
        vite.ssrFixStacktrace(error as Error)
        console.error(error)
        response.statusCode = 500
        response.end(String(error))
      }
    })
  })
  await new Promise<void>((resolve, reject) => {
    httpServer.once('error', reject).listen(config.port, config.host, resolve)
  })
  const { port } = httpServer.address() as AddressInfo
  console.log(await greeting(ground.db, config, visitableAddress(config.host, port)))

  return async () => {
    httpServer.closeAllConnections()
    httpServer.close()
    await running?.app.close()
    await ground.close()
  }
}

/** What the development server wants in the head of every page; the style sheets come with the scripts. */
async function developmentAssets(vite: ViteDevServer): Promise<PageAssets> {
  const html = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>')
  return {
    entry: '/web/entry-browser.tsx',
    preloads: [],
    styles: [],
    headStart: html.slice(html.indexOf('<head>') + '<head>'.length, html.indexOf('</head>')),
  }
}
