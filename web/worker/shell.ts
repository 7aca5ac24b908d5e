import type { FetchEvent } from './scope.ts'

/** Paths of every file that a page may ask for, put here by the build. Their names carry the hash of their content. */
declare const shellFiles: readonly string[]
/** Changes with these files. */
declare const shellVersion: string

const files = shellFiles
const prefix = 'shell '
const cacheName = prefix + shellVersion
const offlinePath = '/offline'

/** Stores everything that the pages of this version are made of. @throws when one file does not come. */
export async function installShell(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async (path) => {
      // What has not changed since another version has the same name there.
      const stored = await caches.match(path, { ignoreVary: true })
      await cache.put(path, stored ?? (await fetched(new Request(path))))
    }),
  )
  // As guests see it: it is shown to whoever uses this browser.
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

/** Removes what earlier versions stored, but for the last one: its windows may still be open, and stay whole. */
export async function forgetOldShells(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)))
}

/** Whether a page that runs this program is of this worker's version. */
export const isOfThisVersion = (entry: string): boolean => files.includes(entry)

/** A file of the build, of whichever version has it. */
export async function answerFile({ request }: FetchEvent): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}

/** A page as the server has it now, or the one that says that there is no connection. Pages are never stored. */
export async function answerPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const answer = await Promise.resolve(preloadResponse)
    .then((preloaded) => preloaded ?? fetch(request))
    .catch(() => null)
  // A request that did not arrive in time is a connection that does not carry.
  if (answer && answer.status !== 408) return answer
  const offline = await caches.open(cacheName).then((cache) => cache.match(offlinePath))
  return offline ?? answer ?? Response.error()
}
