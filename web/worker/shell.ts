import { type FetchEvent, scope } from './scope.ts'

/** Paths of files that pages of all languages load, inserted by the build. Their names contain a hash of the content. */
declare const shellFiles: readonly string[]
/** The names of the scripts that each language has for itself. */
declare const shellScripts: readonly string[]
/** By language, the folder with these scripts. English ones are in `assets`. */
declare const shellFolders: Readonly<Record<string, string>>
/** Changes with these files. */
declare const shellVersion: string

/** The language of the window that registered this worker: see web/device/serviceWorker.ts. */
const folder = shellFolders[new URLSearchParams(scope.location.search).get('language') ?? ''] ?? 'assets'
const files = [...shellFiles, ...shellScripts.map((name) => `/${folder}/${name}`)]
const prefix = 'shell '
const cacheName = prefix + shellVersion
const offlinePath = '/offline'

/** Caches all files of this version. @throws when a file cannot be fetched. */
export async function installShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async (path) => {
      // Files that did not change since another version have the same name there.
      const stored = await caches.match(path, { ignoreVary: true })
      await cache.put(path, stored ?? (await fetched(new Request(path))))
    }),
  )
  // Rendered for guests, because it is shown to everyone who uses this browser.
  await cache.put(
    offlinePath,
    await fetched(new Request(offlinePath, { cache: 'reload', credentials: 'omit' })),
  )
}

async function fetched(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (!answer.ok) throw new Error(`${request.url} answers ${answer.status}.`)
  return answer
}

/** Deletes the files of earlier versions, except the last one, which open windows may still load. */
export async function forgetOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** Whether a page that runs this program is of this worker's version. */
export const isOfThisVersion = (entry: string): boolean => files.includes(entry)

/** A file of the build, of any cached version. */
export async function answerFile({ request }: FetchEvent): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** A page from the network, or the offline page. Pages are never cached. */
export async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const answer = await Promise.resolve(preloadResponse)
    .then((preloaded) => preloaded ?? fetch(request))
    .catch(() => null)
  // 408: the server gave up waiting for the request, so the connection is too slow.
  if (answer && answer.status !== 408) return answer
  const offline = await caches.open(cacheName).then((cache) => cache.match(offlinePath))
  return offline ?? answer ?? Response.error()
}
