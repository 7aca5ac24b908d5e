import type { Page } from '@playwright/test'
import { open, untilClosed } from './support/open.ts'
import { loaded, pictureOf, postPictures } from './support/pictures.ts'
import { expect, test } from './support/test.ts'
import { drag } from './support/touch.ts'

/** As a language whose lines run to the left does it. */
const mirror = (page: Page) =>
  page.addInitScript(() => {
    const turn = () => {
      if (document.documentElement) document.documentElement.dir = 'rtl'
    }
    new MutationObserver(turn).observe(document, { childList: true })
    turn()
  })

const drawer = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const middleOf = async (page: Page, name: string) => {
  const box = await page.getByRole('button', { name }).boundingBox()
  return (box?.x ?? 0) + (box?.width ?? 0) / 2
}

test.describe('where lines run to the left', () => {
  test('galleries begin at the right, and arrow keys mean what they point to', async ({ page, site }) => {
    await mirror(page)
    const moss = await site.createCommunity('moss')
    const post = await postPictures(site.keeper, moss.name, [
      [800, 600],
      [800, 600],
      [800, 600],
    ])
    await open(page, `/${moss.name}/post/${post.publicId}`)
    await loaded(pictureOf(page, 'A'))
    const shows = async (letter: string) => expect(pictureOf(page, letter)).toBeInViewport({ ratio: 0.7 })
    await shows('A')
    expect(await middleOf(page, 'Next image')).toBeLessThan(await middleOf(page, 'Previous image'))
    await page.getByRole('button', { name: 'Next image' }).click()
    await shows('B')
    await page.keyboard.press('ArrowLeft')
    await shows('C')
    await page.keyboard.press('ArrowRight')
    await shows('B')
  })

  test('menus and icons are mirrored', async ({ page, site, signIn }) => {
    await mirror(page)
    const member = await site.signUp('rowan')
    await signIn(member)
    await open(page, '/all')
    expect(await middleOf(page, member.username)).toBeLessThan(660)
    await page.getByRole('button', { name: member.username }).click()
    const menu = page.getByRole('menu')
    await expect(menu).toHaveCSS('direction', 'rtl')
    const use = menu.getByRole('menuitem', { name: /log ?out/i }).locator('use')
    await expect(use).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
  })

  test('the drawer opens at the right, and is dragged there to close it @phone', async ({ page }) => {
    await mirror(page)
    await open(page, '/all')
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await expect(drawer(page)).toBeVisible()
    await expect.poll(async () => (await drawer(page).boundingBox())?.x).toBe(90)
    const release = await drag(page, { x: 200, y: 700 }, { x: 360, y: 700 })
    await release()
    await untilClosed(page, drawer(page))
  })
})
