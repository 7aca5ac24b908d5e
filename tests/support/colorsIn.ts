import type { Oklch } from '../../contract/colors.ts'

/** The colours that a rule of a style sheet names, for tests. @param selector with its brace, as it stands in the file. */
export function colorsIn(css: string, selector: string): Record<string, Oklch> {
  const block = css.slice(css.indexOf(selector), css.indexOf('}', css.indexOf(selector)))
  const colors = block.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)/g)
  return Object.fromEntries(
    [...colors].map(([, name, lightness, chroma, hue]) => [
      name,
      [Number(lightness), Number(chroma), Number(hue)],
    ]),
  )
}
