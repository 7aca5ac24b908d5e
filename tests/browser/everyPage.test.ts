import { violations } from './support/axe.ts'
import { heardWrongly } from './support/heard.ts'
import { lostInLayout, missedByThumbs, movedOnPage, spreadText } from './support/layout.ts'
import { open } from './support/open.ts'
import { expect, test } from './support/test.ts'
import { tour, type Visitor } from './support/tour.ts'

const desktop = { width: 1320, height: 1050 }
const phone = { width: 390, height: 844 }
/** The desktop's window at 200 %, and at 400 % of its width. */
const zoomed = { width: 660, height: 525 }
const narrow = { width: 320, height: 640 }

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
  test(`every page for ${visitor}s is seen, heard, hit and read in narrow windows, part ${part} of ${parts}`, async ({
    page,
    site,
    signIn,
    forgive,
  }) => {
    test.setTimeout(900_000)
    forgive(/40[034]/)
    const { visitors, stops } = await tour(site)
    const member = visitors[visitor]
    if (member) await signIn(member)
    const browser = await page.context().newCDPSession(page)
    const wrong: string[] = []
    const titles = new Map<string, string>()
    const walked = stops[visitor].filter((_stop, place) => place % parts === part - 1)
    for (const { name, address } of walked) {
      const note = (where: string, found: readonly string[]) =>
        wrong.push(...found.map((line) => `${name}, ${where}: ${line}`))
      await page.setViewportSize(desktop)
      await open(page, address)
      const title = await page.title()
      const other = titles.get(title)
      // Forbidden pages have the same title, because it must not reveal what exists.
      if (other && !title.startsWith('Forbidden')) note('title', [`“${title}” as on ${other}`])
      titles.set(title, name)
      note('heard', await heardWrongly(browser))
      note('still', await movedOnPage(page))
      note('light', await violations(page, 'light'))

      await page.setViewportSize(phone)
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: true })
      note('phone', await missedByThumbs(page))
      note('dark phone', await violations(page, 'dark'))
      await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false })
      for (const window of [zoomed, narrow]) {
        await page.setViewportSize(window)
        note(`${window.width} px`, await lostInLayout(page))
      }
      await spreadText(page)
      note('spread text, 320 px', await lostInLayout(page))
      await page.setViewportSize(desktop)
      note('spread text', await lostInLayout(page))
    }
    expect(wrong).toEqual([])
  })
