import { ensureBuilt } from './lib/build.mjs'
import { runBundled } from './lib/bundled.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled({ dev: true })
await ensureBuilt()
process.exitCode = await runBundled('tests/html/main.ts', 'folkmoot-html', process.argv.slice(2))
