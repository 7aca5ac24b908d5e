import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../server/platform/database/connection.ts'
import type { Visible, Writer } from '../chaos/writers.ts'
import { formWith } from '../support/form.ts'
import { picture } from '../support/pictures.ts'
import { community, type People } from './people.ts'
import type { Site } from './site.ts'

/** How long things may take. A test needs patience here, because its machine may be busy. */
export interface Bounds {
  /** From a fault until members write again. */
  readonly writesAgainMs: number
  /** Until what is decided at one server holds at all of them. */
  readonly everywhereMs: number
  /** Until a window shows what happened at another server. */
  readonly eventMs: number
}

const jobsDoneWithinMs = 60_000
const patienceMs = 60_000
const retryMs = 100
const signUpsAMinute = 2

interface Answer {
  readonly status: number
  readonly text: string
}

interface Request {
  readonly method?: string
  readonly body?: unknown
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** @throws where no answer comes. */
export async function ask(
  url: string,
  { method = 'GET', body, from, headers = {} }: Request,
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      'sec-fetch-site': 'same-origin',
      ...headers,
      ...(from && { 'x-forwarded-for': from }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(patienceMs / 2),
  })
  return { status: response.status, text: await response.text() }
}

/** Repeats a request until a server answers. @param failed is called after each failure. */
export const askUntilAnswered = (url: string, request: Request, failed = () => {}): Promise<Answer> =>
  untilAnswered(url, () => ask(url, request), failed)

/** @param attempt is repeated where it fails, or is answered with a failure of the server. */
async function untilAnswered<A extends { readonly status: number }>(
  url: string,
  attempt: () => Promise<A>,
  failed = () => {},
): Promise<A> {
  const giveUpAt = Date.now() + patienceMs
  for (;;) {
    const answer = await attempt().catch((error: unknown) => error)
    if (isAnswer<A>(answer) && answer.status < 500) return answer
    failed()
    if (Date.now() > giveUpAt)
      throw new Error(
        `No answer within ${patienceMs / 1000} s: ${url}, at last ${isAnswer<A>(answer) ? answer.status : String(answer)}`,
      )
    await pause(retryMs)
  }
}

const isAnswer = <A extends { readonly status: number }>(answer: unknown): answer is A =>
  typeof answer === 'object' && answer !== null && 'status' in answer

/** Requests what a writer must see by now. @returns a line for each item that is missing. */
export async function look(
  origin: string,
  { headers }: Writer,
  visible: readonly Visible[],
  failed: () => void,
): Promise<string[]> {
  const problems: string[] = []
  for (const { path, text } of visible) {
    const answer = await askUntilAnswered(origin + path, { headers }, failed)
    if (!answer.text.includes(text))
      problems.push(`not visible to its author: ${text} at ${path} (${answer.status})`)
  }
  return problems
}

/** What a round has found, besides the differences in the database. */
export interface Findings {
  readonly problems: string[]
  /** How long it took after its answer until a ban, a block or a removal was in force at the last server. */
  everywhereMs: number
}

/** Lets moderators, strangers and listeners act through the balancer, and looks at each server. */
export async function checkEverywhere(
  site: Site,
  people: People,
  round: number,
  bounds: Bounds,
): Promise<Findings> {
  const findings: Findings = { problems: [], everywhereMs: 0 }
  const offender = people.offenders[round] as People['offenders'][number]
  const through = (who: Writer, method: string, path: string, body?: unknown) =>
    askUntilAnswered(site.origin + path, {
      headers: who.headers,
      method,
      ...(body !== undefined && { body }),
    })
  const posted = async (who: Writer, title: string) =>
    JSON.parse((await through(who, 'POST', '/api/posts', { title, body: '', community })).text) as {
      publicId: string
    }

  /** Resolves when the decision holds at all servers. */
  const everywhere = async (what: string, holdsAt: (origin: string) => Promise<boolean>) => {
    const decidedAt = performance.now()
    await Promise.all(
      site.servers.map(async ({ origin }) => {
        for (;;) {
          const askedAt = performance.now()
          if (await holdsAt(origin)) {
            findings.everywhereMs = Math.max(findings.everywhereMs, askedAt - decidedAt)
            return
          }
          if (askedAt - decidedAt > bounds.everywhereMs) {
            findings.problems.push(
              `${what} does not hold at ${origin} after ${Math.round(askedAt - decidedAt)} ms`,
            )
            return
          }
        }
      }),
    )
  }

  const { publicId } = await posted(offender, `Offence ${round}`)
  const commentsPath = `/api/posts/${publicId}/comments`
  const body = { body: `More of ${round}` }
  const comment = (origin: string) =>
    ask(origin + commentsPath, { method: 'POST', headers: offender.headers, body })
  if ((await through(offender, 'POST', commentsPath, body)).status !== 200)
    findings.problems.push('a member who is not banned cannot comment')
  const ban = await through(people.moderator, 'POST', `/api/communities/${people.communityId}/banned`, {
    username: offender.username,
  })
  if (ban.status !== 200) findings.problems.push(`the ban was answered with ${ban.status}`)
  await everywhere('a ban', async (origin) => (await comment(origin)).status === 403)

  await through(people.moderator, 'DELETE', `/api/posts/${publicId}?deleteAs=mods`)
  const feed = '/api/posts?feed=all&sort=latest&limit=50'
  const [reader] = people.writers as [Writer]
  await everywhere('a removal', async (origin) => {
    const { status, text } = await ask(origin + feed, { headers: reader.headers })
    return status === 200 && !text.includes(`"Offence ${round}"`)
  })

  const from = `198.51.100.${round % 250}`
  const visit = async (origin: string) => (await ask(`${origin}/api/communities`, { from })).status
  for (const { origin } of site.servers)
    if ((await visit(origin)) !== 200) findings.problems.push('a visitor who is not blocked gets no answer')
  await through(people.admin, 'POST', '/api/ipblocks', { address: from, expiresIn: 0, note: '' })
  await everywhere('an IP block', async (origin) => (await visit(origin)) === 403)

  findings.problems.push(
    ...(await checkLimits(site, round)),
    ...(await checkStreams(site, people, { round, eventMs: bounds.eventMs, posted })),
    ...(await checkImages(site, people, round)),
  )
  return findings
}

/** Sign-ups from one address at all servers at the same time: the limit is that of one server. */
async function checkLimits(site: Site, round: number): Promise<string[]> {
  const from = `192.0.2.${round % 250}`
  const initial = await fetch(`${site.origin}/api/_initial`, { headers: { 'sec-fetch-site': 'same-origin' } })
  const cookies = initial.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  await initial.arrayBuffer()
  const token = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length)
  const headers = { cookie: cookies.join('; '), 'x-csrf-token': decodeURIComponent(token ?? '') }
  const answers = await Promise.all(
    [...site.servers, ...site.servers].map(({ origin }, n) => {
      const body = { username: `new_${round}_${n}`, password: 'a fine password' }
      return ask(`${origin}/api/_signup`, { method: 'POST', headers, from, body })
    }),
  )
  const accepted = answers.filter(({ status }) => status === 201).length
  const refused = answers.filter(({ status }) => status === 429).length
  return accepted === signUpsAMinute && refused === answers.length - signUpsAMinute
    ? []
    : [`limits do not count together: ${answers.map(({ status }) => status).join(', ')}`]
}

/** A window at each server shows what happens at another. */
async function checkStreams(
  site: Site,
  { listener, writers }: People,
  given: {
    round: number
    eventMs: number
    posted: (who: Writer, title: string) => Promise<{ publicId: string }>
  },
): Promise<string[]> {
  const { round, eventMs, posted } = given
  const leaving = new AbortController()
  const { publicId } = await posted(listener, `Listened to ${round}`)
  const streams = await Promise.all(
    site.servers.map(async ({ origin }) => {
      const url = `${origin}/api/_events`
      // A browser does so, too, where a busy server sends it away.
      const { status, body } = await untilAnswered(url, () =>
        fetch(url, { headers: listener.headers, signal: leaving.signal }),
      )
      if (status !== 200) throw new Error(`A stream was answered with ${status}.`)
      const parts = body?.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      const nextCount = async (after = -1): Promise<number> => {
        for (;;) {
          const counts = [...text.matchAll(/\{"newCount":(\d+)\}/g)].map(([, count]) => Number(count))
          const next = counts.find((count) => count > after)
          if (next !== undefined) return next
          const { value, done } = (await parts?.read()) ?? { done: true, value: undefined }
          if (done) throw new Error(`The stream of ${origin} has ended after: ${text}`)
          text += value
        }
      }
      return { origin, nextCount, first: await nextCount() }
    }),
  )
  await askUntilAnswered(`${site.origin}/api/posts/${publicId}/comments`, {
    method: 'POST',
    headers: (writers[round % writers.length] as Writer).headers,
    body: { body: `Heard ${round}` },
  })
  const late = new AbortController()
  const problems = await Promise.all(
    streams.map(async ({ origin, nextCount, first }) => {
      const heard = await Promise.race([
        nextCount(first).then(
          () => true,
          () => false,
        ),
        pause(eventMs, false, { signal: late.signal }).catch(() => false),
      ])
      return heard ? [] : [`the stream of ${origin} does not deliver`]
    }),
  )
  late.abort()
  leaving.abort()
  return problems.flat()
}

/** A picture that was sent to one server is the same at all of them. */
async function checkImages(site: Site, { writers }: People, round: number): Promise<string[]> {
  const form = await formWith(await picture(round))
  const sent = await fetch(`${site.origin}/api/_uploads`, {
    method: 'POST',
    headers: { ...(writers[0] as Writer).headers, ...form.headers },
    body: new Uint8Array(form.payload),
  })
  if (sent.status !== 200) return [`an upload was answered with ${sent.status}`]
  const { url } = (await sent.json()) as { url: string }
  const copies = await Promise.all(
    site.servers.map(async ({ origin }) => {
      const response = await fetch(new URL(url, origin).href.replace(/^https?:\/\/[^/]+/, origin))
      return response.ok ? Buffer.from(await response.arrayBuffer()).toString('base64') : response.status
    }),
  )
  return new Set(copies).size === 1 && typeof copies[0] === 'string'
    ? []
    : ['a picture is not the same at all servers']
}

/** Something that all members are notified of by a job. @returns its id. */
export async function announce(site: Site, { admin }: People, round: number): Promise<string> {
  const title = `Announcement ${round}`
  const { text } = await askUntilAnswered(`${site.origin}/api/posts`, {
    method: 'POST',
    headers: admin.headers,
    body: { title, body: '', community },
  })
  const { publicId } = JSON.parse(text) as { publicId: string }
  await askUntilAnswered(`${site.origin}/api/posts/${publicId}?action=announce`, {
    method: 'PUT',
    headers: admin.headers,
  })
  return publicId
}

/** Whether jobs are done, each once. */
export async function checkJobs({ db }: Database, people: People, announced: string): Promise<string[]> {
  const members = [...people.writers, people.listener, people.moderator].map(({ id }) => id)
  const giveUpAt = Date.now() + jobsDoneWithinMs
  let counts: { user_id: string; count: number }[] = []
  do {
    const { rows } = await sql<{ user_id: string; count: number }>`
      select user_id, count(*)::integer as count
      from notifications join posts on posts.id = notifications.post_id
      where notifications.type = 'announcement' and posts.public_id = ${announced} and user_id = any(${members})
      group by user_id`.execute(db)
    counts = rows
    if (counts.length === members.length) break
    await pause(retryMs)
  } while (Date.now() < giveUpAt)
  const { rows: repeated } = await sql<{ moment: string }>`
    select moment from scheduled_jobs group by task_id, moment having count(*) > 1`.execute(db)
  return [
    ...(counts.length < members.length ? ['not all members are notified of an announcement'] : []),
    ...counts.filter(({ count }) => count > 1).map(() => 'a member is notified twice of an announcement'),
    ...repeated.map(({ moment }) => `a job of ${moment} was enqueued twice`),
  ]
}
