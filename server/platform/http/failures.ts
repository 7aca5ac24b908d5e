import type { FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { errorCode } from '../errors.ts'

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

const messageMaxLength = 400
/** What is looked at of a message, and of a line of a stack: it may repeat what someone sent. */
const readMaxLength = 1000
/** `data_exception`: its messages repeat the value. */
const dataException = /^22/

/** The message of an error without possibly personal data: values, IP addresses, queries of URLs. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'not an error'
  const isOfValue = error instanceof pg.DatabaseError && dataException.test(error.code ?? '')
  return (isOfValue ? (text.split(/[:"]/)[0] ?? '').trim() : text)
    .slice(0, readMaxLength)
    .replace(/\s+/g, ' ')
    .replace(/[^\s@<>"'(]+@[^\s@<>"')]+/g, '(e-mail)')
    .replace(
      /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi,
      '(address)',
    )
    .replace(/\?[^\s"')]*=[^\s"')]*/g, '?…')
    .slice(0, messageMaxLength)
}

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

interface LoggedError {
  type: string
  message: string
  stack: string
  [key: string]: unknown
}

/** An error as it is logged: without values, which errors of the database contain. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(error), stack: '' }
  const code = errorCode(error)
  const message = messageOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    stack: [`${error.name}: ${message}`, ...frames].join('\n'),
  }
}
