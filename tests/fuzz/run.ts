import fc from 'fast-check'
import type { ApiDocument } from '../../contract/apiDocument.ts'
import type { Answer } from './judge.ts'
import { judgeBy } from './judge.ts'
import { Known } from './known.ts'
import { type PlannedRequest, type Role, requestSequences } from './requests.ts'

/** What the fuzzer needs of a forum. */
export interface Target {
  /** Scheme, host and port. */
  readonly origin: string
  readonly document: ApiDocument
  /** Patterns of the pages to request, with `:name` for parameters. */
  readonly pages: readonly string[]
  /** Creates a member of each role, and returns their cookies and tokens. Called repeatedly, because requests end sessions and accounts. */
  newActors(): Promise<Record<Role, Record<string, string>>>
  /** Whether the server still runs; called after a request without an answer. */
  isRunning(): boolean
}

/** A request as it was sent. */
export interface SentRequest {
  readonly role: Role
  readonly name: string
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface Finding {
  readonly problem: string
  /** The sequence that led to it; the last one got the wrong answer. */
  readonly requests: readonly SentRequest[]
}

export interface FuzzReport {
  readonly requests: number
  /** Number of answers by the first digit of their status: `{ 2: 810, 4: 190 }`. */
  readonly answers: Readonly<Record<number, number>>
  readonly slowestMs: number
  /** The smallest sequence that still fails, or null. */
  readonly finding: Finding | null
  /** Makes fast-check begin with that sequence. */
  readonly replay: { readonly seed: number; readonly path: string } | null
}

/** A sequence has one to four requests. */
const requestsPerSequence = 2.5

/** How many sequences use the same actors: some requests end sessions and accounts. */
const sequencesPerActors = 40

/** Longer than `hangsAfterMs`, so that a slow answer is reported as slow and not as missing. */
const timeoutMs = 60_000

/**
 * Sends sequences of made-up requests until an answer violates the contract, then shrinks the sequence while it still fails.
 * Sequences, because an answer depends on what earlier requests created.
 *
 * @param options.path of an earlier report, to begin with its finding.
 * @param options.onProgress is called with the number of requests so far.
 * @throws errors that are not about an answer, such as those of `newActors`.
 */
export async function fuzz(
  target: Target,
  options: { requests: number; seed: number; path?: string; onProgress?: (requests: number) => void },
): Promise<FuzzReport> {
  const judge = judgeBy(target.document)
  const known = new Known()
  const answers: Record<number, number> = {}
  let requests = 0
  let slowestMs = 0
  let sequences = 0
  let actors = await target.newActors()
  let smallest: Finding | null = null

  const property = fc.asyncProperty(requestSequences(target.document, target.pages), async (sequence) => {
    sequences += 1
    if (sequences % sequencesPerActors === 0) actors = await target.newActors()
    const sent: SentRequest[] = []
    for (const planned of sequence) {
      const request = resolveReferences(planned, known)
      sent.push(request)
      const answer = await send(target, request, actors[planned.role])
      requests += 1
      if (requests % 1000 === 0) options.onProgress?.(requests)
      const problem = answer
        ? judge({ name: request.name, url: target.origin + request.path }, answer)
        : `no answer${target.isRunning() ? '' : ', and the server has ended'}`
      if (answer) {
        const statusClass = Math.floor(answer.status / 100)
        answers[statusClass] = (answers[statusClass] ?? 0) + 1
        slowestMs = Math.max(slowestMs, answer.ms)
        learnFrom(answer, known)
      }
      if (problem) {
        smallest = { problem: `${request.name}: ${problem}`, requests: [...sent] }
        throw new Error(smallest.problem)
      }
    }
  })
  const result = await fc.check(property, {
    seed: options.seed,
    ...(options.path && { path: options.path }),
    numRuns: Math.ceil(options.requests / requestsPerSequence),
  })
  // Not about an answer: the database of the forum failed, for example.
  if (result.failed && !smallest) throw result.errorInstance
  return {
    requests,
    answers,
    slowestMs,
    finding: result.failed ? smallest : null,
    replay: result.failed ? { seed: result.seed, path: result.counterexamplePath ?? '' } : null,
  }
}

function resolveReferences(planned: PlannedRequest, known: Known): SentRequest {
  const { role, name, method, path, params, query, body, headers } = planned
  const text = (value: unknown) => {
    const resolved = known.resolve(value)
    return typeof resolved === 'string' ? resolved : JSON.stringify(resolved)
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter: string) =>
    encodeURIComponent(text(params[parameter]).toWellFormed()),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, text(value).toWellFormed()]),
  ).toString()
  const isJson = body !== null && 'json' in body
  return {
    role,
    name,
    method,
    // The HTTP parser of Node.js refuses longer ones.
    path: `${filled}${search && `?${search}`}`.slice(0, 8000),
    headers,
    body: isJson ? JSON.stringify(known.resolve(body.json)) : (body?.text ?? null),
  }
}

async function send(
  target: Target,
  { method, path, headers, body }: SentRequest,
  actor: Record<string, string>,
): Promise<Answer | null> {
  const startedAt = performance.now()
  try {
    const response = await fetch(target.origin + path, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...actor, ...headers },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== null && { body }),
    })
    // A stream of events has no end.
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    const text = isStream ? '' : await response.text()
    if (isStream) await response.body?.cancel()
    return { status: response.status, headers: response.headers, text, ms: performance.now() - startedAt }
  } catch {
    return null
  }
}

function learnFrom({ status, headers, text }: Answer, known: Known): void {
  if (status >= 300 || !headers.get('content-type')?.includes('application/json')) return
  try {
    known.learn(JSON.parse(text))
  } catch {
    // Reported by the judge.
  }
}
