import { imageCacheSeconds } from '../../contract/limitValues.ts'
import type { FetchEvent } from './scope.ts'

const cacheName = 'images'
/** Together some tens of megabytes; the oldest are deleted first. */
const imagesMost = 300
const imageMostBytes = 1024 * 1024
const notFound = 404

/**
 * An image from the cache if it was fetched recently: its URL always has the same content, but it may be deleted. An
 * older one is requested again, and used without a network.
 */
export async function answerImage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(cacheName)
  const stored = await cache.match(request)
  if (stored && isFresh(stored)) return stored
  const answer = await fetch(request).catch((error) => {
    if (stored) return stored
    throw error
  })
  if (answer.status === notFound) event.waitUntil(cache.delete(request))
  else if (answer !== stored && mayBeStored(answer)) event.waitUntil(store(cache, request, answer.clone()))
  return answer
}

/** By the time at which the server sent it; false without one. */
const isFresh = ({ headers }: Response): boolean =>
  Date.now() - Date.parse(headers.get('Date') ?? '') < imageCacheSeconds * 1000

function mayBeStored({ ok, headers }: Response): boolean {
  if (headers.get('X-Service-Worker-Cache') === 'no-store') return false
  if (headers.get('Cache-Control')?.includes('no-store')) return false
  return ok && Number(headers.get('Content-Length')) <= imageMostBytes
}

async function store(cache: Cache, request: Request, answer: Response): Promise<void> {
  try {
    await cache.put(request, answer)
    const stored = await cache.keys()
    await Promise.all(stored.slice(0, -imagesMost).map((oldest) => cache.delete(oldest)))
  } catch {
    // The storage quota is exceeded: the image is fetched again next time.
  }
}
