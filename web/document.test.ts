import { createContext, runInContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { deviceScript } from './document.ts'

/** Runs the inline script of the document in a browser with this preferred theme and storage, which may be forbidden. */
function attributes(
  device: { dark: boolean; stored: Record<string, string> | 'forbidden' },
  dataset: Record<string, string> = {},
  state: { key: string } | null = null,
) {
  const { stored } = device
  const context = createContext({
    document: { documentElement: { dataset } },
    matchMedia: () => ({ matches: device.dark }),
    get localStorage() {
      if (stored === 'forbidden') throw new Error('SecurityError')
      return { getItem: (key: string) => stored[key] ?? null }
    },
    sessionStorage: { getItem: () => 'visit1 {}' },
    history: { state },
  })
  runInContext(deviceScript, context)
  return dataset
}

describe('before anything is painted', () => {
  it('a page that was left deep in a feed is recognized by its history entry', () => {
    const device = { dark: false, stored: {} }
    expect(attributes(device, {}, { key: 'visit1' })).toEqual({ theme: 'light', returning: '' })
    for (const state of [null, { key: 'visit' }])
      expect(attributes(device, {}, state)).toEqual({ theme: 'light' })
  })

  it.each([
    ['the theme of the system', { dark: true, stored: {} }, { theme: 'dark' }],
    ['the theme that was chosen', { dark: true, stored: { theme: 'light' } }, { theme: 'light' }],
    [
      '[CORE-2-091] compact rows where they were chosen',
      { dark: false, stored: { preferences: '{"feed_layout":"compact"}' } },
      { theme: 'light', feedLayout: 'compact' },
    ],
    [
      '[CORE-2-092] cards otherwise',
      { dark: false, stored: { preferences: '{"feed_layout":"card"}' } },
      { theme: 'light' },
    ],
    [
      '[CORE-3-034] the system font where it was chosen',
      { dark: false, stored: { preferences: '{"font":"system"}' } },
      { theme: 'light', font: 'system' },
    ],
    [
      'the theme and the text size that are preferred on this device, whatever the system prefers',
      { dark: true, stored: { preferences: '{"theme":"light","text_size":"large"}' } },
      { theme: 'light', textSize: 'large' },
    ],
    [
      'the theme of the system where nothing may be stored',
      { dark: true, stored: 'forbidden' },
      { theme: 'dark' },
    ],
    [
      'the theme of the system where nonsense is stored',
      { dark: true, stored: { preferences: '{' } },
      { theme: 'dark' },
    ],
  ] as const)('the page takes %s', (_case, device, shown) => {
    expect(attributes(device)).toEqual(shown)
  })

  it('[ACC-2-111] an announcement that was closed on this device is hidden, and every other one is shown', () => {
    const shown = (announcement: string) =>
      attributes({ dark: false, stored: { announcement: 'k1' } }, { announcement })
    expect(shown('k1')).toEqual({ theme: 'light' })
    expect(shown('k2')).toEqual({ theme: 'light', announcement: 'k2' })
    expect(attributes({ dark: false, stored: {} }, { announcement: 'k1' })).toHaveProperty(
      'announcement',
      'k1',
    )
  })
})
