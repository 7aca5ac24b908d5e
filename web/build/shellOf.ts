import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'

/** Alphabets beyond the Latin one are fetched by pages that need them. */
const shownEverywhere = /\.(js|css|svg)$|^inter-latin-wght-.*\.woff2$/
/** Of the page about the API, which is no page of the program. */
const notOfPages = /^ApiDocs/

/**
 * What the build puts into the service worker: the files of the browser's build that it has to know by name, and a
 * version that changes with them.
 *
 * @param folder the browser's build, which has to be there already.
 */
export function shellOf(folder: string): Record<'shellFiles' | 'shellVersion', string> {
  const files = readdirSync(`${folder}/assets`)
    .filter((name) => shownEverywhere.test(name) && !notOfPages.test(name))
    .sort()
    .map((name) => `/assets/${name}`)
  const version = createHash('sha256').update(files.join('\n')).digest('base64url').slice(0, 10)
  return { shellFiles: JSON.stringify(files), shellVersion: JSON.stringify(version) }
}
