import { mkdirSync } from 'node:fs'
import { open } from './support/open.ts'
import { test } from './support/test.ts'
import { tour } from './support/tour.ts'

const out = '/tmp/w/look'
mkdirSync(out, { recursive: true })
for (const visitor of ['guest', 'member', 'moderator', 'admin'] as const)
  test(`look ${visitor}`, async ({ page, site, signIn, forgive }) => {
    test.setTimeout(900_000)
    forgive(/.*/)
    const { visitors, stops } = await tour(site)
    const member = visitors[visitor]
    if (member) await signIn(member)
    const { rows } = { rows: 0 } as { rows: number }
    void rows
    await site.db
      .updateTable('users')
      .set({ created_ip: '192.0.2.1', last_seen_ip: '192.0.2.1' })
      .where('username', 'like', 'r%')
      .execute()
    await site.db
      .updateTable('users')
      .set({ banned_at: new Date() })
      .where('username', 'like', 'rude%')
      .execute()
    const wanted = stops[visitor].filter(({ address }) =>
      /appeals|modmail|changes|modtools|modlog/.test(
        address,
      ),
    )
    for (const [width, height, dark] of [
      [1320, 1050, false],
      [390, 844, true],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
      for (const { name, address } of wanted) {
        await open(page, address)
        await page.screenshot({ path: `${out}/${visitor}-${name.replace(/\W+/g, '_')}-${width}.png` })
      }
    }
    if (visitor === 'admin') {
      await page.setViewportSize({ width: 1320, height: 1050 })
      await open(page, '/admin/users')
      await page
        .getByRole('button', { name: /Actions for @rowan/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Accounts at the same address' }).click()
      await page.getByRole('list', { name: 'Accounts at the same address' }).waitFor()
      await page.screenshot({ path: `${out}/related-1320.png` })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: `${out}/related-390.png` })
    }
  })
