import type { Journal, Outcome } from './journal.ts'

/** Someone who writes without a pause. */
export interface Writer {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
  /** What they upload between their texts. */
  readonly picture?: Buffer
  /** An admin's: the account that they ban from the site and let in again. */
  readonly bans?: string
}

/** What the writer must find at this path from now on. */
export interface Visible {
  readonly path: string
  readonly text: string
}

/** A request without an answer is aborted after this time. */
const patienceMs = 30_000

/** How long a member pauses after a failure. */
const pauseAfterFailureMs = 100

/**
 * Lets members write posts, comments, edits and votes at the same time, some of them upload and ban as well, and notes how each
 * write was answered.
 *
 * @param origin of the server.
 * @param options.until is aborted when they are to stop; each finishes its request.
 * @param options.look is called after each acknowledged write, with what its writer must see, before they write again.
 */
export async function writeAll(
  origin: string,
  writers: readonly Writer[],
  community: string,
  journal: Journal,
  { until, look }: { until: AbortSignal; look?: (writer: Writer, visible: Visible[]) => Promise<void> },
): Promise<void> {
  await Promise.all(
    writers.map(async (writer) => {
      for (let turn = 0; !until.aborted; turn += 1) {
        const { outcome, visible } = await write(origin, writer, community, journal, turn)
        journal.count(outcome)
        if (look && outcome === 'acknowledged') await look(writer, visible)
        if (outcome === 'unknown') await new Promise((done) => setTimeout(done, pauseAfterFailureMs))
      }
    }),
  )
}

let texts = 0
const newText = () => {
  texts += 1
  return `text ${process.pid} ${texts}`
}

let keys = 0
const newKey = () => {
  keys += 1
  return `${process.pid}-${keys}`
}

async function write(
  origin: string,
  writer: Writer,
  community: string,
  journal: Journal,
  turn: number,
): Promise<{ outcome: Outcome; visible: Visible[] }> {
  // Half of the turns send again what they got no answer to, until they get one; it must be stored once all the same.
  // What few do comes first: a round may be over after a few turns.
  const kinds = [
    ...(writer.picture ? ['upload'] : []),
    ...(writer.bans ? ['ban'] : []),
    'post',
    'comment',
    'vote',
    'edit',
  ]
  const repeats = Math.floor(turn / kinds.length) % 2 === 1
  const call = (method: string, path: string, body: unknown, key?: string) =>
    (repeats ? sendUntilAnswered : send)(
      { origin, writer, journal },
      {
        method,
        path,
        body,
        ...(repeats && key && { key }),
      },
    )
  const mine = [...journal.posts.entries()].filter(
    ([title, { id }]) => id && title.endsWith(` by ${writer.id}`),
  )
  const [latest] = [...journal.posts.values()].filter(({ id }) => id).slice(-1)
  const kind = latest ? kinds[turn % kinds.length] : 'post'

  if (kind === 'comment' && latest?.id) {
    const body = newText()
    const { outcome, answer } = await call('POST', `/api/posts/${latest.id}/comments`, { body }, newKey())
    journal.comments.set(body, { outcome, bodies: [body], ...(answer && { id: String(answer.id) }) })
    return { outcome, visible: [{ path: `/api/comments/${String(answer?.id)}`, text: body }] }
  }
  if (kind === 'vote' && latest?.id) {
    const key = `${writer.id} ${latest.id}`
    const had = journal.votes.get(key) ?? false
    const visible = [{ path: `/api/posts/${latest.id}`, text: `"userVoted":${!had}` }]
    if (repeats) {
      const set = had ? 'none' : 'up'
      const { outcome } = await call('POST', '/api/_postVote', { postId: latest.id, set })
      if (outcome !== 'refused') journal.votes.set(key, outcome === 'acknowledged' ? !had : null)
      return { outcome, visible }
    }
    // An arrow is a toggle: after a vote with an unknown outcome nobody knows what another would do.
    if (journal.votes.get(key) === null) return { outcome: 'refused', visible: [] }
    const { outcome } = await call('POST', '/api/_postVote', { postId: latest.id, up: true })
    if (outcome !== 'refused') journal.votes.set(key, outcome === 'acknowledged' ? !had : null)
    return { outcome, visible }
  }
  const [own] = mine.slice(-1)
  if (kind === 'edit' && own) {
    const body = newText()
    const [, post] = own
    const { outcome } = await call('PUT', `/api/posts/${post.id}`, { body })
    if (outcome === 'acknowledged') post.bodies = [body]
    else if (outcome === 'unknown') post.bodies.push(body)
    return { outcome, visible: [{ path: `/api/posts/${post.id}`, text: body }] }
  }
  if (kind === 'upload' && writer.picture) {
    const { outcome, answer } = await call('POST', '/api/_uploads', formOf(writer.picture))
    if (answer) journal.images.add(String(answer.url))
    return { outcome, visible: [] }
  }
  if (kind === 'ban' && writer.bans) {
    const isBanned = !(journal.bans.get(writer.bans) ?? false)
    const action = isBanned ? 'ban_user' : 'unban_user'
    const { outcome } = await call('POST', '/api/_admin', { action, username: writer.bans })
    if (outcome !== 'refused') journal.bans.set(writer.bans, outcome === 'acknowledged' ? isBanned : null)
    return { outcome, visible: [] }
  }
  const title = `${newText()} by ${writer.id}`
  const body = newText()
  const { outcome, answer, wasRepeated } = await call(
    'POST',
    '/api/posts',
    { title, body, community },
    newKey(),
  )
  journal.posts.set(title, { outcome, bodies: [body], ...(answer && { id: String(answer.publicId) }) })
  const paths = [
    `/api/posts/${String(answer?.publicId)}`,
    // What was stored at the first try and acknowledged at a later one may have fifty newer ones before it.
    ...(wasRepeated ? [] : ['/api/posts?feed=all&sort=latest&limit=50']),
  ]
  return { outcome, visible: paths.map((path) => ({ path, text: title })) }
}

interface Sender {
  readonly origin: string
  readonly writer: Writer
  readonly journal: Journal
}

function formOf(picture: Buffer): FormData {
  const form = new FormData()
  form.append('image', new Blob([new Uint8Array(picture)]), 'picture.jpg')
  return form
}

interface Request {
  readonly method: string
  readonly path: string
  readonly body: unknown
  /** An idempotency key. */
  readonly key?: string
}

interface Result {
  readonly outcome: Outcome
  readonly answer: Record<string, unknown> | null
  readonly wasRepeated?: boolean
}

/** Repeats the request until its outcome is known. */
async function sendUntilAnswered(sender: Sender, request: Request): Promise<Result> {
  const giveUpAt = Date.now() + 2 * patienceMs
  for (let tries = 1; ; tries += 1) {
    const result = await send(sender, request)
    if (result.outcome !== 'unknown' || Date.now() > giveUpAt) return { ...result, wasRepeated: tries > 1 }
    await new Promise((done) => setTimeout(done, pauseAfterFailureMs))
  }
}

async function send(
  { origin, writer, journal }: Sender,
  { method, path, body, key }: Request,
): Promise<Result> {
  const unanswered = (why: string): Result => {
    journal.unanswered.push(`${method} ${path}: ${why}`)
    return { outcome: 'unknown', answer: null }
  }
  try {
    const response = await fetch(origin + path, {
      method,
      headers: {
        ...writer.headers,
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
        ...(key && { 'idempotency-key': key }),
      },
      body: body instanceof FormData ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    if (response.ok) return { outcome: 'acknowledged', answer: JSON.parse(text) }
    if (response.status >= 500) return unanswered(`${response.status} ${text.slice(0, 200)}`)
    return { outcome: 'refused', answer: null }
  } catch (error) {
    const { message, cause } = error as Error
    return unanswered(`${message} ${cause instanceof Error ? cause.message : ''}`)
  }
}
