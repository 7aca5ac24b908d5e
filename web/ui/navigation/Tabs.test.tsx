import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { TabLinks } from './TabLinks.tsx'
import { nextIndex, Tabs } from './Tabs.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('tabs', () => {
  it('let the keyboard stop at the selected one, and name their panel after it', () => {
    const html = renderToString(
      <Tabs
        label="Editor"
        tabs={[
          { name: 'write', label: 'Write' },
          { name: 'preview', label: 'Preview' },
        ]}
        selected="preview"
        onSelect={() => {}}
      >
        Text
      </Tabs>,
    )
    expect(html).toMatch(/aria-selected="false"[^>]* tabindex="-1"[^>]*>Write</)
    expect(html).toMatch(/aria-selected="true"[^>]* tabindex="0"[^>]*>Preview</)
    const selectedId = /id="([^"]+preview)"/.exec(html)?.[1]
    expect(html).toContain(
      `role="tabpanel" id="${selectedId?.replace('preview', 'panel')}" aria-labelledby="${selectedId}"`,
    )
  })

  it.each([
    ['ltr', 'ArrowRight', 0, 1],
    ['ltr', 'ArrowRight', 2, 0],
    ['ltr', 'ArrowLeft', 0, 2],
    ['rtl', 'ArrowRight', 0, 2],
    ['rtl', 'ArrowLeft', 2, 0],
    ['ltr', 'Home', 2, 0],
    ['rtl', 'End', 0, 2],
    ['ltr', 'a', 1, -1],
  ])('in %s lines, %s on tab %i of three leads to %i', (dir, key, here, there) => {
    vi.stubGlobal('document', { dir })
    expect(nextIndex(key, here, 3)).toBe(there)
  })
})

describe('tabs with addresses', () => {
  it('are links, one of them the current page', () => {
    const html = renderToString(
      <TabLinks
        label="Profile"
        items={[
          { label: 'Overview', href: '/@rowan', current: true },
          { label: 'Posts', href: '/@rowan?filter=posts', current: false, count: 1234 },
        ]}
      />,
    )
    expect(html).toMatch(/<a [^>]*aria-current="page"[^>]*>Overview<\/a>/)
    expect(html).toMatch(/<a (?![^>]*aria-current)[^>]*href="\/@rowan\?filter=posts"/)
    expect(html).toContain('1.2k')
  })
})
