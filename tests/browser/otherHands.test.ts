import { extendPage, holdKeys, typeEverywhere } from './support/extension.ts'
import { keysAwake, loaded, open } from './support/open.ts'
import { expect, test } from './support/test.ts'
import { tour, type Visitor } from './support/tour.ts'
import { translatePage } from './support/translate.ts'

const visitorsInOrder: readonly Visitor[] = ['guest', 'member', 'moderator', 'admin']
/** What pages send automatically. */
const ownWrites = /^\/api\/(?:drafts\/|_event|notifications)/

for (const visitor of visitorsInOrder)
  test(`every page for ${visitor}s keeps working in the hands of a translator, an extension and a held key`, {
    tag: '@long',
  }, async ({ page, site, signIn, forgive }) => {
    test.setTimeout(300_000)
    forgive(/40[034]/)
    // Parts that the translator has reached before React are rendered again.
    forgive(/#418/)
    const { visitors, stops } = await tour(site)
    const member = visitors[visitor]
    if (member) await signIn(member)
    const earlier = visitorsInOrder.slice(0, visitorsInOrder.indexOf(visitor)).flatMap((who) => stops[who])
    const seen = new Set(earlier.map(({ address }) => address))
    const wrong: string[] = []
    let lists = 0
    const writes: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.method() !== 'GET' && !ownWrites.test(pathname)) writes.push(pathname)
    })
    for (const { name, address } of stops[visitor].filter((stop) => !seen.has(stop.address))) {
      await open(page, address)
      await loaded(page)
      await page.evaluate(extendPage)
      await page.evaluate(translatePage)
      await keysAwake(page)
      writes.length = 0
      const isList = member !== null && (await page.evaluate(holdKeys))
      if (isList) lists += 1
      for (const fault of await page.evaluate(typeEverywhere)) wrong.push(`${name}: ${fault}`)
      if (writes.length > (isList ? 1 : 0)) wrong.push(`${name}: sent ${writes.join(', ')}`)
      // Leaving the page takes down all that was changed in it.
      const before = page.url()
      const to = new URL(before).pathname === '/about' ? '/guidelines' : '/about'
      await page.evaluate((href) => {
        const link = document.querySelector<HTMLElement>(`a[href="${href}"]`)
        link?.click()
      }, to)
      const question = page.locator('dialog[open]')
      await expect
        .poll(async () => page.url() !== before || (await question.count()) > 0, { message: name })
        .toBe(true)
      if (page.url() === before) {
        // With the mark of the translator.
        await question.getByRole('button', { name: /Leave$/ }).click()
        await expect.poll(() => page.url(), { message: name }).not.toBe(before)
      }
      await expect(page.locator('main'), name).toHaveCount(1)
    }
    expect(wrong).toEqual([])
    if (visitor === 'member' || visitor === 'moderator') expect(lists).toBeGreaterThan(2)
  })

test('a form that was filled without an event sends what it shows', async ({ page, site }) => {
  const rowan = await site.signUp('rowan')
  await open(page, '/login')
  await keysAwake(page)
  await page.evaluate(
    ({ username, password }) => {
      for (const [name, text] of Object.entries({ username, password })) {
        const field = document.querySelector(`main input[name=${name}]`)
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
      }
    },
    { username: rowan.username, password: rowan.password },
  )
  await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('banner')).toContainText(rowan.username)
})
