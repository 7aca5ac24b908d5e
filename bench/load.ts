import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

/** What Chromium sends as `Accept-Encoding` over HTTPS. */
export const encodingsOfBrowsers = 'gzip, deflate, br, zstd'

/** One request; a load test repeats a list of them. */
export interface LoadRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface LoadResult {
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Responses with an error status, and requests without a response. */
  readonly failures: number
}

interface Load {
  readonly port: number
  readonly requests: readonly LoadRequest[]
  readonly connections: number
  readonly seconds: number
}

/** Whether wrk is installed. The alternative, autocannon, cannot send more than about 15,000 requests a second. */
export const hasWrk = spawnSync('wrk', ['--version']).error === undefined

/** Sends requests over `connections` connections, each as fast as it gets responses. */
export const applyLoad = (load: Load): Promise<LoadResult> => (hasWrk ? byWrk(load) : byAutocannon(load))

/**
 * Sends requests as `applyLoad` does, but at least as many requests as `least`, and waits for all answers. So every bit
 * of CPU time belongs to a request that is counted, also on paths where few are answered in a run. This process cannot
 * send more than some thousand a second.
 */
export async function applyCountedLoad({
  port,
  requests,
  connections,
  seconds,
  least,
}: Load & { readonly least: number }): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  let [turn, failures] = [0, 0]
  const begin = performance.now()
  const isOver = () => performance.now() - begin >= seconds * 1000 && turn >= least
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (!isOver()) {
        const sentAt = performance.now()
        const next = requests[turn++ % requests.length]
        const status = next
          ? await sendRequest(port, next, agent).then(
              (answer) => answer.status,
              () => 0,
            )
          : 0
        if (status === 0 || status >= 400) failures += 1
        times.push(performance.now() - sentAt)
      }
    }),
  )
  const elapsedSeconds = (performance.now() - begin) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  return {
    requests: times.length,
    perSecond: times.length / elapsedSeconds,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    failures,
  }
}

/** A request without a response after this time counts as a failure. */
const timeoutSeconds = 30
const microsecondsPerMs = 1000

/** A script for wrk: it reads length-prefixed raw requests from a file and prints the results as one line of numbers. */
const script = `
local requests, turn = {}, 0
function init(args)
  local file = assert(io.open(args[1], "rb"))
  while true do
    local length = file:read(10)
    if not length then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
end
function request()
  turn = turn % #requests + 1
  return requests[turn]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format("RESULT %d %d %d %d %d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end`

async function byWrk({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
  const folder = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  try {
    const scriptFile = join(folder, 'load.lua')
    const requestFile = join(folder, 'requests')
    writeFileSync(scriptFile, script)
    writeFileSync(requestFile, Buffer.concat(requests.map((request) => framed(rawRequest(request, port)))))
    const { stdout } = await promisify(execFile)('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}`,
      '--timeout',
      `${timeoutSeconds}s`,
      '-s',
      scriptFile,
      `http://127.0.0.1:${port}`,
      '--',
      requestFile,
    ])
    const [count, duration, p50, p99, failures] = (/RESULT (.*)/.exec(stdout)?.[1] ?? '')
      .split(' ')
      .map(Number)
    if (count === undefined || duration === undefined || p50 === undefined || p99 === undefined)
      throw new Error(`wrk said nothing usable:\n${stdout}`)
    return {
      requests: count,
      perSecond: count / (duration / 1_000_000),
      p50Ms: p50 / microsecondsPerMs,
      p99Ms: p99 / microsecondsPerMs,
      failures: failures ?? 0,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function rawRequest({ method, path, headers, body }: LoadRequest, port: number): Buffer {
  const lines = Object.entries({
    host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  }).map(([name, value]) => `${name}: ${value}`)
  const head = `${[`${method} ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`
  return Buffer.concat([Buffer.from(head), Buffer.from(body ?? '')])
}

const framed = (bytes: Buffer) => Buffer.concat([Buffer.from(String(bytes.length).padStart(10, '0')), bytes])

async function byAutocannon({ port, requests, connections, seconds }: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: seconds,
    timeout: timeoutSeconds,
    requests: requests.map((request) => ({ ...request, headers: { ...request.headers } })),
  })
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.errors + result.non2xx,
  }
}

/**
 * Sends one request and receives the whole response, still compressed.
 *
 * @param agent keeps the connections; by default, each request has one of its own.
 */
export function sendRequest(
  port: number,
  { method, path, headers, body }: LoadRequest,
  agent: Agent | false = false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part) => parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}
