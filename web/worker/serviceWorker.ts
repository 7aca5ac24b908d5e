import { fieldsOf } from '../../contract/objects.ts'
import { answerImage } from './images.ts'
import { openPushed, showPushed } from './push.ts'
import { scope } from './scope.ts'
import { answerFile, answerPage, forgetOldShells, installShell, isOfThisVersion } from './shell.ts'

/*
 * The service worker. Files of the build and images come from the cache if possible; pages come from the network, or
 * else the offline page; calls of the API pass through.
 */

scope.addEventListener('install', (event) => event.waitUntil(installShell()))

scope.addEventListener('activate', (event) =>
  event.waitUntil(
    Promise.all([
      forgetOldShells(),
      // Pages do not have to wait until the worker has started.
      scope.registration.navigationPreload?.enable(),
      scope.clients.claim(),
    ]),
  ),
)

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== scope.location.origin) return
  if (request.mode === 'navigate') event.respondWith(answerPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(answerFile(event))
  else if (pathname.startsWith('/images/') && request.destination === 'image')
    event.respondWith(answerImage(event))
})

/** A page sends the version it runs, and learns whether this worker has the same one. */
scope.addEventListener('message', (event) => {
  const { data, ports } = event
  const { runs } = fieldsOf(data)
  if (typeof runs !== 'string') return
  const isSame = isOfThisVersion(runs)
  // A worker of the same version cannot disturb open pages.
  if (isSame) event.waitUntil(scope.skipWaiting())
  ports[0]?.postMessage(isSame)
})

scope.addEventListener('push', (event) => event.waitUntil(showPushed(event)))
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPushed(event)))
