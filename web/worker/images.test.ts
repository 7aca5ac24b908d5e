import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { imageCacheSeconds } from '../../contract/limitValues.ts'
import { answerImage } from './images.ts'
import type { FetchEvent } from './scope.ts'

const url = 'https://forum.example/images/1.jpeg?sig=x'
/** The cached images, as the Cache API of a worker. */
const kept = new Map<string, Response>()
const cache = {
  match: async (request: Request) => kept.get(request.url)?.clone(),
  put: async (request: Request, response: Response) => void kept.set(request.url, response),
  delete: async (request: Request) => kept.delete(request.url),
  keys: async () => [...kept.keys()].map((one) => new Request(one)),
}
const network = vi.fn<() => Promise<Response>>()
beforeEach(() => {
  kept.clear()
  network.mockReset()
  vi.stubGlobal('caches', { open: async () => cache })
  vi.stubGlobal('fetch', network)
})
afterEach(() => vi.unstubAllGlobals())

const imageOf = (text: string, ageSeconds = 0) =>
  new Response(text, {
    headers: { Date: new Date(Date.now() - ageSeconds * 1000).toUTCString(), 'Content-Length': '5' },
  })

/** The answer for the page, once the worker has also finished its background work. */
async function answer(): Promise<string> {
  const waiting: Promise<unknown>[] = []
  const event = { request: new Request(url), waitUntil: (work: Promise<unknown>) => waiting.push(work) }
  const response = await answerImage(event as unknown as FetchEvent)
  await Promise.all(waiting)
  return `${response.status} ${await response.text()}`
}

it('shows a recently fetched image without a request', async () => {
  kept.set(url, imageOf('kept', imageCacheSeconds - 60))
  expect(await answer()).toBe('200 kept')
  expect(network).not.toHaveBeenCalled()
})

it('forgets an older one that has been deleted', async () => {
  kept.set(url, imageOf('kept', imageCacheSeconds + 60))
  network.mockResolvedValue(new Response('Image not found', { status: 404 }))
  expect(await answer()).toBe('404 Image not found')
  expect(kept.size).toBe(0)
})

it('keeps an older one that still exists', async () => {
  kept.set(url, imageOf('kept', imageCacheSeconds + 60))
  network.mockResolvedValue(imageOf('fetched'))
  expect(await answer()).toBe('200 fetched')
  expect(await answer()).toBe('200 fetched')
  expect(network).toHaveBeenCalledTimes(1)
})

it('shows an older one without a network', async () => {
  kept.set(url, imageOf('kept', imageCacheSeconds + 60))
  network.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await answer()).toBe('200 kept')
  expect(kept.size).toBe(1)
})

it.each([500, 503])('keeps an older one when the server fails with %s', async (status) => {
  kept.set(url, imageOf('kept', imageCacheSeconds + 60))
  network.mockResolvedValue(new Response('', { status }))
  await answer()
  expect(kept.size).toBe(1)
})
