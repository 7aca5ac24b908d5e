import type { FastifyInstance } from 'fastify'
import type { Language } from '../../../contract/languages.ts'
import { takeTurn } from '../../platform/http/overload.ts'
import { clientOf } from '../../platform/http/rateLimits.ts'
import { Session } from '../sessions/session.ts'
import type { Viewer } from '../sessions/viewer.ts'
import { languageOf } from '../settings/language.ts'
import type { Services } from './route.ts'
import { siteOf } from './site.ts'

export type DownloadPath = `/api/${string}.${'csv' | 'md'}`

/** A text that is downloaded as a file, outside the contract. */
export interface Download {
  readonly path: DownloadPath
  /** The name of the file. */
  readonly name: string
  readonly type: 'text/csv' | 'text/markdown'
  /** @throws Refused if this viewer may not read it, or for an invalid query. */
  readonly content: (
    request: { viewer: Viewer | null; origin: string; language: Language },
    query: Readonly<Record<string, string | undefined>>,
  ) => Promise<string>
}

/** Serves a text as a file, with the rate limit of pages. A repeated key of the query counts as missing. */
export function serveDownload(app: FastifyInstance, services: Services, file: Download): void {
  app.get<{ Querystring: Record<string, unknown> }>(file.path, async (request, reply) => {
    reply.header('Cache-Control', 'no-store').header('Content-Type', 'application/json; charset=UTF-8')
    const { viewer } = await Session.open(services, request, reply)
    if (!viewer) await takeTurn(services.overload, request, 'guest')
    await services.limiter.take('pages', { ...clientOf(viewer, request.ip), isPage: true })
    const query = Object.entries(request.query).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    )
    const { origin } = siteOf(services, request)
    const language = languageOf(services.settings, request, viewer)
    const content = await file.content({ viewer, origin, language }, Object.fromEntries(query))
    return reply
      .header('Content-Type', `${file.type}; charset=utf-8`)
      .header('Content-Disposition', `attachment; filename="${file.name}"`)
      .send(content)
  })
}
