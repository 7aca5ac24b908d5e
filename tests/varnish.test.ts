import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../server/app.ts'
import { purgeTask } from '../server/core/api/purge.ts'
import { type Jobs, startJobs } from '../server/platform/jobs/queue.ts'
import { tasks } from '../server/tasks.ts'
import { renderer } from '../web/entry-server.tsx'
import { scratchRoot } from './support/cluster.ts'
import { type Forum, type Member, startForum } from './support/forum.ts'
import { freePort } from './support/freePort.ts'
import { findProgram, isMissing } from './support/installed.ts'
import { type RunningProgram, runProgram } from './support/program.ts'

const soon = { interval: 20 }

/** The configuration that docs/scaling.md tells operators to use. */
function documentedVcl(): string {
  const docs = readFileSync(join(import.meta.dirname, '../docs/scaling.md'), 'utf8')
  const [, vcl] = /```vcl\n([\s\S]*?)```/.exec(docs) ?? []
  if (!vcl) throw new Error('docs/scaling.md has no configuration for Varnish.')
  return vcl
}

describe.skipIf(isMissing('varnishd'))('behind Varnish', () => {
  const folder = mkdtempSync(join(scratchRoot(), 'folkmoot-varnish-'))
  let forum: Forum
  let app: FastifyInstance
  let varnish: RunningProgram
  let jobs: Jobs
  let port: string
  let member: Member
  let moderator: Member
  /** Requests that reached the server. */
  let reached = 0
  beforeAll(async () => {
    port = await freePort()
    forum = await startForum({ TRUST_PROXY: 'loopback' })
    moderator = await forum.moderator('mod_m', 'birding')
    member = await forum.member('wren_w')
    const config = {
      ...forum.config,
      guestCacheSeconds: 0,
      cdnSeconds: 10,
      purgeUrl: new URL(`http://127.0.0.1:${port}/purge-all`),
    }
    const assetsFor = () => ({ entry: '/assets/entry.js', preloads: [], styles: [] })
    app = await createApp({
      ...forum,
      db: forum.database.db,
      config,
      pages: { renderer, assetsFor, filesFolder: null },
    })
    app.server.on('request', () => {
      reached += 1
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    jobs = await startJobs(
      forum.connection,
      { ...forum, config },
      tasks.filter(({ name }) => name === purgeTask),
      () => {},
    )
    const behind = (app.server.address() as AddressInfo).port
    const file = join(folder, 'forum.vcl')
    writeFileSync(file, documentedVcl().replace('"8080"', `"${behind}"`))
    // Varnish runs as an account of its own.
    chmodSync(folder, 0o755)
    const options = [
      '-F',
      '-a',
      `127.0.0.1:${port}`,
      '-f',
      file,
      '-n',
      join(folder, 'work'),
      '-s',
      'malloc,32m',
    ]
    varnish = await runProgram(findProgram('varnishd') ?? '', options, { port: Number(port) })
  })
  afterAll(async () => {
    await varnish?.kill()
    await jobs?.stop()
    await app?.close()
    await forum?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const visit = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'sec-fetch-site': 'same-origin', ...headers } })
  /** @returns how many requests reached the server, and what the last answer was. */
  const visits = async (count: number, path: string, headers: Record<string, string> = {}) => {
    const before = reached
    let text = ''
    let status = 0
    for (let n = 0; n < count; n++) {
      const response = await visit(path, headers)
      status = response.status
      text = await response.text()
    }
    return { reached: reached - before, text, status }
  }

  it.each(['/', '/birding', '/api/posts?feed=all'])('guests share %s', async (path) => {
    expect((await visits(1, path)).status).toBe(200)
    expect((await visits(5, path)).reached).toBe(0)
    const cookie = (await visit('/api/_initial')).headers.getSetCookie().map((one) => one.split(';')[0])
    expect(cookie.join()).toContain('SID=b')
    expect((await visits(5, path, { cookie: cookie.join('; ') })).reached).toBe(0)
  })

  it('members and other programs get their own, which no guest sees', async () => {
    for (const path of ['/', '/birding', '/api/posts?feed=all', '/api/_user']) {
      const { status, reached: asked } = await visits(3, path, member.headers())
      expect([status, asked]).toEqual([200, 3])
    }
    expect((await visits(1, '/', member.headers())).text).toContain('wren_w')
    expect((await visits(2, '/')).text).not.toContain('wren_w')
  })

  it('guests read their language, and share what is in it', async () => {
    const languageIn = async (headers: Record<string, string>) => {
      const { text, reached: asked } = await visits(1, '/communities', headers)
      return `${/<html lang="(\w+)"/.exec(text)?.[1]} ${asked}`
    }
    expect(await languageIn({ 'accept-language': 'de-CH,de;q=0.9' })).toBe('de 1')
    expect(await languageIn({ 'accept-language': 'de-AT' })).toBe('de 0')
    expect(await languageIn({ 'accept-language': 'en-US' })).toBe('en 1')
    expect(await languageIn({ 'accept-language': 'en', cookie: 'a=1; language=ar; SID=b123; z=2' })).toBe(
      'ar 1',
    )
    expect(await languageIn({ 'accept-language': 'en-GB', cookie: 'language=ar' })).toBe('ar 0')
    expect(await languageIn({ 'accept-language': 'en', cookie: 'SID=b123' })).toBe('en 0')
  })

  it('every guest has a session of their own', async () => {
    const sessions = await Promise.all(
      [1, 2].map(async () => (await visit('/api/_initial')).headers.getSetCookie().join()),
    )
    expect(sessions[0]).not.toBe(sessions[1])
  })

  it('a removed post is gone after the purge, and not only after ten seconds', async () => {
    const { publicId } = await forum.post(member, 'birding', { title: 'An insult' })
    const feed = '/api/posts?feed=all&sort=latest'
    expect((await visits(2, feed)).text).toContain('An insult')
    const removed = await fetch(`http://127.0.0.1:${port}/api/posts/${publicId}?deleteAs=mods`, {
      method: 'DELETE',
      headers: moderator.headers(),
    })
    expect(removed.status).toBe(200)
    const removedAt = performance.now()
    await expect.poll(async () => (await visits(1, feed)).text, soon).not.toContain('An insult')
    expect(performance.now() - removedAt).toBeLessThan(9000)
    process.stdout.write(`gone ${Math.round(performance.now() - removedAt)} ms after the removal\n`)
  })

  it('what guests share is fetched again when it has expired', { tags: ['long'] }, async () => {
    const path = '/api/posts?feed=all&sort=day'
    expect((await visits(2, path)).reached).toBe(1)
    const before = reached
    const visitAgain = async () => {
      await visits(1, path)
      return reached
    }
    await expect.poll(visitAgain, { timeout: 30_000, interval: 200 }).toBe(before + 1)
  })

  it('streams of events pass through', async () => {
    const leaving = new AbortController()
    const { body } = await fetch(`http://127.0.0.1:${port}/api/_events`, {
      headers: member.headers(),
      signal: leaving.signal,
    })
    const parts = body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('newCount')) text += (await parts?.read())?.value ?? ''
    leaving.abort()
  })
})
