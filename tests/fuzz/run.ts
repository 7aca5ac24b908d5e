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
  /** Patterns of the pages to ask for, with `:name` for parameters. */
  readonly pages: readonly string[]
  /** Cookie and token of somebody in each role. Called again and again, since requests end sessions and accounts. */
  newActors(): Promise<Record<Role, Record<string, string>>>
  /** Whether the server still runs; asked after a request without an answer. */
  isRunning(): boolean
}

/** A request as it was sent. */
export interface SentRequest {
  readonly role: Role
  readonly name: string
  readonly method: string
  readonly address: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export interface Finding {
  readonly problem: string
  /** The last one is the one that was answered so. */
  readonly requests: readonly SentRequest[]
}

export interface FuzzReport {
  readonly requests: number
  /** Answers by hundreds of their status: `{ 2: 810, 4: 190 }`. */
  readonly answers: Readonly<Record<number, number>>
  readonly slowestMs: number
  /** The smallest story that still fails; null when everything was well. */
  readonly finding: Finding | null
  /** What makes fast-check begin with that story. */
  readonly replay: { readonly seed: number; readonly path: string } | null
}

/** A sequence has one to four requests. */
const requestsPerSequence = 2.5

/** Requests that end sessions and accounts are among those that are made. */
const sequencesPerActors = 40

/** A client gives up later than the server, whose lateness is the finding. */
const givesUpAfterMs = 60_000

/**
 * Sends made-up requests until one is answered against the contract, and shrinks that story as far as it still fails: what a
 * forum answers depends on what it has by then.
 *
 * @param options.path of an earlier report, to begin with its finding.
 * @param options.onProgress is called with the number of requests so far.
 * @throws what went wrong beside the answers.
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
      const request = settle(planned, known)
      sent.push(request)
      const answer = await send(target, request, actors[planned.role])
      requests += 1
      if (requests % 1000 === 0) options.onProgress?.(requests)
      const problem = answer
        ? judge({ name: request.name, url: target.origin + request.address }, answer)
        : `no answer${target.isRunning() ? '' : ', and the server has ended'}`
      if (answer) {
        const hundreds = Math.floor(answer.status / 100)
        answers[hundreds] = (answers[hundreds] ?? 0) + 1
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
  // Something else than an answer was wrong, such as the database of the forum.
  if (result.failed && !smallest) throw result.errorInstance
  return {
    requests,
    answers,
    slowestMs,
    finding: result.failed ? smallest : null,
    replay: result.failed ? { seed: result.seed, path: result.counterexamplePath ?? '' } : null,
  }
}

function settle(planned: PlannedRequest, known: Known): SentRequest {
  const { role, name, method, path, params, query, body, headers } = planned
  const text = (value: unknown) => {
    const settled = known.settle(value)
    return typeof settled === 'string' ? settled : JSON.stringify(settled)
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
    // Longer ones end in Node's own parser.
    address: `${filled}${search && `?${search}`}`.slice(0, 8000),
    headers,
    body: isJson ? JSON.stringify(known.settle(body.json)) : (body?.text ?? null),
  }
}

async function send(
  target: Target,
  { method, address, headers, body }: SentRequest,
  actor: Record<string, string>,
): Promise<Answer | null> {
  const startedAt = performance.now()
  try {
    const response = await fetch(target.origin + address, {
      method,
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...actor, ...headers },
      signal: AbortSignal.timeout(givesUpAfterMs),
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
    // The judge has said so.
  }
}
