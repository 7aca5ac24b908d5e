import { runBundled } from './lib/bundled.mjs'
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled({ dev: true })
process.exitCode = await runBundled('web/build/updateCatalogs.ts', 'folkmoot-texts', [])
