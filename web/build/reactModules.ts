import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

const packages = ['react', 'react/jsx-runtime']
const prefix = '\0module of '

/**
 * React as ES modules. It is published as CommonJS, of which bundlers make an object with a getter for each export; rendering a page
 * calls them some ten thousand times.
 */
export const reactModules = (): Plugin => ({
  name: 'react-modules',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer, { kind }) {
    const isOurs = packages.includes(id) && kind === 'import-statement' && !importer?.startsWith(prefix)
    return isOurs ? prefix + id : null
  },
  load(id) {
    if (!id.startsWith(prefix)) return null
    const name = id.slice(prefix.length)
    const exported: object = createRequire(import.meta.url)(name)
    const lines = Object.keys(exported).map((key) => `export const ${key} = /* @__PURE__ */ cjs.${key}`)
    return [`import cjs from '${name}'`, 'export default cjs', ...lines].join('\n')
  },
})
