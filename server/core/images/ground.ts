import { open, type Pixels } from './drawing.ts'

/** What a transparent picture must be on to be seen: a light ground, a dark one, or either. */
export type Ground = 'light' | 'dark' | 'any'

/** The colours are taken over a picture scaled to this width and height. */
const gridSide = 100
/** The share of what is drawn that may be lost on a ground. */
const lostMost = 0.2
/** Relative luminances (WCAG 2): the lightest that cannot be told from a dark page, and the darkest that cannot from a white one. */
const nearBlack = 0.06
const nearWhite = 0.6

export const groundColors = {
  light: 'rgb(255,255,255)',
  any: 'rgb(255,255,255)',
  dark: 'rgb(32,34,33)',
} as const

interface Colors {
  /** `rgb(r,g,b)`, to show behind a picture: its mean, or the ground that a transparent one is seen on. */
  readonly averageColor: string
  /** Null for an opaque picture. */
  readonly ground: Ground | null
}

/** The colours that suit a picture while it loads, and where it is transparent. */
export async function colorsOf(pixels: Pixels): Promise<Colors> {
  const data = await open(pixels).resize(gridSide, gridSide, { fit: 'fill' }).raw().toBuffer()
  if (pixels.channels === 4) {
    const ground = groundOf(data)
    return { averageColor: groundColors[ground], ground }
  }
  const sums = [0, 0, 0]
  for (let at = 0; at < data.length; at += 1) sums[at % 3] = (sums[at % 3] ?? 0) + (data[at] ?? 0)
  return {
    averageColor: `rgb(${sums.map((sum) => Math.round(sum / gridSide ** 2)).join(',')})`,
    ground: null,
  }
}

/** @param rgba pixels; the colour of one counts as much as is seen of it. */
function groundOf(rgba: Buffer): Ground {
  let [light, dark, all] = [0, 0, 0]
  for (let at = 0; at < rgba.length; at += 4) {
    const alpha = rgba[at + 3] ?? 0
    const luminance = luminanceOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0)
    all += alpha
    if (luminance >= nearWhite) light += alpha
    else if (luminance <= nearBlack) dark += alpha
  }
  if (Math.max(light, dark) <= lostMost * all) return 'any'
  return light > dark ? 'dark' : 'light'
}

/** @see https://www.w3.org/TR/WCAG21/#dfn-relative-luminance */
function luminanceOf(...channels: [red: number, green: number, blue: number]): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
