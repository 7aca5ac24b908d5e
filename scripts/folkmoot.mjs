import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled({ dev: false })
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
await import('../dist/server/cli.js')
