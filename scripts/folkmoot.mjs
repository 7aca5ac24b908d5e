import { ensureBuilt } from './lib/build.mjs'
import { endWithNpm } from './lib/endWithNpm.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled({ dev: false })
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
// The command listens for it.
endWithNpm(() => process.emit('disconnect'))
await import('../dist/server/cli.js')
