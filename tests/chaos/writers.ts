import type { Journal, Outcome } from './journal.ts'

/** Somebody who writes without a pause. */
export interface Writer {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
}

/** A request that gets no answer is given up after this time. */
const patienceMs = 30_000

/** After a failure a member looks at the screen for a moment. */
const pauseAfterFailureMs = 100

/**
 * Lets members write posts, comments, edits and votes at the same time, and keeps what they were told.
 *
 * @param origin of the server.
 * @param options.until is aborted when they are to stop; each finishes its request.
 */
export async function writeAll(
  origin: string,
  writers: readonly Writer[],
  community: string,
  journal: Journal,
  { until }: { until: AbortSignal },
): Promise<void> {
  await Promise.all(
    writers.map(async (writer) => {
      for (let turn = 0; !until.aborted; turn += 1) {
        const outcome = await write(origin, writer, community, journal, turn)
        journal.count(outcome)
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

async function write(
  origin: string,
  writer: Writer,
  community: string,
  journal: Journal,
  turn: number,
): Promise<Outcome> {
  const call = (method: string, path: string, body: unknown) => send(origin, writer, method, path, body)
  const mine = [...journal.posts.entries()].filter(
    ([title, { id }]) => id && title.endsWith(` by ${writer.id}`),
  )
  const [latest] = [...journal.posts.values()].filter(({ id }) => id).slice(-1)
  const kind = latest ? turn % 4 : 0

  if (kind === 1 && latest?.id) {
    const body = newText()
    const { outcome, answer } = await call('POST', `/api/posts/${latest.id}/comments`, { body })
    journal.comments.set(body, { outcome, bodies: [body], ...(answer && { id: String(answer.id) }) })
    return outcome
  }
  if (kind === 2 && latest?.id) {
    const key = `${writer.id} ${latest.id}`
    const had = journal.votes.get(key) ?? false
    // Votes are toggles: after one with an unknown outcome nobody knows what another would do.
    if (journal.votes.get(key) === null) return 'refused'
    const { outcome } = await call('POST', '/api/_postVote', { postId: latest.id, up: true })
    if (outcome !== 'refused') journal.votes.set(key, outcome === 'acknowledged' ? !had : null)
    return outcome
  }
  const [own] = mine.slice(-1)
  if (kind === 3 && own) {
    const body = newText()
    const [, post] = own
    const { outcome } = await call('PUT', `/api/posts/${post.id}`, { body })
    if (outcome === 'acknowledged') post.bodies = [body]
    else if (outcome === 'unknown') post.bodies.push(body)
    return outcome
  }
  const title = `${newText()} by ${writer.id}`
  const body = newText()
  const { outcome, answer } = await call('POST', '/api/posts', { title, body, community })
  journal.posts.set(title, { outcome, bodies: [body], ...(answer && { id: String(answer.publicId) }) })
  return outcome
}

async function send(
  origin: string,
  { headers }: Writer,
  method: string,
  path: string,
  body: unknown,
): Promise<{ outcome: Outcome; answer: Record<string, unknown> | null }> {
  try {
    const response = await fetch(origin + path, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    const text = await response.text()
    if (response.ok) return { outcome: 'acknowledged', answer: JSON.parse(text) }
    return { outcome: response.status >= 500 ? 'unknown' : 'refused', answer: null }
  } catch {
    return { outcome: 'unknown', answer: null }
  }
}
