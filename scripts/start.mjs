import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled({ dev: false })
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
// In this process, so that signals reach the server and its exit code is ours.
await import('../dist/server/main.js')
