import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { PageRequest, Renderer } from '../../../contract/pages.ts'
import type { Services } from '../../core/api/route.ts'
import { siteOf } from '../../core/api/site.ts'
import {
  compressKept,
  type Encoded,
  type Encoding,
  encodingFor,
  sendEncoded,
} from '../../platform/http/compress.ts'
import { renderStaticPage } from '../../platform/markdown/page.ts'
import { apiDocument, type Examples, introductionFor } from './document.ts'

const paths = { document: '/api/openapi.json', page: '/api/docs' }
const types = { document: 'application/json; charset=UTF-8', page: 'text/html; charset=utf-8' }
/** Without SITE_URL, the page contains the host of the request, so it is rendered once per host. This limits how many are cached. */
const originsKept = 4

/** A response body with its headers. */
interface Made {
  readonly tag: string
  readonly encoded: (encoding: Encoding) => Promise<Encoded>
}

/**
 * Serves the description of the API: `GET /api/openapi.json` for programs and `GET /api/docs`, which reads without
 * JavaScript, for people. Both are created at the first request and cached until the program ends.
 *
 * @param pages renders the page; without it, only the document is served.
 */
export function serveApiDocs(
  app: FastifyInstance,
  services: Pick<Services, 'config' | 'settings' | 'liveSettings'>,
  pages?: { renderer: Renderer; assetsFor: PageRequest['assetsFor']; filesFolder: string | null },
): void {
  const { config, settings } = services
  const facts = () => ({ ...config, siteName: settings.siteName })
  const document = oncePerName(async () => apiDocument(facts(), await recordedExamples()))
  const documentText = oncePerName(async () => made(JSON.stringify(await document(settings.siteName))))
  app.get(paths.document, async (request, reply) =>
    send(request, reply.header('Content-Type', types.document), await documentText(settings.siteName)),
  )
  if (!pages) return

  const { renderer, assetsFor, filesFolder } = pages
  const kept = new LRUCache<string, Promise<Made>>({ max: originsKept })
  const page = async (request: FastifyRequest): Promise<Made> => {
    const site = siteOf(services, request)
    const html = async () => {
      const description = await document(site.name)
      const introduction = renderStaticPage(introductionFor(config, site.origin), facts()).html
      return made(await renderer.renderApiDocs({ site, assetsFor }, { document: description, introduction }))
    }
    // Not cached in development, because styles may change at any time.
    if (filesFolder === null) return html()
    const key = JSON.stringify(site)
    const known = kept.get(key) ?? html()
    kept.set(key, known)
    known.catch(() => kept.delete(key))
    return known
  }
  app.get(paths.page, async (request, reply) =>
    send(request, reply.header('Content-Type', types.page), await page(request)),
  )
}

async function recordedExamples(): Promise<Examples> {
  const { default: text } = await import('../../../tests/apiExamples/examples.json?raw')
  return JSON.parse(text)
}

function made(text: string): Made {
  const kept = new Map<Encoding, Promise<Encoded>>()
  return {
    tag: createHash('sha256').update(text).digest('base64url').slice(0, 22),
    encoded(encoding) {
      const known = kept.get(encoding) ?? compressKept(text, encoding)
      kept.set(encoding, known)
      return known
    },
  }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, encoded }: Made,
): Promise<FastifyReply> {
  // Weak, because the same text is sent in several encodings.
  reply.header('ETag', `W/"${tag}"`).header('Cache-Control', 'no-cache')
  const isKnown = request.headers['if-none-match']?.includes(tag)
  return isKnown ? reply.code(304).send('') : sendEncoded(reply, await encoded(encodingFor(request)))
}

/** Caches one result per host; failures are not cached. */
function oncePerName<T>(make: () => Promise<T>): (siteName: string) => Promise<T> {
  const kept = new LRUCache<string, { readonly made: Promise<T> }>({ max: 1 })
  return (siteName) => {
    const known = kept.get(siteName) ?? { made: make() }
    kept.set(siteName, known)
    known.made.catch(() => kept.delete(siteName))
    return known.made
  }
}
