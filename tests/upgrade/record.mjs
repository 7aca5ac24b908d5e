/**
 * Records what a forum of version 0.1.0 has stored, for the test of upgrades:
 *
 *     node tests/upgrade/record.mjs
 *
 * Builds the commit of that version, acts through its API as members and moderators, and writes its rows, its files and what its
 * pages showed to 0.1.0.json.gz beside this file. Only to be run again when the recording has to contain more.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import sharp from 'sharp'
import { buildCommit } from '../../scripts/lib/commitBuild.mjs'

const version = '0.1.0'
const commit = '5c19c7fe2fba445a252e5e294af4608d2f99e6aa'

const { path: root } = await buildCommit(commit)
const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-upgrade-'))
process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))

const server = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
  cwd: dataDir,
  env: {
    PATH: process.env.PATH,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    PORT: '0',
    RATE_LIMITS: 'off',
    CAPTCHA: 'off',
    COMMUNITY_CREATION: 'members',
    COMMUNITY_CREATION_POINTS: '0',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
})
process.once('exit', () => server.kill('SIGKILL'))
const url = await new Promise((resolve, reject) => {
  createInterface({ input: server.stdout }).on('line', (line) => {
    const port = /running at http:\/\/[^:]+:(\d+)/.exec(line)?.[1]
    if (port) resolve(`http://127.0.0.1:${port}`)
  })
  server.once('exit', () => reject(new Error('The server does not start.')))
})

const seen = await live()
const recording = { version, commit, seen, ...(await stored()), files: filesBelow('images') }
server.kill('SIGTERM')
await once(server, 'exit')
const file = join(import.meta.dirname, `${version}.json.gz`)
writeFileSync(file, gzipSync(JSON.stringify(recording), { level: 9 }))
console.log(`${file}: ${Object.keys(recording.tables).length} tables, ${recording.files.length} files`)

/** Signs up, and acts with the cookies of the answers. */
async function signUp(username) {
  const cookies = new Map()
  const headers = () => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'x-csrf-token': decodeURIComponent(cookies.get('csrftoken') ?? ''),
  })
  const send = async (method, path, body, type = 'application/json') => {
    const answer = await fetch(url + path, {
      method,
      headers: { ...headers(), ...(body && type && { 'content-type': type }) },
      body: body && type ? JSON.stringify(body) : body,
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)
      cookies.set(name, value)
    }
    const said = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} → ${answer.status} ${said}`)
    return JSON.parse(said || 'null')
  }
  await send('GET', '/api/_initial')
  const user = await send('POST', '/api/_signup', {
    username,
    password: `password of ${username}`,
    email: `${username}@example.org`,
  })
  return {
    id: user.id,
    username,
    cookie: () => headers().cookie,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    async upload(picture) {
      const form = new FormData()
      form.append('image', new Blob([picture], { type: 'image/jpeg' }), 'picture.jpg')
      return (await send('POST', '/api/_uploads', form, null)).id
    },
    delete: (path, body) => send('DELETE', path, body),
  }
}

/** A day in a small forum; each kind of row at least once. @returns what its pages showed in the end. */
async function live() {
  const people = []
  for (const name of ['ada', 'ben', 'cleo', 'dora', 'emil']) people.push(await signUp(name))
  const [ada, ben, cleo, dora, emil] = people
  const garden = await ada.post('/api/communities', {
    name: 'garden',
    about: 'What grows, and what eats it.',
  })
  await ben.post('/api/communities', { name: 'town', about: '' })
  for (const person of [ben, cleo, dora, emil])
    await person.post('/api/_joinCommunity', { communityId: garden.id, leave: false })
  await ada.post(`/api/communities/${garden.id}/rules`, { rule: 'Be kind', description: 'Also to *slugs*.' })
  await ada.post(`/api/communities/${garden.id}/mods`, { username: 'ben' })

  const posts = []
  for (let n = 1; n <= 12; n++)
    posts.push(
      await people[n % 5].post('/api/posts', {
        type: 'text',
        title: `Tomatoes, part ${n}`,
        body: `Paragraph **${n}** with a [link](https://example.org/${n}).\n\n- one\n- two`,
        community: 'garden',
      }),
    )
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#3a7d44' } })
    .jpeg()
    .toBuffer()
  const imageId = await cleo.upload(picture)
  posts.push(
    await cleo.post('/api/posts', {
      type: 'image',
      title: 'My bed of beans',
      community: 'garden',
      imageId,
      images: [{ imageId, caption: 'Beans', altText: 'A green bed' }],
    }),
  )
  posts.push(
    await dora.post('/api/posts', {
      type: 'text',
      title: 'The new bridge',
      body: 'Open!',
      community: 'town',
    }),
  )

  const [post] = posts
  let parent
  for (let n = 1; n <= 8; n++) {
    const comment = await people[n % 5].post(`/api/posts/${post.publicId}/comments`, {
      body: `Answer ${n}, with *emphasis*.`,
      ...(n % 3 !== 1 && parent && { parentCommentId: parent.id }),
    })
    parent ??= comment
    for (const person of people.slice(0, n % 4))
      await person.post('/api/_commentVote', { commentId: comment.id, up: n % 5 !== 0 }).catch(() => {})
  }
  for (const [n, { id }] of posts.entries())
    for (const person of people.slice(n % 3))
      await person.post('/api/_postVote', { postId: id, up: n % 4 !== 3 })

  const [saved] = await ada.post('/api/users/ada/lists', {
    name: 'later',
    displayName: 'For later',
    description: '',
    public: true,
  })
  await ada.post(`/api/lists/${saved.id}/items`, { targetId: post.id, targetType: 'post' })
  await ben.post('/api/_report', { type: 'post', targetId: posts[3].id, reason: 3 })
  await cleo.post('/api/mutes', { userId: dora.id })
  await dora.post('/api/hidden_posts', { postId: posts[5].id })
  await ada.put(`/api/posts/${posts[6].publicId}?action=lock&lockAs=mods`)
  await ada.delete(`/api/posts/${posts[7].publicId}?deleteAs=mods`)
  await ada.post(`/api/communities/${garden.id}/banned`, { username: 'emil', reason: 'Slug pellets' })
  await ada.post('/api/ipblocks', { address: '203.0.113.9', note: 'Floods' })
  await emil.post('/api/community_requests', { name: 'bees', note: 'There are many of us.' })
  await cleo
    .put(`/api/posts/${posts[1].publicId}`, { title: 'Tomatoes, corrected', body: 'Better.' })
    .catch(() => {})

  const shown = []
  for (const { publicId } of posts) {
    const { title, body, upvotes, downvotes, noComments, deleted, locked, comments } = await ben.get(
      `/api/posts/${publicId}`,
    )
    shown.push({
      publicId,
      title,
      body,
      upvotes,
      downvotes,
      noComments,
      deleted,
      locked,
      comments: (comments ?? []).map((comment) => [comment.body, comment.upvotes, comment.downvotes]),
    })
  }
  return {
    posts: shown,
    cookies: Object.fromEntries(people.map(({ username, cookie }) => [username, cookie()])),
  }
}

/** All rows, as PostgreSQL copies them, and where the sequences are. */
async function stored() {
  const client = new pg.Client({ host: join(dataDir, 'postgres'), user: 'folkmoot', database: 'folkmoot' })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const { rows: migrated } = await client.query('select name from kysely_migration order by name')
    const { rows: columns } = await client.query(`
      select table_name, array_agg(column_name::text order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' and table_name not like 'kysely%'
      group by table_name order by table_name`)
    const tables = {}
    for (const { table_name: table, columns: names } of columns) {
      const list = names.map((name) => client.escapeIdentifier(name)).join(', ')
      const rows = await text(
        client.query(copyTo(`copy (select ${list} from ${client.escapeIdentifier(table)}) to stdout`)),
      )
      tables[table] = { columns: names, rows }
    }
    const { rows: sequences } = await client.query(
      'select sequencename as name, last_value as value from pg_sequences where schemaname = $1 and last_value is not null order by 1',
      ['public'],
    )
    return { migrations: migrated.map(({ name }) => name), tables, sequences }
  } finally {
    await client.end()
  }
}

function filesBelow(folder) {
  return readdirSync(join(dataDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return { path: path.slice(dataDir.length + 1), base64: readFileSync(path).toString('base64') }
    })
}
