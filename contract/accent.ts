import { contrastOf, hexOf, type Oklch, parseHex } from './colors.ts'

/** The tokens of the style sheets that follow from the accent colour, each `#rrggbb`. */
export interface AccentTokens {
  readonly accent: string
  readonly 'accent-hover': string
  readonly 'accent-soft': string
  readonly 'on-accent': string
}
export const accentThemes = ['light', 'dark'] as const
export type AccentTheme = (typeof accentThemes)[number]

interface ThemeRules {
  /** Backgrounds of text in the accent colour, besides `accent-soft`; as in tokens.css. */
  readonly surfaces: readonly Oklch[]
  /** Lightness and largest chroma. */
  readonly soft: readonly [lightness: number, chroma: number]
  readonly on: readonly [lightness: number, chroma: number]
  /** The direction away from the surfaces. */
  readonly direction: 1 | -1
  /** Distance of the hover colour from the accent. */
  readonly hoverStep: number
}

/** Page, card and sunken surface, in this order. */
export const accentSurfaces: Readonly<Record<AccentTheme, readonly Oklch[]>> = {
  light: [
    [0.972, 0.004, 95],
    [1, 0, 0],
    [0.955, 0.005, 95],
  ],
  dark: [
    [0.185, 0.008, 160],
    [0.225, 0.009, 160],
    [0.265, 0.01, 160],
  ],
}

const rules: Readonly<Record<AccentTheme, ThemeRules>> = {
  light: {
    surfaces: accentSurfaces.light,
    soft: [0.95, 0.03],
    on: [0.99, 0.005],
    direction: -1,
    hoverStep: 0.06,
  },
  dark: {
    surfaces: accentSurfaces.dark,
    soft: [0.305, 0.045],
    on: [0.19, 0.03],
    direction: 1,
    hoverStep: 0.06,
  },
}

/** WCAG 2.2 AA requires this contrast for text; controls need less. */
const textContrast = 4.5
const lightnessStep = 0.004
/** Share of the chroma that the soft surface gets. */
const softShare = 0.26

/**
 * The tokens for one chosen colour. Its hue stays; its lightness stays, too, where text in it can be read on every
 * surface and text on it can be read, and otherwise moves away from the surfaces until that is so.
 *
 * @param chosen `#rrggbb`
 */
export function accentTokens(chosen: string, theme: AccentTheme): AccentTokens {
  const { surfaces, soft, on, direction, hoverStep } = rules[theme]
  const [requested, chroma, hue] = parseHex(chosen)
  const shade = (lightness: number, most = chroma) => hexOf([lightness, Math.min(chroma, most), hue])
  const softHex = shade(soft[0], Math.min(soft[1], chroma * softShare))
  const onHex = shade(on[0], on[1])
  const isReadable = (color: string) =>
    contrastOf(color, onHex) >= textContrast &&
    [...surfaces, softHex].every((surface) => contrastOf(color, surface) >= textContrast)
  let lightness = requested
  while (!isReadable(shade(lightness)) && lightness >= 0 && lightness <= 1)
    lightness += direction * lightnessStep
  const accent = shade(lightness)
  const further = [lightness + direction * hoverStep, lightness - direction * hoverStep].find(
    (tried) => tried >= 0.12 && tried <= 0.97 && isReadable(shade(tried)),
  )
  return {
    accent,
    'accent-hover': further === undefined ? accent : shade(further),
    'accent-soft': softHex,
    'on-accent': onHex,
  }
}

const declarations = (tokens: AccentTokens) =>
  Object.entries(tokens)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')

/** A style sheet that comes after tokens.css. */
export const accentStylesheet = (chosen: string): string =>
  `:root{${declarations(accentTokens(chosen, 'light'))}}:root[data-theme="dark"]{${declarations(accentTokens(chosen, 'dark'))}}`

/** What systems paint around the page, as the address bar: bright in the light theme, dark in the dark one. */
export const accentThemeColors = (chosen: string): Readonly<Record<AccentTheme, string>> => ({
  light: accentTokens(chosen, 'light').accent,
  dark: accentTokens(chosen, 'dark')['accent-soft'],
})
