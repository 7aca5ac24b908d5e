import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Renderer } from '../contract/pages.ts'
import { createApp } from './app.ts'
import { type Config, ConfigurationError, parseConfig } from './config.ts'
import { CannotStart } from './platform/database/cannotStart.ts'
import { loadAssets } from './platform/http/assets.ts'
import { openResources, startMessage, urlFor } from './start.ts'
import { explainStartFailure } from './startFailure.ts'

/** A graceful shutdown that takes longer ends with exit code 1. */
const shutdownTimeoutMs = 10_000

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = parseConfig(process.env)
  const resources = await openResources(config, (line) => console.log(line)).catch((error) => {
    throw explainStartFailure(error, config) ?? error
  })
  try {
    const app = await createApp({ ...resources, pages: await loadBuiltPages() })
    await listen(app, config)
    stopOnSignals(async () => {
      await app.close()
      await resources.close()
    })
    const { port } = app.server.address() as AddressInfo
    console.log(await startMessage(resources, urlFor(config.host, port)))
  } catch (error) {
    await resources.close()
    throw error
  }
}

/** Loads the renderer and the browser's files from the build, which lies beside this program. */
async function loadBuiltPages() {
  const filesFolder = fileURLToPath(new URL('../web', import.meta.url))
  const pages = new URL('./entry-server.js', import.meta.url).href
  const { renderer }: { renderer: Renderer } = await import(/* @vite-ignore */ pages)
  return { renderer, assetsFor: loadAssets(filesFolder), filesFolder }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new CannotStart(`Port ${port} is in use by another program. Choose another one with PORT=….`)
    if (code === 'EACCES')
      throw new CannotStart(`This account may not use port ${port}. Choose another one with PORT=….`)
    throw error
  }
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), shutdownTimeoutMs).unref()
    await stop()
    process.exit()
  }
  // If stopping fails, the unhandled rejection ends the process with its error and exit code 1.
  // Whoever started it has ended without a signal, as after a kill (scripts/start.mjs).
  process.once('disconnect', () => void onSignal())
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void onSignal())
}

/** Errors whose message tells the operator what to do; all others are printed with their stack. */
const operatorErrors = [CannotStart, ConfigurationError]

start().catch((error) => {
  console.error(operatorErrors.some((kind) => error instanceof kind) ? error.message : error)
  process.exit(1)
})
