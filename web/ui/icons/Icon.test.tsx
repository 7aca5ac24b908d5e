import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { buildSprite } from '../../build/iconSpritePlugin.ts'
import { Icon } from './Icon.tsx'
import { lucideIcons, ownIcons } from './names.ts'

describe('the icon sprite', () => {
  it('has one symbol for every name', () => {
    const symbols = [...buildSprite().matchAll(/<symbol id="([\w-]+)" viewBox="0 0 24 24"><\w/g)].map(
      ([, id]) => id,
    )
    expect(symbols.sort()).toEqual([...Object.keys(lucideIcons), ...Object.keys(ownIcons)].sort())
  })

  it('leaves colours and widths to the style sheet', () => {
    expect(buildSprite()).not.toMatch(/stroke|class=/)
  })

  it('comes out the same each time, so that every build names the same file', () => {
    expect(buildSprite()).toBe(buildSprite())
  })
})

describe('an icon', () => {
  it('points into the sprite and is skipped by screen readers', () => {
    const html = renderToString(<Icon name="home" />)
    expect(html).toMatch(/<use href="\/assets\/sprite-[\w-]{8}\.svg#home"/)
    expect(html).toContain('aria-hidden="true"')
  })
})
