import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import type { ClientConfig } from 'pg'
import { wireId } from '../../contract/ids.ts'
import type { SettingValues } from '../../contract/siteSettings.ts'
import { createApp } from '../../server/app.ts'
import { type Config, parseConfig } from '../../server/config.ts'
import { type Automation, noAutomation } from '../../server/core/automation/live.ts'
import { watchIpBlocks } from '../../server/core/ipBlocks/watch.ts'
import { type LiveSettings, watchSettings } from '../../server/core/settings/live.ts'
import { type Database, openDatabase } from '../../server/platform/database/connection.ts'
import type { Replicas } from '../../server/platform/database/replicas.ts'
import { type DatabaseWatch, watchDatabase } from '../../server/platform/database/watch.ts'
import type { IpBlocks } from '../../server/platform/http/ipBlocks.ts'
import { loadSecrets, type Secrets } from '../../server/platform/http/secrets.ts'
import { diskStore } from '../../server/platform/storage/disk.ts'
import type { FileStore } from '../../server/platform/storage/store.ts'
import type { Valkey } from '../../server/platform/valkey/connection.ts'
import { scratchRoot } from './cluster.ts'
import { insertMember, passwordOf } from './members.ts'
import { picture, uploadOf } from './pictures.ts'
import { type TestDatabase, testDatabase } from './postgres.ts'
import { takingWireIds } from './wireIds.ts'

/** A client with a session of its own: a guest until they sign up or log in. */
export interface Client {
  get(url: string): Promise<LightMyRequestResponse>
  post(url: string, body?: unknown): Promise<LightMyRequestResponse>
  put(url: string, body?: unknown): Promise<LightMyRequestResponse>
  delete(url: string, body?: unknown): Promise<LightMyRequestResponse>
  /** Sends the request, with this client's cookies and token unless it has its own. */
  send(request: InjectOptions): Promise<LightMyRequestResponse>
  /** The headers that make any other request this client's. */
  headers(): { cookie: string; 'x-csrf-token': string }
}

export interface Member extends Client {
  readonly id: string
  readonly username: string
}

export interface Forum {
  readonly app: FastifyInstance
  readonly database: Database
  /** Host and port, for tests that open connections of their own. */
  readonly connection: ClientConfig
  /** For tests: ids may be in their form on the wire. The application has another one. */
  readonly db: Database['db']
  readonly config: Config
  readonly secrets: Secrets
  readonly files: FileStore
  readonly ipBlocks: IpBlocks
  /** As they are now. */
  readonly settings: SettingValues
  readonly liveSettings: LiveSettings
  readonly watch: DatabaseWatch
  /** No rules, for abilities that are called directly. The application has its own. */
  readonly automation: Automation
  /** A new guest with a session. */
  guest(): Promise<Client>
  /** A new account, logged in; its password is `password of NAME`. */
  member(username: string, facts?: { isAdmin?: boolean; points?: number }): Promise<Member>
  /** A new account that moderates the community of this name, which is created if necessary; not an admin. */
  moderator(username: string, community: string): Promise<Member>
  /** A new community created by an admin of its own. */
  community(name: string, creator?: Member): Promise<{ id: string; name: string }>
  /** A new text post, or `{ type: 'link', url }`, or `{ type: 'image', images: 3 }` with this many new pictures. */
  post(author: Member, community: string, fields?: PostFields): Promise<PostFacts>
  /** A small picture, uploaded and not yet used by any post. */
  upload(member: Member): Promise<{ id: string }>
  comment(author: Member, post: PostFacts, body?: string, parentId?: string): Promise<{ id: string }>
  close(): Promise<void>
}

export type PostFields = { title?: string } & (
  | { type?: 'text'; body?: string }
  | { type: 'link'; url: string }
  | { type: 'image'; images: number }
)

export interface PostFacts {
  readonly id: string
  readonly publicId: string
}

export { passwordOf }

/** Longer than the default timeout: a busy machine must not fail a test. */
const patienceMs = 100_000

/**
 * A forum with a database of its own, by default without rate limits, captcha, caches and replicas.
 *
 * @param on.watch `undefined`: it does not learn what other servers change. For tests of what is kept, because a server
 * also hears of its own writes, a moment later, and then forgets what it kept meanwhile.
 */
export async function startForum(
  environment: Record<string, string> = {},
  on: {
    watch?: undefined
    store?: TestDatabase
    replicas?: Replicas
    valkey?: Valkey
    logTo?: { write(line: string): void }
  } = {},
): Promise<Forum> {
  const { connection, drop } = on.store ?? (await testDatabase())
  const dataDir = await mkdtemp(join(scratchRoot(), 'folkmoot-forum-'))
  const config = parseConfig({
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    CAPTCHA: 'off',
    GUEST_CACHE_SECONDS: '0',
    LOG_LEVEL: 'error',
    ...environment,
  })
  const open = () => {
    const database = openDatabase(connection, {
      connections: config.databaseConnections,
      statementTimeoutMs: patienceMs,
    })
    database.pool.options.connectionTimeoutMillis = patienceMs
    return database
  }
  const database = open()
  const ownDatabase = takingWireIds(open())
  const { db } = ownDatabase
  const files = diskStore(join(config.dataDir, 'images'))
  const secrets = await loadSecrets(db)
  const watch = await watchDatabase(connection, () => {})
  const ipBlocks = await watchIpBlocks(watch)
  const liveSettings = await watchSettings(watch, config.locked)
  const app = await createApp({
    db: database.db,
    config,
    secrets,
    files,
    ipBlocks,
    liveSettings,
    watch,
    ...on,
  })
  await app.ready()

  const client = (cookies: Record<string, string>): Client => {
    const send = async (request: InjectOptions) => {
      const response = await app.inject({
        cookies,
        ...request,
        headers: { 'x-csrf-token': cookies.csrftoken ?? '', ...request.headers },
      })
      for (const { name, value } of response.cookies) cookies[name] = value
      return response
    }
    const withBody = (method: 'POST' | 'PUT' | 'DELETE') => (url: string, body?: unknown) =>
      send({ method, url, ...(body !== undefined && { payload: JSON.stringify(body) }) })
    return {
      send,
      headers: () => ({
        cookie: Object.entries(cookies)
          .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
          .join('; '),
        'x-csrf-token': cookies.csrftoken ?? '',
      }),
      get: (url) => send({ method: 'GET', url }),
      post: withBody('POST'),
      put: withBody('PUT'),
      delete: withBody('DELETE'),
    }
  }

  const guest = async (): Promise<Client> => {
    const visitor = client({})
    await visitor.get('/api/_initial')
    return visitor
  }

  const member = async (username: string, facts: { isAdmin?: boolean; points?: number } = {}) => {
    const { id, cookies } = await insertMember(db, secrets.session, {
      username,
      ...facts,
      userAgent: 'lightMyRequest',
    })
    return { ...client({ ...cookies }), id: wireId('user', id), username }
  }

  let admins = 0
  let pictures = 0
  const forum: Forum = {
    app,
    database,
    connection,
    db,
    config,
    secrets,
    files,
    ipBlocks,
    settings: liveSettings.values,
    liveSettings,
    watch,
    automation: noAutomation,
    guest,
    member,
    async moderator(username, community) {
      const moderator = await member(username)
      const isNew = (await moderator.get(`/api/communities/${community}?byName=true`)).statusCode === 404
      if (isNew) await forum.community(community)
      await sql`insert into moderators (community_id, user_id, position)
        select id, ${moderator.id}, (select count(*) from moderators where community_id = communities.id)
        from communities where name = ${community}`.execute(db)
      return moderator
    },
    async community(name, creator) {
      admins += 1
      const admin = creator ?? (await member(`founder${admins}`, { isAdmin: true }))
      const response = await admin.post('/api/communities', { name, about: `All about ${name}` })
      if (response.statusCode !== 200) throw new Error(`community ${name}: ${response.body}`)
      return { id: response.json<{ id: string }>().id, name }
    },
    async upload(member) {
      pictures += 1
      const response = await member.send(await uploadOf(await picture(pictures)))
      if (response.statusCode !== 200) throw new Error(`upload: ${response.body}`)
      return { id: response.json<{ id: string }>().id }
    },
    async post(author, community, fields = {}) {
      const images: { imageId: string }[] = []
      if (fields.type === 'image')
        while (images.length < fields.images) images.push({ imageId: (await forum.upload(author)).id })
      const response = await author.post('/api/posts', {
        title: 'A post about something',
        body: 'Its text.',
        community,
        ...fields,
        images,
      })
      if (response.statusCode !== 200) throw new Error(`post: ${response.body}`)
      const { id, publicId } = response.json<PostFacts>()
      return { id, publicId }
    },
    async comment(author, post, body = 'A comment.', parentId) {
      const response = await author.post(`/api/posts/${post.publicId}/comments`, {
        body,
        parentCommentId: parentId ?? null,
      })
      if (response.statusCode !== 200) throw new Error(`comment: ${response.body}`)
      return { id: response.json<{ id: string }>().id }
    },
    async close() {
      await app.close()
      await watch.close()
      await database.close()
      await ownDatabase.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return forum
}
