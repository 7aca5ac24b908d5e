import type { CDPSession, Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { heardWrongly } from './support/heard.ts'
import { lostInLayout, missedByThumbs, movedOnPage, spreadText } from './support/layout.ts'
import { loaded, open } from './support/open.ts'
import { expect, test } from './support/test.ts'
import { type Stop, tour, type Visitor } from './support/tour.ts'

const desktop = { width: 1320, height: 1050 }
const phone = { width: 390, height: 844 }
/** The desktop's window at 200 %, and at 400 % of its width. */
const zoomed = { width: 660, height: 525 }
const narrow = { width: 320, height: 640 }

/** What is wrong with a page that has just been opened or checked in other windows, by where that is. */
type Check = (page: Page, browser: CDPSession) => Promise<Record<string, readonly string[]>>

/** In the order in which one page can pass all of them. */
const checks: readonly Check[] = [
  async (page, browser) => ({
    heard: await heardWrongly(browser),
    still: await movedOnPage(page),
    light: await violations(page, 'light'),
  }),
  async (page, browser) => {
    await page.setViewportSize(phone)
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const found = { phone: await missedByThumbs(page), 'dark phone': await violations(page, 'dark') }
    await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    return found
  },
  async (page) => {
    const found: Record<string, readonly string[]> = {}
    for (const window of [zoomed, narrow]) {
      await page.setViewportSize(window)
      found[`${window.width} px`] = await lostInLayout(page)
    }
    await spreadText(page)
    found['spread text, 320 px'] = await lostInLayout(page)
    await page.setViewportSize(desktop)
    found['spread text'] = await lostInLayout(page)
    return found
  },
]

/** What a page is, whichever part of it the query selects. */
const pathOf = ({ address }: Stop): string | undefined => address.split('?')[0]

/** Opens the pages one after the other, and returns what is wrong with them, one line each. */
async function walk(page: Page, stops: readonly Stop[], checksAt: (place: number) => readonly Check[]) {
  const browser = await page.context().newCDPSession(page)
  const wrong: string[] = []
  const titles = new Map<string, Stop>()
  for (const [place, stop] of stops.entries()) {
    const { name, address } = stop
    await page.setViewportSize(desktop)
    await open(page, address)
    await loaded(page)
    const title = await page.title()
    const other = titles.get(title)
    // Forbidden pages have the same title, because it must not reveal what exists.
    if (other && pathOf(other) !== pathOf(stop) && !title.startsWith('Forbidden'))
      wrong.push(`${name}, title: “${title}” as on ${other.name}`)
    titles.set(title, stop)
    for (const check of checksAt(place))
      for (const [where, found] of Object.entries(await check(page, browser)))
        wrong.push(...found.map((line) => `${name}, ${where}: ${line}`))
  }
  return wrong
}

// One test for several checks, because opening a page costs more than checking it; in parts, so that two workers share
// them.
const walks: readonly [visitor: Visitor, part: number, parts: number][] = [
  ['guest', 1, 2],
  ['guest', 2, 2],
  ['member', 1, 2],
  ['member', 2, 2],
  ['moderator', 1, 1],
  ['admin', 1, 1],
]

for (const [visitor, part, parts] of walks)
  test(`every page for ${visitor}s is seen, heard, hit and read in narrow windows, part ${part} of ${parts}`, {
    tag: '@long',
  }, async ({ page, site, signIn, forgive }) => {
    test.setTimeout(900_000)
    forgive(/40[034]/)
    const { visitors, stops } = await tour(site)
    const member = visitors[visitor]
    if (member) await signIn(member)
    const walked = stops[visitor].filter((_stop, place) => place % parts === part - 1)
    expect(await walk(page, walked, () => checks)).toEqual([])
  })

const visitorsInOrder: readonly Visitor[] = ['guest', 'member', 'moderator', 'admin']

// The subset for every run: each page once, as the first role that may visit it, alternating the checks.
test.describe(() => {
  // In one worker, which prepares what is visited once, and measures each colour once.
  test.describe.configure({ mode: 'default' })

  for (const visitor of visitorsInOrder)
    test(`every page for ${visitor}s is seen, heard and hit, or read in narrow windows`, async ({
      page,
      site,
      signIn,
      forgive,
    }) => {
      test.setTimeout(300_000)
      forgive(/40[034]/)
      const { visitors, stops } = await tour(site)
      const member = visitors[visitor]
      if (member) await signIn(member)
      const earlier = visitorsInOrder.slice(0, visitorsInOrder.indexOf(visitor)).flatMap((who) => stops[who])
      const seen = new Set(earlier.map(({ address }) => address))
      const walked = stops[visitor].filter(({ address }) => !seen.has(address))
      const inTurn = (place: number) => checks.filter((_check, number) => number === place % checks.length)
      expect(await walk(page, walked, inTurn)).toEqual([])
    })
})
