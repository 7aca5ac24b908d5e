import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { endWithNpm } from './lib/endWithNpm.mjs'
import { ownBuild } from './lib/ownBuild.mjs'
import { root } from './lib/project.mjs'
import { ensureReady } from './lib/ready.mjs'

await ensureReady()
process.env.NODE_ENV ??= 'production'
// The command listens for it.
endWithNpm(() => process.emit('disconnect'))
await import(pathToFileURL(join(ownBuild(root), 'server/cli.js')).href)
