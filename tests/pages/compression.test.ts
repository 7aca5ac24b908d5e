import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { startRenderedPages } from '../support/renderedPages.ts'

const { get, signIn } = await startRenderedPages()

const decoded = { gzip: gunzipSync, br: brotliDecompressSync }

const urls = [
  '/',
  '/gardening',
  '/nowhere/at/all',
  '/offline',
  '/login',
  '/-/post',
  '/api/openapi.json',
  '/api/posts',
  '/api/_initial',
  '/api/modlog.csv',
  '/all.atom',
  '/gardening.atom',
  '/sitemap-pages.xml',
  '/metrics',
]

it.each(urls.flatMap((url) => (['br', 'gzip'] as const).map((encoding) => [url, encoding] as const)))(
  'members and guests get %s with %s',
  async (url, encoding) => {
    for (const who of [{}, await signIn('rowan')]) {
      const { headers, rawPayload } = await get(url, { ...who, 'accept-encoding': encoding })
      const plain = await get(url, who)
      if (plain.statusCode < 300) expect(headers.vary).toMatch(/Accept-Encoding/)
      expect(plain.headers['content-encoding']).toBeUndefined()
      if (plain.rawPayload.length < 1024) expect(headers['content-encoding']).toBeUndefined()
      else {
        expect(headers['content-encoding']).toBe(encoding)
        expect(decoded[encoding](rawPayload).length).toBeGreaterThan(1000)
      }
      expect(headers.etag?.startsWith('W/') ?? true).toBe(true)
    }
  },
)
