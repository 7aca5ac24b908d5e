import type { Page } from '@playwright/test'

/** Applies the text spacing of WCAG 2.2, 1.4.12. */
export async function spreadText(page: Page): Promise<void> {
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(
      '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
        'p { margin-bottom: 2em !important }',
    )
    document.adoptedStyleSheets = [sheet]
  })
}

/** Elements that are wider than the window, clipped or overlap others; one line each. */
export const lostInLayout = (page: Page): Promise<string[]> => page.evaluate(findLost)

/** Touch targets that are too small; links in a line of text may be as high as the line. */
export const missedByThumbs = (page: Page): Promise<string[]> => page.evaluate(findSmall)

/** Running animations and transitions. */
export const movedOnPage = (page: Page): Promise<string[]> => page.evaluate(findMoving)

// These run in the page, so each is self-contained.

function findLost(): string[] {
  const lost = new Set<string>()
  const describe = (element: Element) =>
    `<${element.localName} class="${element.getAttribute('class') ?? ''}"> ${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? ''}`
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest('[inert]')
  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth) lost.add(`the page is ${root.scrollWidth} px wide`)

  /** Whether the box of a text extends beyond an element that clips it, or beyond the window. */
  const findCut = (text: Text) => {
    const range = document.createRange()
    range.selectNodeContents(text)
    const box = range.getBoundingClientRect()
    if (box.width < 2 || box.height < 2) return
    for (let around = text.parentElement; around && around !== root; around = around.parentElement) {
      const style = getComputedStyle(around)
      const edge = around.getBoundingClientRect()
      // Visually hidden; cut with an ellipsis, because the full text is at its target; or in a scroll container of its
      // own.
      if (style.clipPath !== 'none' || style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')
        return
      const isWider = box.right > edge.right + 1 || box.left < edge.left - 1
      const isHigher = box.bottom > edge.bottom + 2 || box.top < edge.top - 2
      if (isWider && /auto|scroll/.test(style.overflowX)) return
      if (isHigher && /auto|scroll/.test(style.overflowY)) return
      if ((isWider && style.overflowX !== 'visible') || (isHigher && style.overflowY !== 'visible'))
        lost.add(`${describe(text.parentElement as Element)} is cut by ${describe(around).slice(0, 60)}`)
      if (style.position === 'fixed') break
    }
    if (box.right > innerWidth + 1 || box.left < -1)
      lost.add(`${describe(text.parentElement as Element)} is outside of the window`)
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent && node.nodeValue?.trim() && !parent.closest('script, option') && isSeen(parent))
      findCut(node as Text)
  }

  /** The part of a control's box that its scroll container shows. */
  const shownBoxes = (control: Element) => {
    let boxes: { left: number; right: number; top: number; bottom: number }[] = [...control.getClientRects()]
    for (let around = control.parentElement; around && around !== root; around = around.parentElement) {
      if (getComputedStyle(around).overflowX === 'visible') continue
      const edge = around.getBoundingClientRect()
      boxes = boxes.map(({ left, right, top, bottom }) => ({
        left: Math.max(left, edge.left),
        right: Math.min(right, edge.right),
        top: Math.max(top, edge.top),
        bottom: Math.min(bottom, edge.bottom),
      }))
    }
    return boxes
  }
  // Bars overlap the page; arrows overlap pictures; lines beside comments are for pointers only, and optional.
  const outside =
    'header, nav[aria-label="Bottom bar"], dialog, .skip-link, [aria-roledescription="carousel"], [aria-hidden="true"], .visually-hidden'
  const controls = [
    ...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea'),
  ]
    .filter((element) => isSeen(element) && (!element.closest(outside) || element.closest('main header')))
    .map((element) => ({ element, boxes: shownBoxes(element) }))
  /** A button in the end of a field that leaves room for it. */
  const isInset = (field: Element, button: Element) =>
    field.nextElementSibling === button &&
    Number.parseFloat(getComputedStyle(field).paddingInlineEnd) >= button.getBoundingClientRect().width
  for (const [place, one] of controls.entries())
    for (const other of controls.slice(place + 1)) {
      if (one.element.contains(other.element) || isInset(one.element, other.element)) continue
      const isOver = one.boxes.some((a) =>
        other.boxes.some(
          (b) =>
            Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
            Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2,
        ),
      )
      if (isOver) lost.add(`${describe(one.element)} and ${describe(other.element)} lie over each other`)
    }
  return [...lost]
}

function findSmall(): string[] {
  const small = new Set<string>()
  const least = 44
  const leastInToolbar = 34
  const reach = least / 2 - 1
  for (const control of document.querySelectorAll<HTMLElement>(
    'button, input:not([type=hidden]), select, textarea',
  )) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (control.closest('.visually-hidden, .md, [aria-hidden="true"], [inert]')) continue
    let box = control.getBoundingClientRect()
    if (box.width >= least - 0.5 && box.height >= least - 0.5) continue
    const labels = 'labels' in control ? [...((control.labels as NodeListOf<Element> | null) ?? [])] : []
    if (labels.some((label) => label.getBoundingClientRect().height >= least - 0.5)) continue
    // Its buttons are as high, and narrower so that all of them fit into a phone.
    if (control.closest('[role=toolbar]') && box.width >= leastInToolbar && box.height >= least - 0.5)
      continue
    // The target may be larger than its visible part.
    control.scrollIntoView({ block: 'center' })
    box = control.getBoundingClientRect()
    const isHit = (right: number, down: number) => {
      const hit = document.elementFromPoint(box.left + box.width / 2 + right, box.top + box.height / 2 + down)
      return hit !== null && (control.contains(hit) || hit.closest('label')?.control === control)
    }
    const isHigh = box.height >= least - 0.5 || (isHit(0, -reach) && isHit(0, reach))
    const isWide = box.width >= least - 0.5 || (isHit(-reach, 0) && isHit(reach, 0))
    if (!isHigh || !isWide)
      small.add(
        `<${control.localName} class="${control.className}"> ${control.getAttribute('aria-label') ?? control.textContent}: ${Math.round(box.width)} × ${Math.round(box.height)} px`,
      )
  }
  scrollTo(0, 0)
  return [...small]
}

function findMoving(): string[] {
  const moving = new Set<string>()
  for (const element of document.querySelectorAll('*'))
    for (const pseudo of [null, '::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      const what = `<${element.localName} class="${element.getAttribute('class') ?? ''}">${pseudo ?? ''}`
      if (style.animationName !== 'none' && Number.parseFloat(style.animationDuration) > 0)
        moving.add(`${what} is animated: ${style.animationName}`)
      if (style.transitionDuration.split(',').some((duration) => Number.parseFloat(duration) > 0))
        moving.add(`${what} changes slowly: ${style.transitionProperty}`)
      if (style.scrollBehavior === 'smooth') moving.add(`${what} scrolls slowly`)
    }
  return [...moving]
}
