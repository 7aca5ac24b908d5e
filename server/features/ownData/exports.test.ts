import { spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errors } from '../../../contract/errors.ts'
import { type Client, type Forum, type Member, passwordOf, startForum } from '../../../tests/support/forum.ts'
import { stored } from '../../../tests/support/wireIds.ts'
import { filesIn } from '../../../tests/support/zip.ts'
import { startJobs } from '../../platform/jobs/queue.ts'
import { deleteOldExports } from './deleteExports.ts'
import { makeExports, writeArchive } from './makeExport.ts'
import { archivePath } from './paths.ts'
import { makeExportsTask } from './requestExport.ts'

let forum: Forum
beforeAll(async () => {
  forum = await startForum()
  await forum.community('birding')
})
afterAll(() => forum.close())

const running = () => new AbortController().signal
const make = (services: Partial<Forum> = {}) => makeExports({ ...forum, ...services }, running())
const request = async (member: Member) => (await member.post('/api/_export')).json()
const stateOf = async (member: Member) => (await member.get('/api/_export')).json().export
const download = (who: Client, id: string) => who.get(`/api/_export/${id}/file`)
const unzipped = async (bytes: Buffer) =>
  JSON.parse((await filesIn(bytes)).get('data.json')?.toString() ?? '')
const archives = async () =>
  (await readdir(join(forum.config.dataDir, 'images/exports')).catch(() => [])).sort()
const unfinished = () => readdir(join(forum.config.dataDir, 'incoming')).catch(() => [])

function collect(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

/** A member with a finished archive, and its id. */
async function owner(name: string): Promise<{ member: Member; id: string }> {
  const member = await forum.member(name)
  const { id } = await request(member)
  await make()
  return { member, id }
}

describe('an archive', () => {
  it('is made on request, and kept for a week', async () => {
    const member = await forum.member('asks_1')
    expect(await stateOf(member)).toBeNull()
    const requested = await request(member)
    expect(requested).toMatchObject({ state: 'waiting', expiresAt: null, url: null, bytes: null })
    expect(await stateOf(member)).toEqual(requested)
    await make()
    const ready = await stateOf(member)
    expect(ready).toMatchObject({
      id: requested.id,
      state: 'ready',
      url: `/api/_export/${requested.id}/file`,
    })
    const days = (Date.parse(ready.expiresAt) - Date.parse(ready.requestedAt)) / 86_400_000
    expect(days).toBeCloseTo(7, 2)
    const file = await member.get(ready.url)
    expect(file.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(ready.bytes),
      'content-disposition': expect.stringMatching(/^attachment; filename="asks_1-\d{4}-\d\d-\d\d\.zip"$/),
      'cache-control': 'no-store',
    })
  })

  it('has no points that the community still hides', async () => {
    const member = await forum.member('hidden_1')
    const post = await forum.post(member, 'birding')
    const comment = await forum.comment(member, post)
    const later = sql`score_hidden_until = now() + interval '1 hour'`
    await sql`update posts set ${later} where id = ${stored(post.id)}`.execute(forum.db)
    await request(member)
    await make()
    const { posts, comments } = await unzipped((await member.get((await stateOf(member)).url)).rawPayload)
    expect(posts).toMatchObject([{ upvotes: null, downvotes: null }])
    expect(comments).toMatchObject([{ id: stored(comment.id), upvotes: 1, downvotes: 0 }])
  })

  it('contains all data of the member, and no data of others', async () => {
    const other = await forum.member('someone_else')
    const member = await forum.member('writes_1')
    await sql`update users set email = 'other@secret.example' where id = ${other.id}`.execute(forum.db)
    await sql`update users set email = 'own@mail.example' where id = ${member.id}`.execute(forum.db)
    await member.post('/api/_settings?action=updateProfile', { aboutMe: 'All about me', embedsOff: true })
    const own = await forum.post(member, 'birding', { title: 'My own post', body: 'With its "text".\n' })
    const gone = await forum.post(member, 'birding', { title: 'A post taken back' })
    await member.delete(`/api/posts/${gone.publicId}?deleteAs=normal`)
    const pictures = await forum.post(member, 'birding', { type: 'image', images: 2 })
    const theirs = await forum.post(other, 'birding', { title: 'Another’s post', body: 'Another’s text' })
    const comment = await forum.comment(member, theirs, 'My comment.')
    await forum.comment(other, own, 'Another’s comment')
    await sql`insert into text_versions (post_id, title, body, written_at)
      values (${own.id}, 'My earlier title', 'Text', now()), (${theirs.id}, 'Another’s earlier title', 'Text', now())`.execute(
      forum.db,
    )
    await member.post('/api/_postVote', { postId: theirs.id, up: false })
    const lists = `/api/users/${member.username}/lists/bookmarks/items`
    await member.post(lists, { targetType: 'post', targetId: theirs.id })
    await member.post('/api/hidden_posts', { postId: theirs.id })
    await member.post('/api/mutes', { userId: other.id })
    await member.put('/api/drafts/post:owls', { body: 'Half a sentence' })
    await other.put('/api/drafts/post:owls', { body: 'Another’s draft' })
    await sql`insert into community_requests (user_id, name, note)
      values (${member.id}, 'owls', 'For the night.'), (${other.id}, 'bats', 'Another’s wish')`.execute(
      forum.db,
    )
    await sql`insert into community_bans (community_id, user_id, kind, reason, note)
      select id, ${member.id}, 'commenting', 'Too loud.', 'Another’s note' from communities where name = 'birding'`.execute(
      forum.db,
    )
    await sql`insert into site_bans (user_id, kind, reason) values (${member.id}, 'posting', 'Adverts.')`.execute(
      forum.db,
    )
    await sql`with terms as (insert into terms_versions (version, text) values ('v1', 'Be kind.') returning version),
      accepted as (insert into terms_acceptances (user_id, version) select ${member.id}, version from terms)
      insert into age_declarations (user_id, at_least) values (${member.id}, 16), (${other.id}, 18)`.execute(
      forum.db,
    )
    const { id } = await request(member)
    await make()
    const response = await download(member, id)
    const archive = await unzipped(response.rawPayload)
    expect(archive).toMatchObject({
      version: 1,
      account: {
        username: 'writes_1',
        email: 'own@mail.example',
        aboutMe: 'All about me',
        settings: { embedsOff: true, homeFeed: 'all', commentSort: 'best' },
        badges: [],
      },
      comments: [{ id: stored(comment.id), post: theirs.publicId, body: 'My comment.' }],
      drafts: [{ place: 'post:owls', body: 'Half a sentence' }],
      bans: [
        { community: 'birding', kind: 'commenting', reason: 'Too loud.', expiresAt: null },
        { community: null, kind: 'posting', reason: 'Adverts.' },
      ],
      earlierTexts: [{ post: own.publicId, comment: null, title: 'My earlier title', body: 'Text' }],
      lists: [{ name: 'bookmarks', public: false }],
      listItems: [{ list: 'bookmarks', post: theirs.publicId, comment: null }],
      hiddenPosts: [{ post: theirs.publicId }],
      mutedMembers: [{ username: 'someone_else' }],
      mutedCommunities: [],
      communityRequests: [{ name: 'owls', note: 'For the night.', answer: null }],
      notifications: [{ type: 'new_comment', post: own.publicId, happened: 1 }],
      images: [{ use: 'post' }, { use: 'post' }],
      sessions: [{ lastSeenIP: '127.0.0.1', getsPushes: false }],
    })
    const at = expect.stringMatching(/Z$/)
    expect(archive.acceptedTerms).toEqual([{ version: 'v1', text: 'Be kind.', at }])
    expect(archive.declaredAge).toEqual([{ atLeast: 16, at }])
    expect(archive.posts).toMatchObject([
      { publicId: pictures.publicId, type: 'image' },
      { publicId: own.publicId, title: 'My own post', body: 'With its "text".', community: 'birding' },
      { title: 'A post taken back', deletedAs: 'normal' },
    ])
    const first = await forum.app.inject({ url: archive.posts[0].images[0].address })
    expect(first.statusCode).toBe(200)
    expect(archive.postVotes).toContainEqual({
      post: theirs.publicId,
      up: false,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    })
    const text = [...(await filesIn(response.rawPayload)).values()].map(String).join()
    for (const secret of ['other@secret', 'Another’s', '$argon2', 'password'])
      expect(text).not.toContain(secret)
  })

  it('of 50,000 comments has every one of them', { tags: ['long'] }, async () => {
    const member = await forum.member('prolific_1')
    const post = await forum.post(member, 'birding')
    await sql`insert into comments (post_id, author_id, body)
      select ${post.id}, ${member.id}, 'Comment ' || n || repeat(' and more', 20)
      from generate_series(1, 50000) as n`.execute(forum.db)
    const { id } = await request(member)
    await make()
    const { comments } = await unzipped((await download(member, id)).rawPayload)
    expect(new Set(comments.map(({ id }: { id: string }) => id)).size).toBe(50_000)
  })

  it('is a zip that can be read offline: pages, pictures, and hostile texts as texts', async () => {
    const member = await forum.member('reads_it')
    const hostile = '<script>alert(1)</script>"\'><img src=x onerror=alert(1)>'
    await forum.post(member, 'birding', { title: hostile, body: `${hostile} ../../etc/passwd` })
    const pictures = await forum.post(member, 'birding', { type: 'image', images: 2, title: 'Two owls' })
    await member.post('/api/_settings?action=updateProfile', { aboutMe: hostile })
    const { id } = await request(member)
    await make()
    const { rawPayload } = await download(member, id)
    const zip = join(forum.config.dataDir, 'checked.zip')
    await writeFile(zip, rawPayload)
    expect(spawnSync('unzip', ['-tq', zip]).status).toBe(0)
    const files = await filesIn(rawPayload)
    const names = [...files.keys()]
    expect(names).toEqual(
      expect.arrayContaining(['data.json', 'index.html', 'style.css', 'pages/posts-1.html']),
    )
    expect(
      names.filter(
        (name) =>
          !/^(pages\/\w+-\d+\.html|pictures\/\d+\.jpeg|data\.json|index\.html|style\.css)$/.test(name),
      ),
    ).toEqual([])
    const html = names
      .filter((name) => name.endsWith('.html'))
      .map((name) => files.get(name)?.toString() ?? '')
    for (const page of html) {
      expect(page).not.toMatch(/<script|onerror=alert\(1\)>/)
      for (const [, href = ''] of page.matchAll(/(?:href|src)="([^"]*)"/g))
        expect(href).toMatch(
          /^(https?:\/\/|(\.\.\/)?(pages\/)?\w+(-\d+)?\.(html|css|json)$|(\.\.\/)?pictures\/\d+\.jpeg$)/,
        )
    }
    const shown = files.get('pages/posts-1.html')?.toString()
    expect(shown).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    const sources = [...(shown ?? '').matchAll(/src="\.\.\/(pictures\/\d+\.jpeg)"/g)].map(
      ([, name = '']) => name,
    )
    expect(sources).toHaveLength(2)
    const { rows } = await sql<{
      size: number
    }>`select size from images where uploader_id = ${member.id} order by id`.execute(forum.db)
    expect(sources.map((name) => files.get(name)?.length).sort()).toEqual(rows.map(({ size }) => size).sort())
    expect(pictures.publicId).toBeTruthy()
  })

  it('of earlier versions can be downloaded until it ages', async () => {
    const { member, id } = await owner('keeps_old')
    const { secret } = await forum.db
      .selectFrom('data_exports')
      .where('id', '=', id)
      .select('secret')
      .executeTakeFirstOrThrow()
    await sql`update data_exports set format = 'json.gz' where id = ${id}`.execute(forum.db)
    await forum.files.put(archivePath({ id, secret }, 'json.gz'), Buffer.from('as it was'))
    const file = await download(member, id)
    expect([file.headers['content-type'], file.body]).toEqual(['application/gzip', 'as it was'])
  })

  it('belongs to its owner alone', async () => {
    const { id } = await owner('private_1')
    const other = await forum.member('curious_1')
    const admin = await forum.member('curious_admin', { isAdmin: true })
    expect((await download(await forum.guest(), id)).json()).toEqual(errors.notLoggedIn)
    for (const who of [other, admin]) {
      expect((await download(who, id)).json()).toEqual(errors.exportNotFound)
      expect(await stateOf(who)).toBeNull()
    }
  })

  it.each(['0', 'x', '-1', '1.5', '9223372036854775808', '99999999'])('is not found as %s', async (id) => {
    const member = await forum.member(`seeks_${id.replace(/\W/g, '_').slice(0, 6)}`)
    const response = await download(member, id)
    expect(response.json()).toEqual(errors.exportNotFound)
    expect(response.statusCode).toBe(404)
  })

  it('is fetched by GET', async () => {
    const { member, id } = await owner('fetches_1')
    expect((await member.post(`/api/_export/${id}/file`)).json()).toEqual(errors.wrongMethod)
  })

  it('is deleted with its file when it expires', async () => {
    const { member, id } = await owner('too_late')
    await sql`update data_exports set expires_at = now() - interval '1 second' where id = ${id}`.execute(
      forum.db,
    )
    expect(await stateOf(member)).toBeNull()
    expect((await download(member, id)).json()).toEqual(errors.exportNotFound)
    const before = await archives()
    await deleteOldExports(forum, running())
    const after = await archives()
    expect(before.filter((name) => !after.includes(name))).toEqual([expect.stringMatching(`^${id}-`)])
    const row = forum.db.selectFrom('data_exports').where('id', '=', id).select('id')
    expect(await row.executeTakeFirst()).toBeUndefined()
  })

  it('is deleted with the account', async () => {
    const { member, id } = await owner('leaves_1')
    await member.delete(`/api/users/${member.username}`, { password: passwordOf(member.username) })
    expect((await download(member, id)).json()).toEqual(errors.notLoggedIn)
    await deleteOldExports(forum, running())
    expect((await archives()).some((name) => name.startsWith(`${id}-`))).toBe(false)
  })
})

describe('an archive while it is made', () => {
  it('needs memory for a few texts, however many there are', { tags: ['long'] }, async () => {
    const member = await forum.member('long_texts')
    const post = await forum.post(member, 'birding')
    await sql`insert into comments (post_id, author_id, body)
      select ${post.id}, ${member.id}, n || repeat(md5(n::text), 300)
      from generate_series(1, 10000) as n`.execute(forum.db)
    await request(member)
    const used = () => {
      collect()
      const { heapUsed, external } = process.memoryUsage()
      return (heapUsed + external) / 1e6
    }
    const before = used()
    const during: number[] = []
    const sampling = setInterval(() => during.push(used()), 500)
    await make()
    clearInterval(sampling)
    expect(during).not.toEqual([])
    // Some of what an earlier test used may have been freed since.
    expect(Math.max(...during) - Math.min(before, used())).toBeLessThan(40)
  })

  it.each([
    ['a picture cannot be read', { breaks: true }, 'the disk is broken'],
    ['the program ends', { aborts: true }, 'operation was aborted'],
  ])('ends all that it has begun when %s', async (_what, failure, message) => {
    const member = await forum.member(`halves_${message.length}`)
    await forum.post(member, 'birding', { type: 'image', images: 1 })
    const stopping = new AbortController()
    const content = new Readable({
      read() {
        if ('breaks' in failure) this.destroy(new Error('the disk is broken'))
        else stopping.abort()
      },
    })
    const files: Forum['files'] = { ...forum.files, open: async () => ({ size: 9, content }) }
    const path = join(forum.config.dataDir, `${member.username}.zip`)
    await expect(
      writeArchive({ ...forum, files }, member.id, { path, signal: stopping.signal }),
    ).rejects.toThrow(message)
    expect(content.closed).toBe(true)
  })

  it('reads no more when its file cannot be written', async () => {
    const member = await forum.member('no_folder')
    const opened: unknown[] = []
    const files: Forum['files'] = {
      ...forum.files,
      async open(place) {
        opened.push(place)
        return forum.files.open(place)
      },
    }
    await forum.post(member, 'birding', { type: 'image', images: 1 })
    const path = join(forum.config.dataDir, 'no/such/folder.zip')
    await expect(writeArchive({ ...forum, files }, member.id, { path, signal: running() })).rejects.toThrow(
      'ENOENT',
    )
    expect(opened).toEqual([])
  })
})

describe('an archive whose member leaves while it is made', () => {
  it('leaves no file', async () => {
    const member = await forum.member('leaves_2')
    const { id } = await request(member)
    const leaving: Forum['files'] = {
      ...forum.files,
      async putFile(place, path) {
        await member.delete(`/api/users/${member.username}`, { password: passwordOf(member.username) })
        await deleteOldExports(forum, running())
        await forum.files.putFile(place, path)
      },
    }
    await make({ files: leaving })
    expect((await archives()).some((name) => name.startsWith(`${id}-`))).toBe(false)
  })
})

describe('another request', () => {
  it('while one is waiting changes nothing, also concurrently', async () => {
    const member = await forum.member('impatient')
    const answers = await Promise.all([request(member), request(member), request(member)])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    await make()
  })

  it('replaces the old archive', async () => {
    const { member, id } = await owner('again_1')
    const next = await request(member)
    expect(next.id).not.toBe(id)
    expect((await download(member, id)).json()).toEqual(errors.exportNotFound)
    await make()
    await deleteOldExports(forum, running())
    expect((await download(member, next.id)).statusCode).toBe(200)
    expect((await archives()).some((name) => name.startsWith(`${id}-`))).toBe(false)
  })

  it('is limited to three times a day', async () => {
    const limited = await startForum({ RATE_LIMITS: 'on' })
    try {
      const member = await limited.member('eager_1')
      for (let n = 0; n < 3; n++) expect((await member.post('/api/_export')).statusCode).toBe(200)
      expect((await member.post('/api/_export')).json()).toEqual(errors.tooManyRequests)
    } finally {
      await limited.close()
    }
  })
})

describe('an interruption', () => {
  it('leaves nothing behind, and the next start makes the archive', async () => {
    const member = await forum.member('interrupted')
    const { id } = await request(member)
    const stopping = new AbortController()
    const interrupting: Forum['files'] = {
      ...forum.files,
      async putFile() {
        stopping.abort()
        throw new Error('the program ends')
      },
    }
    await expect(makeExports({ ...forum, files: interrupting }, stopping.signal)).rejects.toThrow()
    expect((await stateOf(member)).state).toBe('waiting')
    expect(await unfinished()).toEqual([])
    let done: () => void = () => {}
    const finished = new Promise<void>((resolve) => {
      done = resolve
    })
    const jobs = await startJobs(
      forum.connection,
      forum,
      [
        {
          name: makeExportsTask,
          atStart: true,
          perform: async (services, _payload, signal) => {
            await makeExports(services, signal)
            if ((await stateOf(member)).state === 'ready') done()
          },
        },
      ],
      () => {},
    )
    await finished
    await jobs.stop()
    expect((await download(member, id)).statusCode).toBe(200)
  })

  it('is retried five times, and does not block other archives', async () => {
    const unlucky = await forum.member('unlucky_1')
    const { id } = await request(unlucky)
    const lucky = await forum.member('lucky_1')
    await request(lucky)
    const failing: Forum['files'] = {
      ...forum.files,
      putFile: async (place, path) => {
        if (place.folder.startsWith(`exports/${id}-`)) throw new Error('the disk is full')
        await forum.files.putFile(place, path)
      },
    }
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect((await stateOf(unlucky)).state, `before attempt ${attempt}`).toBe('waiting')
      await expect(make({ files: failing })).rejects.toThrow('the disk is full')
    }
    expect(await stateOf(unlucky)).toMatchObject({ state: 'failed', url: null })
    expect((await stateOf(lucky)).state).toBe('ready')
    expect(await unfinished()).toEqual([])
    expect((await request(unlucky)).state).toBe('waiting')
    await make()
    expect((await stateOf(unlucky)).state).toBe('ready')
  })

  it('does not happen with two concurrent runs, which make each archive once', async () => {
    const member = await forum.member('at_once_1')
    const { id } = await request(member)
    const stored: string[] = []
    const counting: Forum['files'] = {
      ...forum.files,
      putFile: async (place, path) => {
        stored.push(place.folder)
        await forum.files.putFile(place, path)
      },
    }
    await Promise.all([make({ files: counting }), make({ files: counting })])
    expect(stored).toEqual([expect.stringMatching(`^exports/${id}-`)])
  })
})
