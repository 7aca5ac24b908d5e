import type { Page } from '@playwright/test'
import { violations } from './support/axe.ts'
import { expect, test } from './support/test.ts'

/** A page that says the text in a paragraph of this style, inside of a part of that style. */
const show = (page: Page, style: string, around = '') =>
  page.setContent(
    `<html lang="en"><title>Contrast</title><body style="background: rgb(255, 255, 255)">
      <style>[data-theme=dark] .themed { color: rgb(120, 120, 120) }</style>
      <main><h1>Contrast</h1><div style="${around}"><p class="themed" style="${style}">Some words.</p></div></main>`,
  )
const wrong = async (page: Page, theme: 'light' | 'dark' = 'light') =>
  (await violations(page, theme)).filter((line) => line.includes('color-contrast')).length

// Texts whose styles were measured before are left out.
test('a low contrast is found again and again, and whatever it comes from', async ({ page }) => {
  const good = 'color: rgb(90, 90, 90); font-size: 15.25px'
  await show(page, good)
  expect(await wrong(page)).toBe(0)
  for (const [style, around] of [
    ['color: rgb(150, 150, 150); font-size: 15.25px'],
    ['color: rgb(150, 150, 150); font-size: 15.25px'],
    [good, 'background: rgb(120, 120, 120)'],
    [good, 'opacity: 0.5'],
    [good, 'background: rgba(0, 0, 0, 0.4)'],
    [`${good}; position: absolute; top: 400px`, 'background: rgb(120, 120, 120); height: 500px'],
  ] as const) {
    await show(page, style, around)
    expect(await wrong(page), `${style}, ${around}`).toBe(1)
  }
  await show(page, 'font-size: 15.25px', 'background: rgb(255, 255, 255)')
  expect(await wrong(page)).toBe(0)
  expect(await wrong(page, 'dark')).toBe(1)
  // Another background behind the text than that of its ancestor.
  await show(
    page,
    `${good}; position: relative; top: -100px`,
    'background: rgb(255, 255, 255); margin-top: 200px',
  )
  await page.evaluate(() =>
    document
      .querySelector('main')
      ?.insertAdjacentHTML(
        'afterbegin',
        '<div style="background: rgb(120, 120, 120); height: 300px; position: absolute; top: 0; left: 0; right: 0"></div>',
      ),
  )
  expect(await wrong(page)).toBe(1)
})
