import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { findOrGetChromium } from './lib/chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { giveUp, root, run } from './lib/project.mjs'

/** What is only about browsers. */
const needBrowser = ['thread', 'lighthouse']

await ensureInstalled({ dev: true })
await ensureBuilt()

// Bundled and run by plain Node: a module loader in the measuring process would be measured too.
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
const chromium = words.some((word) => needBrowser.includes(word)) ? await findOrGetChromium() : {}
if ('whatToDo' in chromium) giveUp(chromium.whatToDo)
process.exitCode = await run(process.execPath, [join(outDir, 'main.mjs'), ...words], {
  env: { NODE_ENV: 'production', ...('path' in chromium && { CHROMIUM_PATH: chromium.path }) },
})
