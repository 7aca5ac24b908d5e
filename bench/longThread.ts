import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { runBuiltCommand, startBuiltServer } from './builtServer.ts'
import { sendRequest } from './load.ts'
import { seedTexts } from './seedTexts.ts'

const comments = 5000
const deepest = 15
const firstSecond = 1_600_000_000
const visits = 7
/** Like a mouse wheel that turns without a pause; one notch is 100 pixels. */
const scrollPixelsPerSecond = 4000
const scrolledPixels = 40_000

export interface LongThread {
  readonly comments: number
  /** From the start of the navigation until comments are visible, and until they react to presses. */
  readonly paintedMs: number
  readonly usableMs: number
  /**
   * The longest time from a press on 'more comments' until the new ones are visible, and its longest main thread block.
   */
  readonly moreMs: number
  readonly moreLongestFrameMs: number
  /** Frames per second while scrolling, and the share of frames with areas that were not painted yet. */
  readonly shownPerSecond: number
  readonly shownIncomplete: number
  /** Frames in which the main thread also produced an update. */
  readonly framesPerSecond: number
  readonly lateFrames: number
  readonly worstFrameMs: number
  /** CPU time of the page's main thread per frame, which does not depend on other programs on the machine. */
  readonly workPerFrameMs: number
  /** Collapsing the largest branch, until the next frame. */
  readonly collapseMs: number
  readonly heapMb: number
  readonly elements: number
}

/**
 * Opens a thread of thousands of comments in Chromium, loads them all, and scrolls. Uses the browser at
 * `CHROMIUM_PATH`, or else that of the browser tests.
 *
 * @returns null when no browser can be started.
 */
export async function measureLongThread(): Promise<LongThread | null> {
  const executablePath = process.env.CHROMIUM_PATH
  const browser = await chromium
    .launch({ args: ['--disable-dev-shm-usage'], ...(executablePath && { executablePath }) })
    .catch(() => null)
  if (!browser) return null
  const dataDir = mkdtempSync(join(tmpdir(), 'folkmoot-bench-'))
  try {
    const file = join(dataDir, 'discussion.ndjson')
    writeFileSync(file, discussion())
    await runBuiltCommand(dataDir, ['import', 'pushshift', file], () => {})
    const server = await startBuiltServer(dataDir, {})
    try {
      const address = `http://127.0.0.1:${server.port}${await addressOfPost(server.port)}`
      const context = await browser.newContext({ viewport: { width: 1320, height: 1050 } })
      const opened = []
      for (let visit = 0; visit < visits; visit += 1)
        opened.push(await openPage(await context.newPage(), address))
      const page = await context.newPage()
      await openPage(page, address, { stays: true })
      return {
        comments,
        paintedMs: median(opened.map(({ paintedMs }) => paintedMs)),
        usableMs: median(opened.map(({ usableMs }) => usableMs)),
        ...(await loadAll(page)),
        ...(await scroll(page)),
        ...(await collapseLargest(page)),
        ...(await memory(page)),
      }
    } finally {
      await server.stop()
    }
  } finally {
    await browser.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** One post; every fourth comment is on the post itself, the others reply to earlier ones. */
function discussion(): string {
  const texts = seedTexts(500)
  const textOf = (n: number) => (texts[n % texts.length] as (typeof texts)[number]).body
  const idOf = (n: number) => n.toString(36).padStart(6, '0')
  const depths: number[] = []
  const place = (n: number) => {
    const parent = n % 4 === 0 ? -1 : n - 1 - ((n * 7919) % Math.min(n, 60))
    const depth = parent < 0 ? 0 : (depths[parent] ?? 0) + 1
    depths.push(depth > deepest ? 0 : depth)
    return depth > deepest ? -1 : parent
  }
  const post = {
    id: idOf(0),
    subreddit: 'long_threads',
    author: 'author_0',
    title: 'A thread of thousands',
    selftext: textOf(0),
    is_self: true,
    score: 1,
    created_utc: firstSecond,
  }
  const replies = Array.from({ length: comments }, (_, n) => {
    const parent = place(n)
    return {
      id: idOf(n + 1),
      subreddit: post.subreddit,
      author: `author_${(n * 7919) % 400}`,
      body: textOf(n),
      link_id: `t3_${post.id}`,
      parent_id: parent < 0 ? `t3_${post.id}` : `t1_${idOf(parent + 1)}`,
      score: 1 + ((n * 31) % 40),
      created_utc: firstSecond + n,
    }
  })
  return [post, ...replies].map((line) => `${JSON.stringify(line)}\n`).join('')
}

async function addressOfPost(port: number): Promise<string> {
  const answer = await sendRequest(port, { method: 'GET', path: '/api/posts?sort=latest', headers: {} })
  const { posts } = JSON.parse(answer.body.toString())
  return `/${posts[0].communityName}/post/${posts[0].publicId}`
}

const firstComment = 'article[id^=comment-]'

/** Times in milliseconds after the start of the navigation. The page is closed unless it `stays`. */
async function openPage(page: Page, address: string, { stays = false } = {}) {
  await page.goto(address, { waitUntil: 'commit' })
  const usableMs = await page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const button = document.querySelector(`${selector} button`)
          // React adds its own properties to hydrated elements.
          const isTakenOver = button && Object.keys(button).some((key) => key.startsWith('__react'))
          if (isTakenOver) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    firstComment,
  )
  const paintedMs = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  )
  if (!stays) await page.close()
  return { paintedMs, usableMs }
}

async function loadAll(page: Page): Promise<Pick<LongThread, 'moreMs' | 'moreLongestFrameMs'>> {
  const presses: { ms: number; longest: number }[] = []
  const more = page.getByRole('link', { name: /more comments?$/ })
  while (presses.length === 0 || (await more.count()) > 0) {
    await more.waitFor()
    presses.push(
      await more.evaluate(
        (link, selector) =>
          new Promise<{ ms: number; longest: number }>((resolve) => {
            const before = document.querySelectorAll(selector).length
            const start = performance.now()
            let last = start
            let longest = 0
            const look = () => {
              const now = performance.now()
              longest = Math.max(longest, now - last)
              last = now
              if (document.querySelectorAll(selector).length > before) resolve({ ms: now - start, longest })
              else requestAnimationFrame(look)
            }
            if (link instanceof HTMLElement) link.click()
            requestAnimationFrame(look)
          }),
        firstComment,
      ),
    )
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  }
  return {
    moreMs: Math.max(...presses.map(({ ms }) => ms)),
    moreLongestFrameMs: Math.max(...presses.map(({ longest }) => longest)),
  }
}

type Scrolled = Pick<
  LongThread,
  'shownPerSecond' | 'shownIncomplete' | 'framesPerSecond' | 'lateFrames' | 'worstFrameMs' | 'workPerFrameMs'
>

/** Scrolls down and back up like a person with a wheel, and records every frame. */
async function scroll(page: Page): Promise<Scrolled> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const workSeconds = async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  }
  await page.evaluate(() => scrollTo(0, 0))
  await page.evaluate(() => {
    const frames: number[] = []
    Object.assign(window, { frames })
    const look = (now: number) => {
      frames.push(now)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const shown = await watchScreen(session)
  const before = await workSeconds()
  for (const direction of [-1, 1]) await gesture(session, direction * scrolledPixels)
  const work = (await workSeconds()) - before
  const onScreen = await shown()
  const moments = await page.evaluate(() => (window as unknown as { frames: number[] }).frames)
  const frames = moments.slice(1).map((moment, place) => moment - (moments[place] ?? moment))
  const seconds = frames.reduce((sum, ms) => sum + ms, 0) / 1000
  return {
    ...onScreen,
    framesPerSecond: frames.length / seconds,
    lateFrames: frames.filter((ms) => ms > lateFrameMs).length / frames.length,
    worstFrameMs: Math.max(...frames),
    workPerFrameMs: (work * 1000) / frames.length,
  }
}

/** The fields that are used of a compositor frame in the browser's trace. */
interface FrameReport {
  readonly name: string
  readonly ph: string
  /** In microseconds. */
  readonly ts: number
  readonly args: {
    readonly frame_reporter?: {
      readonly frame_sequence: number
      readonly state: string
      readonly scroll_state: string
      readonly has_missing_content?: boolean
    }
  }
}

/** Starts recording frames. @returns a function that stops it and returns the frames during scrolling. */
async function watchScreen(session: CDPSession) {
  const events: FrameReport[] = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as FrameReport[])))
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['disabled-by-default-devtools.timeline.frame'] },
  })
  return async (): Promise<Pick<LongThread, 'shownPerSecond' | 'shownIncomplete'>> => {
    const isComplete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await isComplete
    const scrolled = events
      .filter(({ name, ph }) => name === 'PipelineReporter' && ph === 'b')
      .filter(({ args }) => args.frame_reporter && args.frame_reporter.scroll_state !== 'SCROLL_NONE')
      .sort((a, b) => a.ts - b.ts)
    const reports = scrolled.flatMap(({ args }) => args.frame_reporter ?? [])
    const presented = reports.filter(({ state }) => state.startsWith('STATE_PRESENTED'))
    // A frame is reported twice when the main thread was late.
    const numbers = (of: typeof reports) => new Set(of.map(({ frame_sequence }) => frame_sequence)).size
    const shown = numbers(presented)
    const incomplete = numbers(presented.filter((report) => report.has_missing_content))
    const seconds = ((scrolled.at(-1)?.ts ?? Number.NaN) - (scrolled[0]?.ts ?? Number.NaN)) / 1e6
    return { shownPerSecond: shown / seconds, shownIncomplete: incomplete / shown }
  }
}

/** 1.5 frames at 60 Hz. */
const lateFrameMs = 25

const gesture = (session: CDPSession, yDistance: number) =>
  session.send('Input.synthesizeScrollGesture', {
    x: 600,
    y: 500,
    yDistance,
    speed: scrollPixelsPerSecond,
    gestureSourceType: 'mouse',
    preventFling: true,
  })

async function collapseLargest(page: Page): Promise<Pick<LongThread, 'collapseMs'>> {
  const collapseMs = await page.evaluate(
    (selector) =>
      new Promise<number>((resolve) => {
        const sizeOf = (thread: Element) => thread.querySelectorAll(selector).length
        const threads = [...document.querySelectorAll('#comments li')]
        const largest = threads.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a))
        const button = largest.querySelector('[aria-label=Collapse]')
        const start = performance.now()
        if (button instanceof HTMLElement) button.click()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      }),
    firstComment,
  )
  return { collapseMs }
}

async function memory(page: Page): Promise<Pick<LongThread, 'heapMb' | 'elements'>> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  return { heapMb: usedSize / 1e6, elements }
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
