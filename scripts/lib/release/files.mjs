import { posix } from 'node:path'
import { releaseFile } from '../ready.mjs'

/** What a release takes from the sources as it is, besides the start scripts. */
export const copied = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'deploy', 'docs', 'folkmoot']

/** What start scripts run. */
export const entryScripts = ['scripts/start.mjs', 'scripts/folkmoot.mjs']

/** What `dist` has for people who develop, or for the next build. */
export const isOfBuild = (path) => /^server\/.*\.map$/.test(path) || path === '.sources'

/**
 * The scripts that start the program, and all that they import.
 *
 * @param {Map<string, string[]>} imports as `readImports` of imports.mjs gives them
 * @returns {string[]} paths from the root folder, sorted
 */
export function startScripts(imports) {
  const found = new Set()
  const add = (file) => {
    if (found.has(file) || !file.startsWith('scripts/')) return
    found.add(file)
    for (const imported of imports.get(file) ?? []) add(imported)
  }
  for (const entry of entryScripts) add(entry)
  return [...found].sort()
}

/** The package.json of a release: it is complete, so it names no dependencies. */
export function manifestOf({ name, version, description, license, type, engines, scripts }) {
  const { start, folkmoot } = scripts
  return { name, version, description, license, private: true, type, engines, scripts: { start, folkmoot } }
}

/** A path for the licences of all packages, one after the other. */
export const licencesFile = 'LICENCES-OF-PACKAGES.txt'

/**
 * The mode of a file in a release, whatever the umask and the package manager made of it.
 *
 * @param {string} path from the root folder of the release
 */
export const modeOf = (path) =>
  path === 'folkmoot' || posix.dirname(path).endsWith('/native/bin') ? 0o755 : 0o644

export { releaseFile }
