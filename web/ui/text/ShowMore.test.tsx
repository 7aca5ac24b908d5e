import { readFileSync } from 'node:fs'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { type Collapse, ShowMore } from './ShowMore.tsx'

it('[CORE-9-013] cuts at 300 pixels by default', () => {
  expect(cutHeight(renderToString(<ShowMore>Text</ShowMore>))).toBe(300)
})

it.each<[Collapse, number]>([
  ['communityAbout', 250],
  ['profileAbout', 120],
  ['comment', 500],
  ['other', 300],
])('cuts %s at %i pixels', (collapse, height) => {
  expect(cutHeight(renderToString(<ShowMore collapse={collapse}>Text</ShowMore>))).toBe(height)
})

it('offers nothing before it knows that something is cut', () => {
  expect(renderToString(<ShowMore>Text</ShowMore>)).not.toContain('<button')
})

/** The height that the style sheet gives to the rendered class. */
function cutHeight(html: string): number {
  const css = readFileSync(new URL('./ShowMore.module.css', import.meta.url), 'utf8')
  const rules = [...css.matchAll(/\.(\w+) \{\s*max-height: (\d+)px;/g)]
  const [, , height] =
    rules.find(([, name]) => new RegExp(`class="[^"]*\\b_?${name}(_|\\b)`).test(html)) ?? []
  return Number(height)
}
