import { join } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { root, run } from './lib/project.mjs'

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
process.exitCode = await run(process.execPath, [join(outDir, 'main.mjs'), ...process.argv.slice(2)], {
  env: { NODE_ENV: 'production' },
})
