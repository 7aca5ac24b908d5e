import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { contrastOf, type Oklch } from '../../contract/colors.ts'
import { colorsIn } from '../../tests/support/colorsIn.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const light = colorsIn(css, ':root {')
const dark = { ...light, ...colorsIn(css, ':root[data-theme="dark"] {') }

/** WCAG 2.2 AA for running text. */
const readable = 4.5
/** WCAG 2.2 AA for icons, outlines of fields and the focus ring. */
const visible = 3

const pairs: [text: string, surfaces: string[], atLeast: number][] = [
  [
    'text',
    ['page', 'card', 'sunken', 'sunken-hover', 'accent-soft', 'warning-soft', 'danger-soft'],
    readable,
  ],
  ['text-2', ['page', 'card', 'sunken', 'sunken-hover'], readable],
  ['text-3', ['page', 'card', 'sunken'], readable],
  ['accent', ['page', 'card', 'sunken', 'accent-soft'], readable],
  ['accent-hover', ['page', 'card', 'sunken'], readable],
  ['up', ['card', 'up-soft'], readable],
  ['down', ['card', 'down-soft'], readable],
  ['danger', ['page', 'card', 'sunken', 'danger-soft'], readable],
  ['warning', ['card', 'warning-soft', 'sunken'], readable],
  ['code-keyword', ['sunken'], readable],
  ['code-name', ['sunken'], readable],
  ['pin', ['card', 'accent-soft'], readable],
  ['on-accent', ['accent', 'accent-hover'], readable],
  ['on-up', ['up'], readable],
  ['on-stage', ['stage', 'stage-hover'], readable],
  ['on-danger', ['danger', 'danger-hover'], readable],
  ['on-avatar', [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `avatar-${number}`), readable],
  ['field-line', ['page', 'card'], visible],
  [
    'focus',
    [
      'page',
      'card',
      'sunken',
      'sunken-hover',
      'accent-soft',
      'up-soft',
      'down-soft',
      'danger-soft',
      'warning-soft',
    ],
    visible,
  ],
  // Around pictures that fill the window, in both themes.
  ['focus', ['stage'], visible],
]

describe.each([
  ['light', light],
  ['dark', dark],
])('the %s theme', (_theme, colors) => {
  it.each(
    pairs.flatMap(([text, surfaces, atLeast]) =>
      surfaces.map((surface) => [text, surface, atLeast] as const),
    ),
  )('shows %s on %s with a contrast of at least %s', (text, surface, atLeast) => {
    expect(contrast(colors[text], colors[surface])).toBeGreaterThanOrEqual(atLeast)
  })
})

describe('the measure of contrast', () => {
  it('is 21 between black and white and 1 between equals', () => {
    expect(contrast([0, 0, 0], [1, 0, 0])).toBeCloseTo(21, 1)
    expect(contrast([0.5, 0.1, 158], [0.5, 0.1, 158])).toBe(1)
  })
})

/** WCAG contrast ratio, 1 to 21. */
function contrast(one: Oklch | undefined, other: Oklch | undefined): number {
  if (!one || !other) throw new Error('no such colour in tokens.css')
  return contrastOf(one, other)
}
