import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { CacheFigures } from '../contract/cacheFigures.ts'
import type { ApiClient } from '../contract/endpoints/index.ts'
import type { SharedText, SharedTexts, Site } from '../contract/pages.ts'
import { Surroundings } from './App.tsx'
import { createQueryClient } from './data/api.ts'
import { type Rendered, splitHead } from './document.ts'
import { idleNavigator, type Navigator } from './router/navigator.ts'
import { type MarkupSlots, MarkupSlotsContext } from './ui/markup/CachedMarkup.tsx'

/** Approximate memory limit for parts and their keys. */
const maxBytes = 32_000_000

/** Ages in texts ("5 minutes ago") change every minute, so markup of the same minute is equal. */
const minuteMs = 60_000

const kept = new LRUCache<string, Part>({ maxSize: maxBytes })
let hits = 0
let misses = 0

export const markupFigures = (): CacheFigures => ({
  entries: kept.size,
  bytes: kept.calculatedSize,
  hits,
  misses,
})

interface Part {
  readonly markup: SharedText
  /** Elements that belong into the head of the document. */
  readonly links: string
}

interface PageSurroundings {
  readonly site: Site
  /** In milliseconds since 1970. */
  readonly renderedAt: number
  readonly navigator: Navigator
}

interface RenderedPage {
  readonly rendered: Rendered
  readonly renderedAt: number
}

/**
 * Renders a page whose `CachedMarkup` parts are rendered once per minute for all viewers. The page contains a random
 * text in the place of each, because React cannot render HTML without an element around it.
 *
 * @param shared null: all parts are rendered as the rest of the page is.
 */
export function renderWithParts(
  { site, shared }: { site: Site; shared: SharedTexts | null },
  page: (surroundings: PageSurroundings) => ReactElement,
): RenderedPage {
  const renderedAt = Math.floor(Date.now() / minuteMs) * minuteMs
  // Its name may have changed meanwhile.
  const siteKey = JSON.stringify(site)
  const surroundings: PageSurroundings = { site, renderedAt, navigator: idleNavigator }
  if (!shared) {
    const { head, page: markup } = splitHead(renderToString(page(surroundings)))
    return { rendered: { head, page: [markup] }, renderedAt }
  }
  // Nobody can write a text that contains it.
  const mark = randomUUID()
  // Rendered afterwards, because React cannot render recursively.
  const placed: (() => Part)[] = []
  const slots: MarkupSlots = {
    isShared: shared.isShared,
    place({ name, items, facts }, render) {
      const key = `${renderedAt} ${siteKey} ${name} ${items.map((item) => nameOf(item, shared)).join(' ')} ${JSON.stringify(facts)}`
      return `${mark}${placed.push(() => getPart(key, render)) - 1}.`
    },
  }
  const getPart = (key: string, render: () => ReactElement): Part => {
    const known = kept.get(key)
    if (known) {
      hits += 1
      return known
    }
    misses += 1
    const { links, markup } = withoutLinks(
      renderToString(
        <Surroundings {...surroundings} queryClient={emptyQueryClient}>
          {render()}
        </Surroundings>,
      ),
    )
    const part = { links, markup: shared.share(() => markup) }
    // Two bytes per character of the key, at most two per character of the markup, and a quarter for its compressed form.
    kept.set(key, part, { size: Math.ceil(2 * key.length + 2.25 * markup.length + links.length) + 300 })
    return part
  }
  const { head, page: frame } = splitHead(
    renderToString(<MarkupSlotsContext value={slots}>{page(surroundings)}</MarkupSlotsContext>),
  )
  const [start = '', ...rest] = frame.split(mark)
  let links = ''
  const filled = rest.flatMap((text) => {
    const end = text.indexOf('.')
    const part = placed[Number(text.slice(0, end))]?.()
    links += part?.links ?? ''
    const following = text.slice(end + 1)
    // Two parts in a row look like two texts, between which React puts an empty comment.
    return [part?.markup ?? '', following === '<!-- -->' ? '' : following]
  })
  return { rendered: { head: links + head, page: [start, ...filled] }, renderedAt }
}

/** What is the same for many viewers has a number of its own; of anything else the name is all of it, as JSON. */
function nameOf(item: object, { isShared }: SharedTexts): string {
  if (!isShared(item)) return JSON.stringify(item)
  const known = numbers.get(item)
  if (known) return known
  lastNumber += 1
  const name = `#${lastNumber}`
  numbers.set(item, name)
  return name
}

const numbers = new WeakMap<object, string>()
let lastNumber = 0

/** React puts preloads of pictures in front of what it renders. */
function withoutLinks(rendered: string): { links: string; markup: string } {
  const [links = ''] = /^(?:<link [^>]*>)*/.exec(rendered) ?? []
  return { links, markup: rendered.slice(links.length) }
}

/** For mutations, which are only prepared while rendering. Nothing is ever loaded or kept in it. */
const emptyQueryClient = createQueryClient({
  call: () => Promise.reject(new Error('A part of a page must not load anything.')),
} as ApiClient)
