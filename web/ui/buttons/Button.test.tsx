import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Button } from './Button.tsx'
import { IconButton } from './IconButton.tsx'

describe('a button', () => {
  it('does not submit the form around it by default', () => {
    expect(renderToString(<Button>Cancel</Button>)).toContain('<button type="button"')
    expect(renderToString(<Button type="submit">Save</Button>)).toContain('<button type="submit"')
  })

  it('is a link when it leads somewhere', () => {
    const html = renderToString(
      <Button href="/new" variant="main">
        Create post
      </Button>,
    )
    expect(html).toMatch(/^<a href="\/new"[^>]*>Create post<\/a>$/)
  })

  it('keeps its words and focus while busy, and says that it is', () => {
    const html = renderToString(<Button busy>Save</Button>)
    expect(html).toContain('aria-busy="true" aria-disabled="true"')
    expect(html).toContain('Save')
    expect(html).not.toContain('disabled=""')
  })
})

describe('an icon button', () => {
  it('has a name', () => {
    expect(renderToString(<IconButton icon="bell" label="4 new notifications" badge={4} />)).toContain(
      'aria-label="4 new notifications"',
    )
  })

  it('shows no badge for nothing and not more than 99', () => {
    expect(renderToString(<IconButton icon="bell" label="Notifications" badge={0} />)).not.toContain('<span')
    expect(renderToString(<IconButton icon="bell" label="Notifications" badge={140} />)).toContain('99+')
  })
})
