import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Fonts for other alphabets are loaded by pages that need them. */
const shownEverywhere = /\.(js|css|svg)$|^inter-latin-wght-.*\.woff2$/
/** Files of the API documentation, which is not part of the application. */
const notOfPages = /^ApiDocs/

/**
 * The constants that the build inserts into the service worker: the files to cache, and apart from them the names of the scripts
 * that each language has in a folder of its own; these folders; and a version that changes with all of them.
 *
 * @param folder the finished browser build.
 */
export function shellOf(
  folder: string,
): Record<'shellFiles' | 'shellScripts' | 'shellFolders' | 'shellVersion', string> {
  const names = readdirSync(`${folder}/assets`)
    .filter((name) => shownEverywhere.test(name) && !notOfPages.test(name))
    .sort()
  const folders: Record<string, string> = JSON.parse(readFileSync(`${folder}/.vite/languages.json`, 'utf8'))
  const translated = new Set(Object.values(folders).flatMap((one) => readdirSync(`${folder}/${one}`)))
  const version = createHash('sha256')
    .update(JSON.stringify([names, folders]))
    .digest('base64url')
    .slice(0, 10)
  return {
    shellFiles: JSON.stringify(
      names.filter((name) => !translated.has(name)).map((name) => `/assets/${name}`),
    ),
    shellScripts: JSON.stringify(names.filter((name) => translated.has(name))),
    shellFolders: JSON.stringify(folders),
    shellVersion: JSON.stringify(version),
  }
}
