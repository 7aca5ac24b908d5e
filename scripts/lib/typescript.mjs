import { root } from './project.mjs'

/**
 * Lets a script of plain Node load our TypeScript modules, while `use` runs.
 *
 * @template T
 * @param {(load: (path: string) => Promise<any>) => Promise<T>} use `load` takes a path relative to the root folder.
 * @returns {Promise<T>}
 */
export async function withTypeScript(use) {
  const { createServer, createServerModuleRunner } = await import('vite')
  const vite = await createServer({
    root,
    configFile: false,
    appType: 'custom',
    logLevel: 'error',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
  })
  const runner = createServerModuleRunner(vite.environments.ssr)
  try {
    return await use((path) => runner.import(`/${path}`))
  } finally {
    await runner.close()
    await vite.close()
  }
}
