import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Renderer } from '../contract/pages.ts'
import { createApp } from './app.ts'
import { type Config, ConfigurationError, readConfig } from './config.ts'
import { DatabaseTooNew } from './database/migrate.ts'
import { DataDirectoryInUse } from './database/server-lock.ts'
import { readAssets } from './http/assets.ts'
import { greeting, prepareGround, visitableAddress } from './start.ts'

/** Beyond this a stop is no longer orderly: somebody waits for the process to end. */
const stopPatienceMs = 10_000

/** The server could not start, for a reason that its owner can mend; the message says it. */
class CannotStart extends Error {}

async function start(): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env')
  const config = readConfig(process.env)
  const ground = await prepareGround(config, (line) => console.log(line))
  try {
    const app = await createApp({ ...ground, pages: await builtPages() })
    await listen(app, config)
    stopOnSignals(async () => {
      await app.close()
      await ground.close()
    })
    const { port } = app.server.address() as AddressInfo
    console.log(await greeting(ground.db, config, visitableAddress(config.host, port)))
  } catch (error) {
    await ground.close()
    throw error
  }
}

/** The pages and the browser's files as the build left them beside this program. */
async function builtPages() {
  const filesFolder = fileURLToPath(new URL('../web', import.meta.url))
  const pages = new URL('./entry-server.js', import.meta.url).href
  const { renderer }: { renderer: Renderer } = await import(/* @vite-ignore */ pages)
  return { renderer, assetsFor: readAssets(filesFolder), filesFolder }
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new CannotStart(`Port ${port} is taken by another program. Choose another one with PORT=….`)
    if (code === 'EACCES')
      throw new CannotStart(`Port ${port} may not be used by this account. Choose another one with PORT=….`)
    throw error
  }
}

function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), stopPatienceMs).unref()
    await stop()
    process.exit()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}

const mendable = [CannotStart, ConfigurationError, DataDirectoryInUse, DatabaseTooNew]

start().catch((error) => {
  console.error(mendable.some((kind) => error instanceof kind) ? error.message : error)
  process.exit(1)
})
