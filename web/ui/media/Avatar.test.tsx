import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Avatar, avatarColor } from './Avatar.tsx'

describe('the colour of a default avatar', () => {
  it('[CORE-9-024] depends on the first letter alone, whatever its case', () => {
    expect(avatarColor('rowan')).toBe(avatarColor('rio'))
    expect(avatarColor('Rowan')).toBe(avatarColor('rowan'))
    expect(avatarColor('Āda')).toBe(avatarColor('āda'))
    expect(avatarColor('rowan')).not.toBe(avatarColor('tollan'))
  })

  it('differs between the most frequent initials', () => {
    expect(new Set('acbpmsdt'.split('').map(avatarColor)).size).toBe(8)
    expect(new Set('aiqy'.split('').map(avatarColor)).size).toBe(4)
  })

  it('[CORE-9-024] is one of eight, and each of the eight occurs', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz0123456789_'.split('')
    expect(new Set(letters.map(avatarColor))).toEqual(new Set([1, 2, 3, 4, 5, 6, 7, 8]))
  })

  it('[CORE-9-024] is defined for each of the eight', () => {
    const tokens = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8')
    const rules = readFileSync(new URL('./Avatar.module.css', import.meta.url), 'utf8')
    expect(tokens.match(/--avatar-\d: /g)).toHaveLength(8)
    expect(rules.match(/\.color\d \{/g)).toHaveLength(8)
  })

  it('stays defined for a name without letters', () => {
    expect(avatarColor('')).toBe(1)
    expect(avatarColor('🌳tree')).toBeLessThanOrEqual(8)
  })
})

describe('an avatar', () => {
  it('shows the first letter, which a screen reader skips: the name stands beside it', () => {
    expect(renderToString(<Avatar name="Maren" />)).toMatch(/<span [^>]*aria-hidden="true"[^>]*>M<\/span>/)
  })

  it('does not cut a letter of two code units in half', () => {
    expect(renderToString(<Avatar name="𝒜da" />)).toContain('>𝒜<')
  })

  it('shows the picture when there is one, in a box of known size', () => {
    const html = renderToString(<Avatar name="maren" src="/images/1.webp" size="large" />)
    expect(html).toContain('<img')
    expect(html).toContain('src="/images/1.webp"')
    expect(html).toContain('width="40" height="40"')
    expect(html).toContain('alt=""')
  })
})
