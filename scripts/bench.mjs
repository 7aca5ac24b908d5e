import { ensureBuilt } from './lib/build.mjs'
import { runBundled } from './lib/bundled.mjs'
import { findOrGetChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWith } from './lib/project.mjs'

/** The tasks that need a browser. */
const browserTasks = ['thread', 'lighthouse']

await ensureInstalled({ dev: true })
await ensureBuilt()

const words = process.argv.slice(2)
const chromium = words.some((word) => browserTasks.includes(word))
  ? await findOrGetChromium({ headlessShell: false })
  : {}
if ('instructions' in chromium) exitWith(chromium.instructions)
process.exitCode = await runBundled(
  'bench/main.ts',
  'folkmoot-bench',
  words,
  'path' in chromium ? { CHROMIUM_PATH: chromium.path } : {},
)
