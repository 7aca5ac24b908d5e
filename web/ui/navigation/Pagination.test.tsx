import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { LoadMore } from '../buttons/LoadMore.tsx'
import { Pagination } from './Pagination.tsx'
import { SegmentedLinks } from './SegmentedLinks.tsx'

describe('a pager', () => {
  it('links to its neighbours and marks where one is', () => {
    const html = renderToString(
      <Pagination page={2} pageCount={3} hrefFor={(page) => `/notifications?page=${page}`} />,
    )
    expect(html).toMatch(/href="\/notifications\?page=1"[^>]*>Previous/)
    expect(html).toMatch(/href="\/notifications\?page=3"[^>]*>Next/)
    expect(html).toMatch(/aria-label="Page 2" aria-current="page"/)
  })

  it('leads back to the last page from beyond it', () => {
    const html = renderToString(<Pagination page={77} pageCount={3} hrefFor={(page) => `?page=${page}`} />)
    expect(html).toMatch(/href="\?page=3"[^>]*>Previous/)
  })

  it('is absent when there is one page', () => {
    expect(renderToString(<Pagination page={1} pageCount={1} hrefFor={String} />)).toBe('')
  })
})

describe('loading more', () => {
  it('is a link where the next page has an address, so that it works without JavaScript', () => {
    expect(renderToString(<LoadMore href="/all?next=abc" onLoad={() => {}} />)).toMatch(
      /<a [^>]*href="\/all\?next=abc"/,
    )
  })

  it('is a button that says it is busy while it loads', () => {
    expect(renderToString(<LoadMore href="/all?next=abc" onLoad={() => {}} busy />)).toMatch(
      /<button[^>]* aria-busy="true"/,
    )
  })
})

describe('the choice of an order', () => {
  it('is offered as links and, where there is no room for them, as a chooser', () => {
    const html = renderToString(
      <SegmentedLinks
        label="Sort by"
        items={[
          { label: 'Hot', href: '/?sort=hot', current: false },
          { label: 'New', href: '/?sort=latest', current: true },
        ]}
      />,
    )
    expect(html).toContain('<a href="/?sort=hot"')
    expect(html).toMatch(/aria-current="true"[^>]*>New<\/a>/)
    expect(html).toContain('<option value="/?sort=latest" selected="">New</option>')
  })
})
