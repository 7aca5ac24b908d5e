import { expect, type Locator, type Page } from '@playwright/test'

/** More Tab stops than there are before any button of the shell. */
const mostSteps = 40

/** Moves the focus with the Tab key alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  await expect(target).toBeFocused()
}

/** Actions with nothing but the keyboard. */
export interface Typist {
  /** Presses Tab until the target has the focus; `back` uses Shift+Tab. Each stop must show the focus. */
  goTo(target: Locator, direction?: 'on' | 'back'): Promise<void>
  press(...keys: readonly string[]): Promise<void>
  type(text: string): Promise<void>
  /** Moves to a button or link and presses it. */
  use(target: Locator, direction?: 'on' | 'back'): Promise<void>
  /** Moves to a field and replaces its text. */
  fill(target: Locator, text: string, direction?: 'on' | 'back'): Promise<void>
  /** Opens a menu and moves down to one of its items. */
  choose(button: Locator, item: string, direction?: 'on' | 'back'): Promise<void>
}

/** More than any page of the tests has. */
const mostStops = 120

export function typist(page: Page): Typist {
  const press: Typist['press'] = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const type: Typist['type'] = (text) => page.keyboard.type(text)
  const goTo: Typist['goTo'] = async (target, direction = 'on') => {
    await expect(target).toBeVisible()
    if (await target.evaluate((element) => element === document.activeElement)) return
    for (let stop = 0; stop < mostStops; stop += 1) {
      await press(direction === 'on' ? 'Tab' : 'Shift+Tab')
      const { isThere, problem } = await target.evaluate(lookAtFocus)
      expect(problem).toBeNull()
      if (isThere) return
    }
    await expect(target).toBeFocused()
  }
  return {
    goTo,
    press,
    type,
    async use(target, direction) {
      await goTo(target, direction)
      await press('Enter')
    },
    async fill(target, text, direction) {
      await goTo(target, direction)
      await press('Control+a', 'Delete')
      await type(text)
    },
    async choose(button, item, direction) {
      await goTo(button, direction)
      await press('Enter')
      const menu = page.getByRole('menu')
      const focused = menu.locator('[role^=menuitem]:focus')
      await expect(focused).toHaveCount(1)
      const wanted = menu.getByRole('menuitem', { name: item, exact: true })
      for (let moved = 0; moved < (await menu.locator('[role^=menuitem]').count()); moved += 1) {
        if (await wanted.evaluate((element) => element === document.activeElement)) break
        const before = await focused.innerText()
        await press('ArrowDown')
        // The menu moves the focus a moment after the key.
        await expect(focused).not.toHaveText(before)
      }
      await expect(wanted).toBeFocused()
      expect(await wanted.evaluate(lookAtFocus)).toEqual({ isThere: true, problem: null })
      await press('Enter')
      await expect(menu).toHaveCount(0)
    },
  }
}

/**
 * Runs in the page: whether this element has the focus, and what is wrong with the focus indicator, wherever it is
 * (WCAG 2.4.7: visible; 2.4.11: not covered).
 */
function lookAtFocus(target: Element): { isThere: boolean; problem: string | null } {
  const focused = document.activeElement
  const isThere = focused === target
  // The browser's own controls are between the last and the first stop.
  if (!focused || focused === document.body || focused === document.documentElement)
    return { isThere, problem: null }
  const describe = `<${focused.localName}> ${focused.getAttribute('aria-label') ?? focused.textContent?.trim().slice(0, 40)}`
  // `main` takes the focus after a navigation, so that it is announced, and needs no outline.
  if (focused.id === 'main') return { isThere, problem: null }
  const hasRing = (element: Element | null | undefined): boolean => {
    if (!element) return false
    const { outlineStyle, outlineWidth, clipPath } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && clipPath === 'none'
  }
  // A card, a row or the button in front of a hidden input may have the outline instead.
  const shown = [
    focused,
    focused.closest('article'),
    focused.closest('li'),
    focused.parentElement,
    focused.nextElementSibling,
  ].find(hasRing)
  if (!shown) return { isThere, problem: `${describe} does not show that it has the focus` }
  const box = shown.getBoundingClientRect()
  const left = Math.max(box.left, 0)
  const right = Math.min(box.right, innerWidth)
  const top = Math.max(box.top, 0)
  const bottom = Math.min(box.bottom, innerHeight)
  if (right - left < 1 || bottom - top < 1)
    return { isThere, problem: `${describe} is outside of the window` }
  const places = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
  )
  const uncovered = places.filter(([x, y]) => {
    const seen = document.elementFromPoint(x, y)
    return seen !== null && (shown.contains(seen) || seen.contains(shown))
  })
  if (uncovered.length < 5) return { isThere, problem: `${describe} is covered` }
  return { isThere, problem: null }
}
