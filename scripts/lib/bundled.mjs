import { join } from 'node:path'
import { root, run } from './project.mjs'

/**
 * Bundles a program of ours and runs it: Node does not read TypeScript everywhere, and a module loader in the process
 * would distort measurements.
 *
 * @param {string} entry the source file, from the root folder.
 * @param {string} name of the folder in the cache.
 * @param {string[]} args for the program.
 * @param {NodeJS.ProcessEnv} [env] on top of the usual one.
 * @returns {Promise<number>} its exit code.
 */
export async function runBundled(entry, name, args, env = {}) {
  const { build } = await import('vite')
  const outDir = join(root, 'node_modules/.cache', name)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: entry,
      outDir,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  })
  return run(process.execPath, [join(outDir, 'main.mjs'), ...args], {
    env: { NODE_ENV: 'production', ...env },
  })
}
