import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/connection.ts'
import type { Secrets } from './secrets.ts'
import { csrfToken, isCsrfToken, issueSessionId, sessionIdHash, sessionKind } from './sessionId.ts'
import { findViewer, noteSeen, type Viewer } from './viewer.ts'

const secondsPerDay = 86_400

/** Browsers name themselves by these headers; other programs must keep the session id they first saw. */
const isBrowser = (request: FastifyRequest) => request.headers['sec-fetch-site'] !== undefined

/**
 * The session of one request: who is asking, and the two cookies and the header that carry it
 * (API contract 1.5 and 1.6).
 */
export class Session {
  readonly #db: Db
  readonly #secrets: Secrets
  readonly #config: Config
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #id: string
  viewer: Viewer | null = null

  private constructor(
    services: { db: Db; secrets: Secrets; config: Config },
    request: FastifyRequest,
    reply: FastifyReply,
    id: string,
  ) {
    this.#db = services.db
    this.#secrets = services.secrets
    this.#config = services.config
    this.#request = request
    this.#reply = reply
    this.#id = id
  }

  /** Finds the session of a request, or issues an anonymous one, and finds who is behind it. */
  static async open(
    services: { db: Db; secrets: Secrets; config: Config },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Session> {
    const key = services.secrets.session
    const sent = request.cookies[services.config.sessionCookie]
    const kind = sessionKind(key, sent)
    if (!sent || !kind) {
      const session = new Session(
        services,
        request,
        reply,
        issueSessionId(key, isBrowser(request) ? 'b' : 'a'),
      )
      session.#sendId()
      return session
    }
    const session = new Session(services, request, reply, sent)
    session.#sendToken()
    if (kind === 'b') return session
    const found = await findViewer(services.db, sessionIdHash(sent))
    if (found) {
      session.viewer = found.viewer
      if (found.lastSeenIsStale)
        // Not worth a failed request, nor its time.
        noteSeen(services.db, { sessionIdHash: sessionIdHash(sent), ip: request.ip }).catch((error) =>
          request.log.warn(error, 'could not note when a member was seen'),
        )
    }
    return session
  }

  /** The key under which this session is stored, for what belongs to it. */
  get idHash(): Buffer {
    return sessionIdHash(this.#id)
  }

  carriesToken(): boolean {
    return isCsrfToken(this.#secrets.session, this.#id, this.#request.headers['x-csrf-token'])
  }

  /** Logs a member in. A browser's session id changes, so that nobody can have planted it before. */
  async signIn(userId: string): Promise<void> {
    if (isBrowser(this.#request) || this.#id.startsWith('b')) {
      this.#id = issueSessionId(this.#secrets.session, 'm')
      this.#sendId()
    }
    const session = {
      id_hash: sessionIdHash(this.#id),
      user_id: userId,
      last_seen_ip: this.#request.ip,
      user_agent: this.#request.headers['user-agent']?.slice(0, 300) ?? null,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(limits.sessionDays)})`,
    }
    await this.#db
      .insertInto('sessions')
      .values(session)
      .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(session))
      .execute()
  }

  /** Logs out. Other programs keep their id, anonymous from now on; a browser gets a fresh one. */
  async signOut(): Promise<void> {
    await this.#db.deleteFrom('sessions').where('id_hash', '=', sessionIdHash(this.#id)).execute()
    this.viewer = null
    if (this.#id.startsWith('m')) {
      this.#id = issueSessionId(this.#secrets.session, 'b')
      this.#sendId()
    }
  }

  #sendId(): void {
    this.#reply.setCookie(this.#config.sessionCookie, this.#id, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#request.protocol === 'https' || this.#config.siteUrl?.protocol === 'https:',
      expires: new Date(Date.now() + limits.sessionDays * secondsPerDay * 1000),
    })
    this.#sendToken()
  }

  #sendToken(): void {
    const token = csrfToken(this.#secrets.session, this.#id)
    this.#reply.header('Csrf-Token', token)
    // Unencoded, because some programs send the cookie's text back as it stands; its signs are harmless.
    if (this.#request.cookies.csrftoken !== token)
      this.#reply.setCookie('csrftoken', token, { path: '/', encode: (value) => value })
  }
}
