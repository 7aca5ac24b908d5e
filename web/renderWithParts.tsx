import { randomUUID } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { ApiClient } from '../contract/endpoints/index.ts'
import type { Site } from '../contract/pages.ts'
import { Surroundings } from './App.tsx'
import { createQueryClient } from './data/api.ts'
import { idleNavigator, type Navigator } from './router/navigator.ts'
import { type MarkupSlots, MarkupSlotsContext } from './ui/markup/CachedMarkup.tsx'

/** Characters of markup and keys that are kept in memory. */
const maxCharacters = 32_000_000

/** Ages in texts ("5 minutes ago") change every minute, so markup of the same minute is equal. */
const minuteMs = 60_000

const kept = new LRUCache<string, Part>({
  maxSize: maxCharacters,
  sizeCalculation: ({ markup, links }, key) => markup.length + links.length + key.length,
})

interface Part {
  readonly markup: string
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
  readonly rendered: string
  readonly renderedAt: number
}

/**
 * Renders a page whose `CachedMarkup` parts are rendered once per minute for all viewers. The page contains a random
 * text in the place of each, because React cannot render HTML without an element around it.
 */
export function renderWithParts(
  { site, sharesMarkup }: { site: Site; sharesMarkup: boolean },
  page: (surroundings: PageSurroundings) => ReactElement,
): RenderedPage {
  const renderedAt = Math.floor(Date.now() / minuteMs) * minuteMs
  const surroundings: PageSurroundings = { site, renderedAt, navigator: idleNavigator }
  // Nobody can write a text that contains it.
  const mark = randomUUID()
  const placed: (() => Part)[] = []
  const slots: MarkupSlots = {
    place(key, render) {
      placed.push(() => getPart(`${renderedAt} ${site.origin} ${key}`, render))
      return `${mark}${placed.length - 1}.`
    },
  }
  const getPart = (key: string, render: () => ReactElement): Part => {
    const known = kept.get(key)
    if (known) return known
    const part = withoutLinks(
      renderToString(
        <Surroundings {...surroundings} queryClient={emptyQueryClient}>
          {render()}
        </Surroundings>,
      ),
    )
    kept.set(key, part)
    return part
  }
  const [start = '', ...rest] = renderToString(
    <MarkupSlotsContext value={sharesMarkup ? slots : null}>{page(surroundings)}</MarkupSlotsContext>,
  ).split(mark)
  let links = ''
  const filled = rest.map((text) => {
    const end = text.indexOf('.')
    const part = placed[Number(text.slice(0, end))]?.()
    links += part?.links ?? ''
    return (part?.markup ?? '') + text.slice(end + 1)
  })
  return { rendered: links + start + filled.join(''), renderedAt }
}

/** React puts preloads of pictures in front of what it renders. */
function withoutLinks(rendered: string): Part {
  const [links = ''] = /^(?:<link [^>]*>)*/.exec(rendered) ?? []
  return { links, markup: rendered.slice(links.length) }
}

/** For mutations, which are only prepared while rendering. Nothing is ever loaded or kept in it. */
const emptyQueryClient = createQueryClient({
  call: () => Promise.reject(new Error('A part of a page loads nothing.')),
} as ApiClient)
