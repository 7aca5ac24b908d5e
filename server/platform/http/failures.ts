import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messageOf } from '../log.ts'

/** A request that failed unexpectedly. It contains nothing that identifies the client. */
export interface Failure {
  /** As in the log, and in the header `X-Request-Id` of the answer. */
  readonly requestId: string
  readonly failedAt: Date
  readonly method: string
  /** The pattern of the path, such as `/api/posts/:publicId`. */
  readonly route: string
  readonly status: number
  readonly message: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Called with each failure; null if they are only logged. */
    failureListener: { call: ((failure: Failure) => void) | null }
  }
}

/** Logs a failure, and passes it to the recorder. @param what describes the failed action in the log. */
export function reportFailure(request: FastifyRequest, error: unknown, what: string, status = 500): void {
  const { method, routeOptions } = request
  const route = routeOptions.url ?? 'none'
  request.log.error({ err: error, method, route }, what)
  request.server.failureListener.call?.({
    requestId: request.id,
    failedAt: new Date(),
    method,
    route,
    status,
    message: `${error instanceof Error ? error.name : typeof error}: ${messageOf(error)}${placeOf(error)}`,
  })
}

/** Adds `reportFailure` to a server. */
export function decorateFailures(app: FastifyInstance): void {
  app.decorate('failureListener', { call: null })
}

/** What is looked at of a line of a stack: it may repeat what someone sent. */
const readMaxLength = 1000

/** Where in the program it was thrown. */
function placeOf(error: unknown): string {
  const frames = ((error instanceof Error && error.stack) || '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
  for (const frame of frames) {
    const [, place] =
      /^\s+at (?:[^(]* \()?(?:file:\/\/)?(?!node:)[^)]*?((?:[\w.@-]+\/){0,3}[\w.@-]+:\d+:\d+)/.exec(
        frame.slice(0, readMaxLength),
      ) ?? []
    if (place) return ` (${place})`
  }
  return ''
}
