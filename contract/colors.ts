/** Colours as style sheets and WCAG 2.2 count them. */

/** As in CSS `oklch()`: lightness 0 to 1, chroma from 0, hue in degrees. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number]
/** Red, green and blue of an sRGB screen, linear, 0 to 1 each. */
type LinearRgb = readonly [red: number, green: number, blue: number]

/** May leave 0 to 1, where no screen can show the colour. */
function linearOf([lightness, chroma, hue]: Oklch): LinearRgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function oklchOf([red, green, blue]: LinearRgb): Oklch {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return [lightness, Math.hypot(a, b), ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360]
}

const clip = (channel: number) => Math.min(1, Math.max(0, channel))
const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
const gamma = (channel: number) =>
  channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055

/** @param hex `#rrggbb` */
const linearOfHex = (hex: string): LinearRgb => {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  return [channel(1), channel(3), channel(5)]
}

/** @param hex `#rrggbb` */
export const parseHex = (hex: string): Oklch => oklchOf(linearOfHex(hex))

/** `#rrggbb`; a colour that no screen can show loses chroma until one can. */
export function hexOf([lightness, chroma, hue]: Oklch): string {
  const isShown = (tried: number) =>
    linearOf([lightness, tried, hue]).every((channel) => channel > -1e-4 && channel < 1 + 1e-4)
  let shown = chroma
  if (!isShown(chroma)) {
    let [least, most] = [0, chroma]
    for (let step = 0; step < 12; step++) {
      shown = (least + most) / 2
      if (isShown(shown)) least = shown
      else most = shown
    }
    shown = least
  }
  const byte = (channel: number) =>
    Math.round(255 * gamma(clip(channel)))
      .toString(16)
      .padStart(2, '0')
  return `#${linearOf([lightness, shown, hue]).map(byte).join('')}`
}

/** Relative luminance by WCAG, 0 to 1. @param color `#rrggbb`, or oklch as browsers show it: channels outside the range are clipped. */
export function luminanceOf(color: string | Oklch): number {
  const [red, green, blue] = typeof color === 'string' ? linearOfHex(color) : linearOf(color)
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue)
}

/** WCAG contrast ratio, 1 to 21. */
export function contrastOf(one: string | Oklch, other: string | Oklch): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
