import { parseArgs } from 'node:util'
import { ensureBuilt } from './lib/build.mjs'
import { runBundled } from './lib/bundled.mjs'
import { findOrGetChromium } from './lib/chromium.mjs'
import { buildCommit } from './lib/commitBuild.mjs'
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
// The benchmark itself reports invalid arguments.
const { against } = parseArgs({ args: words, options: { against: { type: 'string' } }, strict: false }).values
const commit = typeof against === 'string' ? await buildCommit(against) : null
process.exitCode = await runBundled('bench/main.ts', 'folkmoot-bench', words, {
  ...('path' in chromium && { CHROMIUM_PATH: chromium.path }),
  ...(commit && { AGAINST_ROOT: commit.path }),
})
commit?.remove()
