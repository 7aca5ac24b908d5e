import { once } from 'node:events'
import { type Server, STATUS_CODES } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { type ApiError, errors } from '../../../contract/errors.ts'
import type { Config } from '../../config.ts'
import { isDatabaseDown, isDiskFull } from '../database/connection.ts'
import { errorCode } from '../errors.ts'
import { loggedError } from '../log.ts'
import { hasBody, parseJsonBody, parseQuery } from './body.ts'
import { keepPlainAddresses } from './clientAddress.ts'
import { compressTexts } from './compress.ts'
import { decorateFailures, reportFailure } from './failures.ts'
import { dataPolicy } from './headers.ts'
import { originForm, refuseInvalidHosts, withoutEscapes } from './host.ts'
import { answerHead, takeOtherMethods, unknownMethod } from './methods.ts'
import { plainPage } from './plainPage.ts'
import { MovedPermanently, Refused } from './refused.ts'
import { logSlowRequests, nameRequestIds, requestIds } from './requestIds.ts'
import { isStorable } from './text.ts'
import { compileValidator } from './validation.ts'

const bodyLimitBytes = 1024 * 1024
/** As in most proxies. Node's own limit of 16 kB is for all headers together. */
const urlMaxLength = 8000
/** For headers, and for bodies of all routes without `takesLong`. */
const requestTimeoutMs = 30_000
/** Connections idle for this long are closed, such as clients that do not read. Event streams send something sooner. */
const silenceTimeoutMs = 40_000
/** How often Node checks for requests that take too long to arrive. */
const arrivalCheckMs = 5000
/** 25 MiB take this long at 400 kbit/s. */
const longRequestTimeoutMs = 10 * 60_000
const retryAfterSeconds = 2

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route receives files, which may take minutes to arrive. */
    takesLong?: true
    /** The route also answers while the server shuts down. */
    answersWhileStopping?: true
    /**
     * In a private forum (server/core/api/privateForum.ts): whether everyone gets an answer, or the route decides itself. By
     * default, only members.
     */
    admits?: 'everyone' | 'decidesItself'
    /** The client decides how long the answer lasts, so its duration is not logged as slow. */
    isStream?: true
  }
}

/** The JSON body of an error; `code` only where the contract defines one. */
export const errorBody = ({ status, code, message }: ApiError) =>
  code === undefined ? { status, message } : { status, code, message }

/** Maps a failure to an error of the contract. @returns null for an unexpected failure. */
export function apiErrorOf(error: unknown): ApiError | null {
  if (error instanceof Refused) return error.error
  if (isDatabaseDown(error)) return errors.databaseUnavailable
  if (isDiskFull(error) || errorCode(error) === 'ENOSPC') return errors.diskFull
  if (errorCode(error) === 'FST_ERR_CTP_BODY_TOO_LARGE') return errors.requestTooLarge
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status >= 400 && status < 500) return errors.badRequest
  return null
}

/** Whether a browser shows the answer to a person. */
const isForPeople = ({ url, headers }: FastifyRequest): boolean =>
  !url.startsWith('/api/') && headers.accept?.includes('text/html') === true

/** For errors that only an address can cause. */
const sentenceOf = (error: ApiError): string =>
  error === errors.badRequest || error === errors.unstorableText
    ? 'This address is not valid.'
    : error.message

/**
 * Answers a failure with its error of the contract, and people with a page that says it. Unexpected failures are logged and answered
 * with `internal`.
 */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof MovedPermanently) {
    reply.header('Cache-Control', 'no-store').redirect(error.path, 301)
    return
  }
  const known = apiErrorOf(error)
  const answer = known ?? errors.internal
  if (!known) reportFailure(request, error, 'request failed')
  const ownSeconds = error instanceof Refused ? error.retryAfterSeconds : null
  const seconds = ownSeconds ?? (answer.status === 503 ? retryAfterSeconds : null)
  if (seconds !== null) reply.header('Retry-After', seconds)
  reply.code(answer.status).header('Cache-Control', 'no-store')
  if (isForPeople(request))
    reply
      .type('text/html; charset=utf-8')
      .send(plainPage({ title: sentenceOf(answer), sentence: sentenceOf(answer) }))
  else
    reply
      .type('application/json; charset=UTF-8')
      .header('content-security-policy', dataPolicy)
      .send(JSON.stringify(errorBody(answer)))
}

/** The beginning of a request with a method that Node does not know. It may also have been no HTTP at all. */
const requestLine = /^[!#$%&'*+.^`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/

interface BrokenRequest extends Error {
  readonly code?: string
  readonly rawPacket?: unknown
}

function errorOfBroken({ code, rawPacket }: BrokenRequest): ApiError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return errors.requestTimeout
  const isMethod = code === 'HPE_INVALID_METHOD' && requestLine.test(String(rawPacket))
  return isMethod ? unknownMethod : errors.badRequest
}

/** Answers on the raw socket when there is no request object: broken HTTP, a timeout, or headers that are too large. */
function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const answer = errorOfBroken(error)
  const body = JSON.stringify(errorBody(answer))
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nConnection: close\r\n` +
      `Content-Type: application/json; charset=UTF-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

/** Aborts requests whose body arrives too slowly. Node has one timeout for all routes, which is that of uploads. */
function limitBodyTime(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request
  if (!hasBody(request) || request.routeOptions.config?.takesLong) return
  const timer = setTimeout(() => {
    if (reply.raw.headersSent) raw.destroy()
    else answerBrokenRequest(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), raw.socket)
  }, requestTimeoutMs)
  const stop = () => clearTimeout(timer)
  raw.once('end', stop).once('close', stop)
}

/** Refuses texts in paths and queries that cannot be stored; those in bodies are refused where they are parsed. */
function refuseUnstorable(app: FastifyInstance): void {
  app.addHook('preValidation', ({ params, query }, _reply, done) => {
    const texts = Object.values({ ...(params as object), ...(query as object) })
    const isRefused = texts.some((text) => typeof text === 'string' && !isStorable(text))
    done(isRefused ? new Refused(errors.unstorableText) : undefined)
  })
}

/** Refuses URLs that are too long before their query is parsed. */
function refuseLongUrls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(request.url.length > urlMaxLength ? new Refused(errors.badRequest) : undefined),
  )
}

/** Refuses requests on open connections while the server shuts down, in the format of our other errors. */
function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const isRefused = isStopping && !request.routeOptions.config?.answersWhileStopping
    done(isRefused ? new Refused(errors.serverStopping) : undefined)
  })
}

/**
 * Drains connections: accepts no new ones, and closes each with its next answer. Unlike `close`, it does not cut off clients
 * that are about to send a request.
 *
 * @returns when no connection is left, or after `graceMs`.
 */
export async function drain({ server }: FastifyInstance, graceMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false
  })
  const closed = once(server, 'close')
  // `close` of `http.Server` would also close idle connections.
  NetServer.prototype.close.call(server)
  await Promise.race([closed, pause(graceMs, undefined, { ref: false })])
}

/**
 * Creates the HTTP server without any routes: body parsing, cookies, errors, limits of size and time.
 *
 * @param logTo receives the lines of the log; by default standard output.
 */
export async function createServer(
  config: Pick<Config, 'logLevel' | 'trustProxy' | 'slowRequestMs'>,
  times = { headersMs: requestTimeoutMs, silenceMs: silenceTimeoutMs, checkMs: arrivalCheckMs },
  logTo?: { write(line: string): void },
): Promise<FastifyInstance> {
  const options: FastifyHttpOptions<Server> = {
    logger: {
      level: config.logLevel,
      // Nothing that identifies the client: paths may name members, and query strings hold secrets such as `adminKey`.
      serializers: {
        req: ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions?.url ?? 'none' }),
        res: ({ statusCode }: { statusCode?: number }) => ({ status: statusCode }),
        err: loggedError,
      },
      ...(logTo && { stream: logTo }),
    },
    genReqId: requestIds(),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: bodyLimitBytes,
    requestTimeout: longRequestTimeoutMs,
    connectionTimeout: times.silenceMs,
    http: { connectionsCheckingInterval: times.checkMs, headersTimeout: times.headersMs },
    return503OnClosing: false,
    // Those of `answerHead` do not read the files that they do not send.
    exposeHeadRoutes: false,
    rewriteUrl: (request) => {
      takeOtherMethods(request)
      return withoutEscapes(originForm(request, request.url ?? '/'))
    },
    forceCloseConnections: 'idle',
    routerOptions: {
      querystringParser: (text) => (text.length > urlMaxLength ? {} : parseQuery(text)),
      maxParamLength: 300,
    },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => answerError(error, request, reply),
  }
  const app = fastify(options)
  decorateFailures(app)
  nameRequestIds(app)
  logSlowRequests(app, config.slowRequestMs)
  keepPlainAddresses(app)
  refuseLongUrls(app)
  refuseInvalidHosts(app)
  refuseWhileStopping(app)
  compressTexts(app)
  answerHead(app)
  app.addHook('onRequest', (request, reply, done) => {
    limitBodyTime(request, reply)
    done()
  })
  refuseUnstorable(app)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
    parseJsonBody(body),
  )
  app.setValidatorCompiler(compileValidator as Parameters<typeof app.setValidatorCompiler>[0])
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(() => {
    throw new Refused(errors.endpointNotFound)
  })
  // Before the body, which nobody reads.
  app.addHook('preParsing', (request, _reply, payload, done) =>
    done(request.is404 ? new Refused(errors.endpointNotFound) : null, payload),
  )
  await app.register(cookie)
  return app
}
