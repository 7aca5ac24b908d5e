import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { findOrGetChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { exitWith, root, run } from './lib/project.mjs'

/** The tasks that need a browser. */
const browserTasks = ['thread', 'lighthouse']

await ensureInstalled({ dev: true })
await ensureBuilt()

// Bundled, because a module loader in the process would distort the measurements.
const { build } = await import('vite')
const outDir = join(root, 'node_modules/.cache/folkmoot-bench')
await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    ssr: 'bench/main.ts',
    outDir,
    emptyOutDir: true,
    rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
  },
})
const words = process.argv.slice(2)
const chromium = words.some((word) => browserTasks.includes(word))
  ? await findOrGetChromium({ headlessShell: false })
  : {}
if ('instructions' in chromium) exitWith(chromium.instructions)
process.exitCode = await run(process.execPath, [join(outDir, 'main.mjs'), ...words], {
  env: { NODE_ENV: 'production', ...('path' in chromium && { CHROMIUM_PATH: chromium.path }) },
})
