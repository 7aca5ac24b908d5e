import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const light = colorsOf(':root {')
const dark = { ...light, ...colorsOf(':root[data-theme="dark"] {') }

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
  ['warning', ['card', 'warning-soft'], readable],
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

type Oklch = readonly [lightness: number, chroma: number, hue: number]

function colorsOf(selector: string): Record<string, Oklch> {
  const block = css.slice(css.indexOf(selector), css.indexOf('}', css.indexOf(selector)))
  const colors = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return Object.fromEntries(
    [...colors].map(([, name, lightness, chroma, hue]) => [
      name,
      [Number(lightness), Number(chroma), Number(hue)],
    ]),
  )
}

/** WCAG contrast ratio, 1 to 21. */
function contrast(one: Oklch | undefined, other: Oklch | undefined): number {
  if (!one || !other) throw new Error('no such colour in tokens.css')
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of what an sRGB screen shows; channels outside its range are clipped as browsers do. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (channel: number) => Math.min(1, Math.max(0, channel))
  const red = clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s)
  const green = clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s)
  const blue = clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
