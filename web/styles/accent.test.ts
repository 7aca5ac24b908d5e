import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { accentStylesheet, accentSurfaces, accentThemes, accentTokens } from '../../contract/accent.ts'
import { contrastOf, hexOf, type Oklch, parseHex } from '../../contract/colors.ts'
import { colorsIn } from '../../tests/support/colorsIn.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const light = colorsIn(css, ':root {')
const colors = { light, dark: { ...light, ...colorsIn(css, ':root[data-theme="dark"] {') } }

/** WCAG 2.2 AA for running text, and for controls. */
const [readable, visible] = [4.5, 3]

/** Every colour of a grid over the whole space, its corners and edges included. */
function* grid(step: number): Generator<string> {
  const channel = (value: number) => Math.min(255, value).toString(16).padStart(2, '0')
  for (let red = 0; red <= 255; red += step)
    for (let green = 0; green <= 255; green += step)
      for (let blue = 0; blue <= 255; blue += step) yield `#${channel(red)}${channel(green)}${channel(blue)}`
}

describe.each(accentThemes)('the accent in the %s theme', (theme) => {
  const surface = (name: string): Oklch => {
    const found = colors[theme][name]
    if (!found) throw new Error(`no ${name} in tokens.css`)
    return found
  }

  it('is measured against the surfaces of the style sheet', () => {
    expect(accentSurfaces[theme]).toEqual(['page', 'card', 'sunken'].map(surface))
  })

  it('[ACC-5-060] can be read and seen, whichever colour is chosen', () => {
    const failures: string[] = []
    let tried = 0
    for (const chosen of grid(15)) {
      tried += 1
      const {
        accent,
        'accent-hover': hover,
        'accent-soft': soft,
        'on-accent': on,
      } = accentTokens(chosen, theme)
      const pairs: [string, string | Oklch, string | Oklch, number][] = [
        ...['page', 'card', 'sunken'].flatMap((name): [string, string, Oklch, number][] => [
          [`accent on ${name}`, accent, surface(name), readable],
          [`hover on ${name}`, hover, surface(name), readable],
        ]),
        ['accent on soft', accent, soft, readable],
        ['text on accent', on, accent, readable],
        ['text on hover', on, hover, readable],
        ['text on soft', surface('text'), soft, readable],
        ['pin on soft', surface('pin'), soft, readable],
        ['focus on soft', surface('focus'), soft, visible],
      ]
      for (const [what, one, other, least] of pairs)
        if (contrastOf(one, other) < least)
          failures.push(`${chosen}: ${what} ${contrastOf(one, other).toFixed(2)}`)
    }
    expect(tried).toBe(18 ** 3)
    expect(failures).toEqual([])
  })

  it('stays as it was chosen where that can be read', () => {
    const chosen = { light: '#1d4ed8', dark: '#7dd3fc' }[theme]
    expect(contrastOf(accentTokens(chosen, theme).accent, chosen)).toBeLessThan(1.03)
  })

  it('keeps the hue of a colour that cannot be read', () => {
    const chosen = { light: '#ffd400', dark: '#00006b' }[theme]
    const [, , hue] = parseHex(accentTokens(chosen, theme).accent)
    expect(Math.abs(hue - parseHex(chosen)[2])).toBeLessThan(4)
  })
})

describe('colours', () => {
  it('are the same after a way through oklch', () => {
    for (const hex of grid(51)) expect(hexOf(parseHex(hex))).toBe(hex)
  })

  it('have the contrasts that WCAG gives', () => {
    expect(contrastOf('#000000', '#ffffff')).toBe(21)
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  })

  it('make a style sheet of less than 300 bytes', () => {
    const sheet = accentStylesheet('#1d4ed8')
    expect(sheet).toMatch(
      /^:root\{--accent:#\w{6};[^}]*\}:root\[data-theme="dark"\]\{--accent:#\w{6};[^}]*\}$/,
    )
    expect(sheet.length).toBeLessThan(300)
  })
})
