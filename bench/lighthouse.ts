import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startBuiltServer } from './builtServer.ts'
import { fillVisitedForum } from './visitedForum.ts'

const chromiumFlags = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage']
/** The scores, from 0 to 100. */
export const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]

export interface Visit {
  readonly page: string
  readonly form: 'phone' | 'desktop'
  readonly scores: Readonly<Record<Category, number>>
  /** Lighthouse simulates these times for a slow phone or a desktop computer. */
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
  /** Failed audits of all categories except performance. */
  readonly faults: readonly string[]
}

/**
 * Runs Lighthouse on a page of each kind, in a forum with pictures and a discussion, in the browser at
 * `CHROMIUM_PATH`.
 *
 * @param options.runs runs of each page; the median by performance counts.
 * @returns null when `CHROMIUM_PATH` is not set.
 */
export async function measureVisits(options: {
  runs: number
  only: string
  say: (line: string) => void
}): Promise<Visit[] | null> {
  const executable = process.env.CHROMIUM_PATH
  if (!executable) return null
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  const server = await startBuiltServer(dataDir, { CAPTCHA: 'off' })
  try {
    const origin = `http://127.0.0.1:${server.port}`
    options.say('Filling a forum …')
    const paths = await fillVisitedForum(origin)
    const browser = await startChromium(executable, dataDir)
    try {
      const visits: Visit[] = []
      const pages = [
        ['home', '/', 'phone'],
        ['home', '/', 'desktop'],
        ['community', paths.community, 'phone'],
        ['post', paths.post, 'phone'],
        ['post with a picture', paths.picturePost, 'phone'],
        ['profile', paths.profile, 'phone'],
      ] as const
      for (const [page, path, form] of pages) {
        if (!`${page}, ${form}`.includes(options.only)) continue
        const runs: Visit[] = []
        for (let run = 0; run < options.runs; run += 1)
          runs.push(await visit({ page, form, address: origin + path, debuggingPort: browser.port }))
        runs.sort((a, b) => a.scores.performance - b.scores.performance)
        visits.push(runs[Math.floor(runs.length / 2)] as Visit)
        options.say(`visited: ${page}, ${form}`)
      }
      return visits
    } finally {
      await browser.stop()
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function visit(where: {
  page: string
  form: Visit['form']
  address: string
  debuggingPort: number
}): Promise<Visit> {
  // A lazy import, because it takes a second to load.
  const { default: lighthouse, desktopConfig } = await import('lighthouse')
  const found = await lighthouse(
    where.address,
    { port: where.debuggingPort, logLevel: 'error', onlyCategories: [...categories] },
    where.form === 'desktop' ? desktopConfig : undefined,
  )
  if (!found) throw new Error(`Lighthouse returned no result for ${where.address}.`)
  const { lhr } = found
  if (lhr.runtimeError) throw new Error(`${where.address}: ${lhr.runtimeError.message}`)
  const scoreOf = (category: Category) => Math.round((lhr.categories[category]?.score ?? 0) * 100)
  const numberOf = (audit: string) => lhr.audits[audit]?.numericValue ?? Number.NaN
  const faults = categories
    .filter((category) => category !== 'performance')
    .flatMap((category) => lhr.categories[category]?.auditRefs ?? [])
    .filter(({ id, weight }) => weight > 0 && lhr.audits[id]?.score !== null && lhr.audits[id]?.score !== 1)
    .map(({ id }) => `${id}: ${lhr.audits[id]?.title}`)
  return {
    page: where.page,
    form: where.form,
    scores: {
      performance: scoreOf('performance'),
      accessibility: scoreOf('accessibility'),
      'best-practices': scoreOf('best-practices'),
      seo: scoreOf('seo'),
    },
    firstPaintMs: numberOf('first-contentful-paint'),
    largestPaintMs: numberOf('largest-contentful-paint'),
    blockedMs: numberOf('total-blocking-time'),
    shift: numberOf('cumulative-layout-shift'),
    faults,
  }
}

/** Starts Chromium with remote debugging on a free port. */
async function startChromium(executable: string, dataDir: string) {
  const child = spawn(
    executable,
    [
      ...chromiumFlags,
      '--remote-debugging-port=0',
      `--user-data-dir=${join(dataDir, 'browser')}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const port = await debuggingPortOf(child)
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const debuggingPortOf = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    if (child.stderr)
      createInterface({ input: child.stderr }).on('line', (line) => {
        const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1]
        if (found) resolve(Number(found))
      })
    child.once('error', reject)
    child.once('exit', () => reject(new Error('Chromium does not start.')))
  })
