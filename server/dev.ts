import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import type { ModuleRunner } from 'vite/module-runner'
import type { PageAssets, Renderer } from '../contract/pages.ts'
import type * as AppModule from './app.ts'
import { parseConfig } from './config.ts'
import { openResources } from './resources.ts'
import { openServerDatabase, startMessage, urlFor } from './start.ts'

interface Development {
  vite: ViteDevServer
  runner: ModuleRunner
  httpServer: Server
}

/**
 * The development server: serves pages and API from their sources. After a change of a source file, the next request
 * creates the application again; the database keeps running.
 *
 * @returns a function that stops everything.
 */
export async function develop({ vite, runner, httpServer }: Development): Promise<() => Promise<void>> {
  const config = parseConfig({ GUEST_CACHE_SECONDS: '0', ...process.env })
  const log = (line: string) => console.log(line)
  const resources = await openResources(config, await openServerDatabase(config, log), log)
  const assets = await developmentAssets(vite)
  let running: { createApp: typeof AppModule.createApp; renderer: Renderer; app: FastifyInstance } | null =
    null

  const currentApp = async () => {
    const { createApp } = await runner.import<typeof AppModule>('/server/app.ts')
    const { renderer } = await runner.import<{ renderer: Renderer }>('/web/entry-server.tsx')
    if (running?.createApp === createApp && running.renderer === renderer) return running.app
    await running?.app.close()
    const app = await createApp({
      ...resources,
      pages: { renderer, assetsFor: () => assets, filesFolder: null },
    })
    await app.ready()
    running = { createApp, renderer, app }
    return app
  }

  httpServer.on('request', (request, response) => {
    vite.middlewares(request, response, async () => {
      try {
        const app = await currentApp()
        app.routing(request, response)
      } catch (error) {
        if (error instanceof Error) vite.ssrFixStacktrace(error)
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
  console.log(await startMessage(resources, urlFor(config.host, port)))

  return async () => {
    httpServer.closeAllConnections()
    httpServer.close()
    await running?.app.close()
    await resources.close()
  }
}

/** The head that Vite needs in every page. No style sheets: in development the scripts insert the styles. */
async function developmentAssets(vite: ViteDevServer): Promise<PageAssets> {
  const html = await vite.transformIndexHtml('/', '<html><head></head><body></body></html>')
  return {
    entry: '/web/entry-browser.tsx',
    preloads: [],
    styles: [],
    headStart: html.slice(html.indexOf('<head>') + '<head>'.length, html.indexOf('</head>')),
  }
}
