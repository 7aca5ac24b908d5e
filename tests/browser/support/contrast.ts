import type { Page } from '@playwright/test'

/**
 * The styles of texts whose contrast axe has found to be enough on some page of this worker, each as a key. Pages
 * consist of the same parts, and measuring all their texts again takes longer than loading them.
 */
const measured = new Set<string>()

declare global {
  interface Window {
    /** The texts that are left to measure, by key. */
    textsToMeasure: Map<string, HTMLElement[]>
  }
}

/** Puts those texts of the page that have new styles into `textsToMeasure`. @returns whether there are any. */
export const findTextsToMeasure = (page: Page): Promise<boolean> =>
  page.evaluate(findNewStyles, [...measured])

export function rememberMeasured(keys: readonly string[]): void {
  for (const key of keys) measured.add(key)
}

/**
 * Runs in the page, so it is self-contained. The contrast of a text depends on its style and on the backgrounds of its
 * ancestors up to one that is opaque. The key is empty where it depends on more: all these texts are measured.
 */
function findNewStyles(measured: readonly string[]): boolean {
  const known = new Set(measured)
  const texts = new Map<string, HTMLElement[]>()
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  const isOpaque = (color: string) => !/\/|rgba|transparent/.test(color)
  const contains = (outer: DOMRect, inner: DOMRect) =>
    inner.left >= outer.left - 1 &&
    inner.right <= outer.right + 1 &&
    inner.top >= outer.top - 1 &&
    inner.bottom <= outer.bottom + 1

  /** Axe ignores disabled controls, and their labels. */
  const isIgnored = (element: Element) =>
    element.closest('[disabled], [aria-disabled=true], [inert]') !== null ||
    element.closest('label')?.control?.matches(':disabled') === true

  /** Links in a text must differ from it. */
  const surroundings = (link: Element, { textDecorationLine, display }: CSSStyleDeclaration) => {
    const around = getComputedStyle(link.parentElement ?? link)
    const isInText = link.parentElement !== null && hasText(link.parentElement)
    return [textDecorationLine, display, around.color, around.fontWeight, isInText]
  }

  const keyOf = (element: Element): string => {
    const style = getComputedStyle(element)
    const box = element.getBoundingClientRect()
    const parts = [style.color, style.fontSize, style.fontWeight, style.textShadow, isIgnored(element)]
    // Axe does not measure emoji and single letters.
    parts.push(/[\p{L}\p{N}].*[\p{L}\p{N}]/su.test(element.textContent ?? ''), element.localName)
    if (element.localName === 'a') parts.push(...surroundings(element, style))
    let isGrounded = false
    for (let around: Element | null = element; around; around = around.parentElement) {
      const { opacity, filter, mixBlendMode, backgroundImage, backgroundColor, position } =
        getComputedStyle(around)
      if (filter !== 'none' || mixBlendMode !== 'normal') return ''
      if (opacity !== '1') parts.push(`opacity ${opacity}`)
      if (isGrounded) continue
      if (backgroundImage !== 'none') return ''
      if (backgroundColor !== 'rgba(0, 0, 0, 0)') parts.push(backgroundColor)
      isGrounded = isOpaque(backgroundColor)
      const isOnPage = around === document.body || around === document.documentElement
      if (isGrounded && !isOnPage && !contains(around.getBoundingClientRect(), box)) return ''
      if (!isGrounded && /absolute|fixed/.test(position)) return ''
    }
    return parts.join()
  }

  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue
    if (element.closest('script, style, noscript, option, svg, [role="progressbar"]')) continue
    const { width, height } = element.getBoundingClientRect()
    // For screen readers.
    if (width < 2 || height < 2) continue
    const key = keyOf(element)
    if (key === '') texts.set(key, [...(texts.get(key) ?? []), element])
    else if (!known.has(key) && !texts.has(key)) texts.set(key, [element])
  }
  window.textsToMeasure = texts
  return texts.size > 0
}
