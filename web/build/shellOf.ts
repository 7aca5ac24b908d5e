import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** Fonts for other alphabets are loaded by pages that need them. */
const shownEverywhere = /\.(js|css|svg)$|^inter-latin-wght-.*\.woff2$/
/** Files of the API documentation, which is not part of the application. */
const notOfPages = /^ApiDocs/

/**
 * The constants that the build inserts into the service worker: the files to cache, with the folders of scripts in other languages
 * than English, and a version that changes with them.
 *
 * @param folder the finished browser build.
 */
export function shellOf(folder: string): Record<'shellFiles' | 'shellFolders' | 'shellVersion', string> {
  const files = readdirSync(`${folder}/assets`)
    .filter((name) => shownEverywhere.test(name) && !notOfPages.test(name))
    .sort()
    .map((name) => `/assets/${name}`)
  const folders = readFileSync(`${folder}/.vite/languages.json`, 'utf8')
  const version = createHash('sha256')
    .update(`${files.join('\n')}${folders}`)
    .digest('base64url')
    .slice(0, 10)
  return {
    shellFiles: JSON.stringify(files),
    shellFolders: folders,
    shellVersion: JSON.stringify(version),
  }
}
