import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { configuredSource, makeBackup } from '../../server/core/backups/make.ts'
import { restoreBackup } from '../../server/core/backups/restore.ts'
import { counters, driftQuery } from '../../server/core/counters/counters.ts'
import { writeWhole } from '../../server/platform/storage/archives.ts'
import { scratchRoot } from './cluster.ts'
import { type Forum, type Member, type PostFacts, startForum } from './forum.ts'
import { emptyDatabase, type TestDatabase } from './postgres.ts'

export const { signal } = new AbortController()

export const started = ({ store, dataDir }: { store: TestDatabase; dataDir: string }) =>
  startForum({ DATA_DIR: dataDir }, { store })

export const wrongCountersOf = async ({ connection }: Pick<Forum, 'connection'>) => {
  const client = new pg.Client(connection)
  await client.connect()
  const wrong: string[] = []
  for (const counter of counters)
    if ((await client.query(driftQuery(counter))).rowCount) wrong.push(`${counter.table}.${counter.column}`)
  await client.end()
  return wrong
}

/** Starts a forum with content, and a folder for its backups. */
export async function startBackedUpForum() {
  const folder = await mkdtemp(join(scratchRoot(), 'folkmoot-backups-'))
  const forum = await startForum()
  const member = await forum.member('rio')
  const other = await forum.member('Zofie', {})
  await forum.community('birding')
  await forum.community('chess')
  const posts: PostFacts[] = []
  for (const [index, community] of ['birding', 'chess', 'birding'].entries()) {
    const post = await forum.post(member, community, {
      title: `Title ${index}: “quotes”, \\backslash\\, tab\there`,
      body: `First line\nsecond *line* \\N \\.\n\n🦜 ${index}`,
    })
    const { id } = await forum.comment(other, post, 'A reply with\ntwo lines')
    await forum.comment(member, post, 'A reply to it', id)
    await other.post('/api/_postVote', { postId: post.id, up: index % 2 === 0 })
    posts.push(post)
  }
  posts.push(await forum.post(member, 'birding', { type: 'image', images: 2 }))
  afterAll(async () => {
    await forum.close()
    await rm(folder, { recursive: true, force: true })
  })

  let made = 0
  const newPath = (name = 'backup') => join(folder, `${name}-${++made}`)
  async function backUp({ passphrase = '', files = forum.files } = {}) {
    const path = newPath()
    const { connection, config } = forum
    const content = await makeBackup(
      configuredSource({ connection, files, config }, { passphrase, signal }),
      (bytes) => writeWhole(path, bytes, signal),
    )
    return { path, ...content }
  }
  /** A target for a restore: an empty database and an empty data directory. */
  async function emptyPlace() {
    const store = await emptyDatabase()
    const dataDir = newPath('data')
    const restore = async (bytes: Readable, { passphrase = '', onProgress = () => {} } = {}) =>
      restoreBackup(
        {
          connection: store.connection,
          config: { ...forum.config, dataDir },
          files: forum.files,
        },
        { bytes, askPassphrase: async () => passphrase, signal, onProgress },
      )
    /** Names of all existing tables, schemas and files. */
    const content = async () => {
      const client = new pg.Client(store.connection)
      await client.connect()
      const { rows } = await client
        .query(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
          union select nspname from pg_namespace where nspname = 'graphile_worker'`)
        .finally(() => client.end())
      const files = await readdir(dataDir, { recursive: true }).catch(() => [])
      return [...rows.map(({ name }) => name as string), ...files]
    }
    return { store, dataDir, restore, content }
  }
  /** Answers of the API and images, as a guest and as a member, by URL. */
  async function crawl({ app }: Pick<Forum, 'app'>, viewer: Member) {
    const answers = new Map<string, string>()
    const visit = async (url: string, headers: Record<string, string>) => {
      const { statusCode, rawPayload } = await app.inject({ url, headers })
      expect(statusCode, url).toBe(200)
      answers.set(`${'cookie' in headers} ${url}`, rawPayload.toString('base64'))
      return rawPayload.toString()
    }
    for (const headers of [{}, viewer.headers()]) {
      const pages = [
        '/api/communities',
        '/api/communities/birding?byName=true',
        ...['hot', 'latest', 'activity', 'day', 'all'].map((sort) => `/api/posts?sort=${sort}&limit=50`),
        '/api/users/rio',
        '/api/users/rio/feed',
        '/api/search?q=title',
        ...posts.flatMap(({ publicId }) => [`/api/posts/${publicId}`, `/api/posts/${publicId}/comments`]),
        ...('cookie' in headers ? ['/api/notifications', '/api/_user'] : []),
      ]
      for (const page of pages) {
        const text = await visit(page, headers)
        for (const [, url] of text.matchAll(/"url":"(\/images\/[^"]+)"/g))
          if (url) await visit(url.replaceAll('\\u0026', '&'), headers)
      }
    }
    return answers
  }
  return { forum, member, posts, newPath, backUp, emptyPlace, crawl }
}
