import { endWithNpm } from './lib/endWithNpm.mjs'
import { ensureReady } from './lib/ready.mjs'

await ensureReady()
process.env.NODE_ENV ??= 'production'
// The command listens for it.
endWithNpm(() => process.emit('disconnect'))
await import('../dist/server/cli.js')
