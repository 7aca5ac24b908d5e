import { randomUUID } from 'node:crypto'
import type { QueryClient } from '@tanstack/react-query'
import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { CacheFigures } from '../contract/cacheFigures.ts'
import type { ApiClient } from '../contract/endpoints/index.ts'
import type { PageRequest, Piece, Pieces, Site } from '../contract/pages.ts'
import { currentLanguage } from '../contract/texts/language.ts'
import { Surroundings } from './App.tsx'
import { createQueryClient } from './data/api.ts'
import { type Rendered, splitHead } from './document.ts'
import { idleNavigator, type Navigator } from './router/navigator.ts'
import { type PlaceMarkup, PlaceMarkupContext } from './ui/markup/CachedMarkup.tsx'
import { withEnd } from './ui/text/lasting.ts'

/** About how much memory markup and its keys may take. */
const maxBytes = 24_000_000

/** Ages in texts ("5 minutes ago") are those at the beginning of the minute, so markup of the same minute is equal. */
const minuteMs = 60_000

/** A part of a page. Its texts, such as ages, are right from and until these times, in milliseconds since 1970. */
interface KeptMarkup {
  /** In UTF-8, because encoding it again for each page would take longer than all else that is done with it. */
  readonly html: Buffer
  /** Elements that belong into the head of the document. */
  readonly links: string
  readonly from: number
  readonly until: number
}

const kept = new LRUCache<string, KeptMarkup>({ maxSize: maxBytes })
let hits = 0
let misses = 0

export const markupFigures = (): CacheFigures => ({
  entries: kept.size,
  bytes: kept.calculatedSize,
  hits,
  misses,
})

interface Surrounding {
  readonly site: Site
  readonly renderedAt: number
  readonly navigator: Navigator
}

interface PageOfViewer extends Pick<PageRequest, 'sharedOf'> {
  readonly site: Site
  /** All data of the page. */
  readonly queryClient: QueryClient
}

/** A page whose parts are still to be inserted. */
interface PageWithParts {
  readonly rendered: Rendered
  readonly renderedAt: number
  /** Returns a text that stands for these pieces, which `fill` puts into its place. */
  readonly insert: (pieces: readonly Piece[]) => string
  /** A text that contains the page, with its parts. */
  readonly fill: (text: string) => Pieces
}

/** Renders a page for one request, with parts (`CachedMarkup`) whose markup is kept for all requests. */
export function renderWithParts(
  { site, queryClient, sharedOf }: PageOfViewer,
  page: (surroundings: Surrounding & { queryClient: QueryClient }) => ReactElement,
): PageWithParts {
  const renderedAt = Math.floor(Date.now() / minuteMs) * minuteMs
  const surrounding = { site, renderedAt, navigator: idleNavigator }
  // React cannot render HTML without an element around it, so it renders a text that nobody can guess in the place of each part.
  const mark = randomUUID()
  const parts: (() => KeptMarkup)[] = []
  const nameOfSite = shortNameOf(`${currentLanguage()} ${JSON.stringify(site)}`)

  const place: PlaceMarkup = ({ name, items, facts, render }) => {
    let key = `${nameOfSite} ${name}`
    const shared: (typeof items)[number][] = []
    for (const item of items) {
      const one = sharedOf?.(item)
      if (!one) return null
      key += ` ${numberOf(one)}`
      shared.push(one as typeof item)
    }
    key += ` ${JSON.stringify(facts)}`
    return `${mark}${parts.push(() => partOf(key, surrounding, () => render(shared, facts))) - 1}.`
  }

  const whole = renderToString(
    <PlaceMarkupContext value={sharedOf && place}>
      {page({ ...surrounding, queryClient })}
    </PlaceMarkupContext>,
  )
  const made = parts.map((part) => part())
  const inserted: (readonly Piece[])[] = made.map(({ html }) => [html])
  const { head, page: body } = splitHead(whole)
  return {
    rendered: { head: made.map(({ links }) => links).join('') + head, page: body },
    renderedAt,
    insert: (pieces) => `${mark}${inserted.push(pieces) - 1}.`,
    fill: (text) => filled(text, mark, inserted),
  }
}

/** Puts pieces into their places, which are marks with a number and a full stop. */
function filled(text: string, mark: string, inserted: readonly (readonly Piece[])[]): Pieces {
  const [start = '', ...rest] = text.split(mark)
  const pieces: Piece[] = [start]
  for (const next of rest) {
    const end = next.indexOf('.')
    for (const piece of inserted[Number(next.slice(0, end))] ?? []) pieces.push(piece)
    // Two parts in a row look like two texts, between which React puts an empty comment.
    const after = next.slice(end + 1)
    if (after !== '<!-- -->') pieces.push(after)
  }
  return pieces
}

function partOf(key: string, surrounding: Surrounding, render: () => ReactElement): KeptMarkup {
  const { renderedAt: from } = surrounding
  const known = kept.get(key)
  // Clocks may be set back.
  if (known && known.from <= from && from < known.until) {
    hits += 1
    return known
  }
  misses += 1
  const { result, until } = withEnd(() =>
    renderToString(
      <Surroundings {...surrounding} queryClient={emptyQueryClient}>
        {render()}
      </Surroundings>,
    ),
  )
  // React puts preloads of pictures in front of what it renders.
  const [links = ''] = /^(?:<link [^>]*>)*/.exec(result) ?? []
  const html = Buffer.from(result.slice(links.length))
  const part = { links, html, from, until }
  // Two bytes for each character of a text, at most.
  kept.set(key, part, { size: 2 * (key.length + links.length) + html.length + 300 })
  return part
}

/** What all viewers share of an item is always the same object for the same version. */
function numberOf(shared: object): number {
  const known = numbers.get(shared)
  if (known !== undefined) return known
  lastNumber += 1
  numbers.set(shared, lastNumber)
  return lastNumber
}

const numbers = new WeakMap<object, number>()
let lastNumber = 0

/** A number in place of a long text: it is a part of the key of each part of a page. */
function shortNameOf(text: string): number {
  const known = shortNames.get(text)
  if (known !== undefined) return known
  lastNumber += 1
  shortNames.set(text, lastNumber)
  return lastNumber
}

/** A short name for each site in use: without a SITE_URL, each host is one. */
const shortNames = new LRUCache<string, number>({ max: 100 })

const noApi = {
  call: () => Promise.reject(new Error('A part of a page loads nothing.')),
} as ApiClient

/** For mutations, which are only prepared while rendering. Nothing is ever loaded or kept in it. */
const emptyQueryClient = createQueryClient(noApi)
