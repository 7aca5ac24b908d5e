import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { RenderedAt } from './clock.ts'
import { Time } from './Time.tsx'

const renderedAt = Date.parse('2026-03-05T12:00:00Z')

it('counts from the moment of rendering that server and browser share', () => {
  const html = renderToString(
    <RenderedAt value={renderedAt}>
      <Time at="2026-03-05T07:00:00.000Z" />
    </RenderedAt>,
  )
  expect(html).toBe(
    '<time dateTime="2026-03-05T07:00:00.000Z" title="5 March 2026, 07:00 UTC">5 hours ago</time>',
  )
})

it('writes a date', () => {
  expect(renderToString(<Time at="2023-03-05T07:00:00Z" format="date" />)).toContain('>5 March 2023</time>')
})

it('gives away nothing but the month when asked for the month', () => {
  expect(renderToString(<Time at="2023-03-05T07:00:00Z" format="month" />)).toBe(
    '<time dateTime="2023-03">Mar 2023</time>',
  )
})
