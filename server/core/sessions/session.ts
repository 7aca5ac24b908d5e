import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Language } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { SecurityEventKind } from '../../../contract/securityEvents.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/database/connection.ts'
import type { Replicas } from '../../platform/database/replicas.ts'
import { isLocalRequest, isLocalSite } from '../../platform/http/localRequest.ts'
import { type Overload, takeTurn } from '../../platform/http/overload.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { Secrets } from '../../platform/http/secrets.ts'
import { languageOf } from '../settings/language.ts'
import { storeSecurityEvent } from './securityEvents.ts'
import {
  browserMark,
  csrfToken,
  isSecret,
  issueSessionId,
  type KnownSession,
  type SessionKind,
  type SessionParser,
  sessionIdHash,
  sessionSeed,
} from './sessionId.ts'
import {
  findReader,
  findViewer,
  noteSeen,
  type SessionEnds,
  sessionDays,
  sessionEnd,
  type Viewer,
} from './viewer.ts'

const secondsPerDay = 86_400

/** Which members have logged in with a browser. */
const browserCookie = 'known'
const marksPerBrowser = 5

/**
 * Browsers are recognized by `Sec-Fetch-Site`, older ones by `Origin`, at least when they write. Other programs must
 * keep their first session id.
 */
const isBrowser = ({ headers }: FastifyRequest) =>
  headers['sec-fetch-site'] !== undefined || headers.origin !== undefined

const isReading = ({ method }: FastifyRequest): boolean => method === 'GET' || method === 'HEAD'

interface SessionServices {
  readonly db: Db
  readonly secrets: Secrets
  readonly config: Config
  readonly parseSession: SessionParser
  readonly overload: Overload
  readonly replicas: Replicas
  readonly settings: SessionEnds & Pick<SettingValues, 'languages' | 'readOnly'>
}

/**
 * The session of one request: its viewer, and the two cookies and the header in which it is sent.
 */
export class Session {
  readonly #services: SessionServices
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply
  #id: string
  #token: string
  viewer: Viewer | null = null

  private constructor(
    services: SessionServices,
    request: FastifyRequest,
    reply: FastifyReply,
    { id, token }: { id: string; token: string },
  ) {
    this.#services = services
    this.#request = request
    this.#reply = reply
    this.#id = id
    this.#token = token
  }

  /**
   * Finds the session of a request and its viewer, or issues an anonymous session. Without a promise if that needs no query,
   * as for browsers without an account: their answers are often cached, and a promise would cost them a tenth more.
   *
   * @param options.isSharedByGuests a shared cache may keep the answer for guests, so an anonymous session is not sent with it.
   *
   * @throws Refused with `serverBusy` instead of asking the database for more than it can answer. Guests need no query here;
   *   they are admitted where the answer is not cached.
   */
  static open(
    services: SessionServices,
    request: FastifyRequest,
    reply: FastifyReply,
    options: { isSharedByGuests?: boolean } = {},
  ): Session | Promise<Session> {
    const sent = request.cookies[services.config.sessionCookie]
    const known = services.parseSession(sent)
    if (!sent || !known) {
      const key = services.secrets.session
      const id = issueSessionId(key, isBrowser(request) ? 'b' : 'a')
      const session = new Session(services, request, reply, { id, token: csrfToken(key, sessionSeed(id)) })
      if (!options.isSharedByGuests) session.#sendId()
      return session
    }
    const session = new Session(services, request, reply, { id: sent, token: known.token })
    if (known.kind === 'b' && options.isSharedByGuests) return session
    session.#sendToken()
    return known.kind === 'b' ? session : session.#withViewer(known)
  }

  /** @throws as `open`. */
  async #withViewer(known: KnownSession): Promise<this> {
    const services = this.#services
    const request = this.#request
    const idHash = known.idHash ?? this.idHash
    known.idHash = idHash
    await takeTurn(services.overload, request, known.importance)
    const found = isReading(request)
      ? await findReader(services, idHash)
      : await findViewer(services.db, idHash)
    known.importance = found ? (found.viewer.isAdmin ? 'admin' : 'member') : 'guest'
    if (found) {
      this.viewer = found.viewer
      if (found.lastSeenIsStale)
        // Not awaited: the request must neither wait nor fail because of it.
        noteSeen(services.db, services.settings, { sessionIdHash: idHash, ip: request.ip }).catch((error) =>
          request.log.warn(error, 'could not store the time of a visit'),
        )
    }
    return this
  }

  /** The viewer of a request, without issuing a session id. */
  static async findViewer(
    services: Pick<SessionServices, 'db' | 'config' | 'parseSession'>,
    request: FastifyRequest,
  ): Promise<Viewer | null> {
    const sent = request.cookies[services.config.sessionCookie]
    const known = services.parseSession(sent)
    if (!sent || !known || known.kind === 'b') return null
    return (await findViewer(services.db, sessionIdHash(sent)))?.viewer ?? null
  }

  /** The language in which they read pages. */
  get language(): Language {
    return languageOf(this.#services.settings, this.#request, this.viewer)
  }

  /** The CSRF token, for forms that are sent without scripts. */
  get token(): string {
    return this.#token
  }

  /** The key of this session in the database, for rows that refer to it. */
  get idHash(): Buffer {
    return sessionIdHash(this.#id)
  }

  /** Whether this guest can have an application: the anonymous id of a browser never has a row. */
  get mayBeOfApplicant(): boolean {
    return !this.viewer && !this.#id.startsWith('b')
  }

  /** Whether the request comes from a browser; other programs keep their session id at login. */
  get isOfBrowser(): boolean {
    return isBrowser(this.#request)
  }

  /** The `User-Agent` header, cut to 300 characters. */
  get userAgent(): string | null {
    return this.#request.headers['user-agent']?.slice(0, 300) ?? null
  }

  /** Whether the request comes from this machine, on a site without a public URL. */
  get isLocal(): boolean {
    return isLocalSite(this.#services.config.siteUrl) && isLocalRequest(this.#request)
  }

  /** Whether the request has a cookie with this secret. */
  hasCookie(name: string, secret: string): boolean {
    return isSecret(secret, this.#request.cookies[name])
  }

  /** Whether the request has nothing that distinguishes it from those of other guests for a shared cache. */
  get isAnonymous(): boolean {
    const sent = this.#request.cookies[this.#services.config.sessionCookie]
    return (this.#services.parseSession(sent)?.kind ?? 'b') === 'b'
  }

  carriesToken(): boolean {
    const given = this.#request.headers['x-csrf-token']
    // Programs keep the token they first saw; earlier versions made it of the whole id.
    return (
      isSecret(this.#token, given) || isSecret(csrfToken(this.#services.secrets.session, this.#id), given)
    )
  }

  /**
   * Logs a member in. A browser's session id changes, so that an id that someone else had planted is worth nothing
   * (session fixation).
   *
   * @param db the transaction, or the database. It must not be rolled back afterwards, because the answer has its cookies.
   */
  async signIn(db: Db, userId: string): Promise<{ isNewBrowser: boolean }> {
    const isNewBrowser = isBrowser(this.#request) && this.#markBrowser(userId)
    if (isBrowser(this.#request) || this.#id.startsWith('b')) {
      this.#rotate('m')
    }
    const session = {
      id_hash: sessionIdHash(this.#id),
      user_id: userId,
      last_seen_ip: this.#request.ip,
      user_agent: this.userAgent,
      password_given_at: sql<Date>`now()`,
      // A program keeps its id, but the login is another one.
      created_at: sql<Date>`now()`,
      expires_at: sessionEnd(this.#services.settings, {
        isAdmin: sql`(select is_admin from users where id = ${userId})`,
        createdAt: sql`now()`,
        usedAt: sql`now()`,
      }),
    }
    await db
      .insertInto('sessions')
      .values(session)
      .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(session))
      .execute()
    return { isNewBrowser }
  }

  /** Remembers in a cookie that a member has logged in with this browser. @returns whether that is new. */
  #markBrowser(userId: string): boolean {
    const mark = browserMark(this.#services.secrets.session, userId)
    const marks = (this.#request.cookies[browserCookie] ?? '').slice(0, 200).split('.').filter(Boolean)
    const latest = [mark, ...marks.filter((one) => one !== mark)].slice(0, marksPerBrowser)
    this.#reply.setCookie(browserCookie, latest.join('.'), {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isSecure,
      maxAge: sessionDays * secondsPerDay,
    })
    return !marks.includes(mark)
  }

  /**
   * Records something that concerns the security of an account, in the log and for admins. Log lines name no address and no member.
   *
   * @param about.userId the account, if it is not the viewer's; null for none.
   */
  async note(
    db: Db,
    kind: SecurityEventKind,
    { userId = this.viewer?.id ?? null, detail }: { userId?: string | null; detail?: string } = {},
  ): Promise<void> {
    this.#request.log.warn({ event: kind, account: userId, ...(detail && { detail }) }, 'security')
    await storeSecurityEvent(db, { kind, userId, ip: this.#request.ip, detail })
  }

  /**
   * Opens an application on this session, as `signIn` does with an account. The viewer remains a guest.
   *
   * @param db the transaction, or the database. It must not be rolled back afterwards, because the answer has its cookies.
   */
  async openApplication(db: Db, applicationId: number): Promise<void> {
    if (isBrowser(this.#request) || this.#id.startsWith('b')) this.#rotate('m')
    const session = {
      id_hash: this.idHash,
      application_id: applicationId,
      expires_at: sql<Date>`now() + make_interval(days => ${sql.lit(sessionDays)})`,
    }
    await db
      .insertInto('application_sessions')
      .values(session)
      .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(session))
      .execute()
  }

  /** Records that the member has given their password in this session. */
  async notePassword(db: Db): Promise<void> {
    await db
      .updateTable('sessions')
      .set({ password_given_at: sql<Date>`now()` })
      .where('id_hash', '=', this.idHash)
      .execute()
  }

  /** Whether the member gave their password in this session within the last `passwordRecentMinutes`. */
  async hasRecentPassword(db: Db): Promise<boolean> {
    const session = await db
      .selectFrom('sessions')
      .where('id_hash', '=', this.idHash)
      .where(
        'password_given_at',
        '>',
        sql<Date>`now() - make_interval(mins => ${sql.lit(limits.passwordRecentMinutes)})`,
      )
      .select('user_id')
      .executeTakeFirst()
    return session !== undefined
  }

  /** Guards calls for the owner of an account only. @throws Refused with `password_needed`. */
  async requireRecentPassword(db: Db): Promise<void> {
    if (!(await this.hasRecentPassword(db))) throw new Refused(errors.passwordNeeded)
  }

  /** Logs out. Other programs keep their id, anonymous from now on; a browser gets a fresh one. */
  async signOut(): Promise<void> {
    await this.#services.db
      .with('closed_application', (q) =>
        q.deleteFrom('application_sessions').where('id_hash', '=', this.idHash),
      )
      .deleteFrom('sessions')
      .where('id_hash', '=', this.idHash)
      .execute()
    this.viewer = null
    if (this.#id.startsWith('m')) {
      this.#rotate('b')
      // Pages and images in the cache of the browser. Its storage keeps preferences; the page clears the rest (`forgetMember`).
      this.#reply.header('Clear-Site-Data', '"cache"')
    }
  }

  /**
   * Keeps the member logged in, a browser under another id: anyone who knew the old one is out. The CSRF token stays, because
   * an application that does not reload would keep sending the old one.
   */
  async renew(): Promise<void> {
    const before = this.idHash
    if (!isBrowser(this.#request) && !this.#id.startsWith('m')) return
    this.#rotate('m', sessionSeed(this.#id))
    await this.#services.db
      .updateTable('sessions')
      .set({ id_hash: this.idHash })
      .where('id_hash', '=', before)
      .execute()
  }

  #rotate(kind: SessionKind, seed?: string): void {
    const key = this.#services.secrets.session
    this.#id = issueSessionId(key, kind, seed)
    this.#token = csrfToken(key, sessionSeed(this.#id))
    this.#sendId()
  }

  #sendId(): void {
    this.#reply.setCookie(this.#services.config.sessionCookie, this.#id, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#isSecure,
      expires: new Date(Date.now() + sessionDays * secondsPerDay * 1000),
    })
    this.#sendToken()
  }

  #sendToken(): void {
    const token = this.#token
    this.#reply.header('Csrf-Token', token)
    // Unencoded, because some programs return the cookie's text without decoding it; base64 is allowed there as it is.
    if (this.#request.cookies.csrftoken !== token)
      this.#reply.setCookie('csrftoken', token, {
        path: '/',
        secure: this.#isSecure,
        encode: (value) => value,
      })
  }

  get #isSecure(): boolean {
    return this.#request.protocol === 'https' || this.#services.config.siteUrl?.protocol === 'https:'
  }
}
