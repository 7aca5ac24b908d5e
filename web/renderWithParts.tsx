import { randomUUID } from 'node:crypto'
import type { QueryClient } from '@tanstack/react-query'
import { LRUCache } from 'lru-cache'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import type { CacheFigures } from '../contract/cacheFigures.ts'
import type { ApiClient } from '../contract/endpoints/index.ts'
import { escapeMarkup } from '../contract/escapeMarkup.ts'
import type { PageText, SharedText, SharedTexts, Site } from '../contract/pages.ts'
import { Surroundings } from './App.tsx'
import { InitialContext, initialQuery } from './data/account/initial.ts'
import { createQueryClient } from './data/api.ts'
import type { NamedQuery } from './data/pageQueries.ts'
import { originalOf, type PageData, Recording } from './data/recording.ts'
import { type Rendered, splitHead } from './document.ts'
import { idleNavigator, type Navigator } from './router/navigator.ts'
import { type ShownPage, ShownPageContext } from './router/page.ts'
import { type MarkupPart, type MarkupSlots, MarkupSlotsContext } from './ui/markup/CachedMarkup.tsx'
import { withEnd } from './ui/text/lasting.ts'

/** About how much memory parts and their keys may take. */
const maxBytesOfParts = 24_000_000

/** About how much memory templates of pages may take. */
const maxBytesOfTemplates = 8_000_000

/** What a template has besides its texts, and each of its gaps: functions, and what they know. */
const bytesPerTemplate = 10_000
const bytesPerGap = 1000

/** Of one page: for viewers to whom it looks different. */
const mostTemplatesOfPage = 12

/** Ages in texts ("5 minutes ago") are those at the beginning of the minute, so markup of the same minute is equal. */
const minuteMs = 60_000

const parts = new LRUCache<string, KeptPart>({ maxSize: maxBytesOfParts })
const templates = new LRUCache<string, readonly Template[]>({ maxSize: maxBytesOfTemplates })
let hits = 0
let misses = 0

export const markupFigures = (): CacheFigures => ({
  entries: parts.size + templates.size,
  bytes: parts.calculatedSize + templates.calculatedSize,
  hits,
  misses,
})

interface Part {
  readonly markup: PageText
  /** Elements that belong into the head of the document. */
  readonly links: string
}

/** When the texts of kept markup are right, such as ages; in milliseconds since 1970. */
interface Span {
  readonly from: number
  readonly until: number
}

const always: Span = { from: 0, until: Number.POSITIVE_INFINITY }

// Clocks may be set back.
const isRight = ({ from, until }: Span, at: number): boolean => from <= at && at < until

type KeptPart = Part & Span

/** Makes a part for the page of one request. It knows nothing of the request for which its place was rendered. */
type MakePart = (request: PageParts) => Part

/** Markup from React, with the places of parts. */
interface Marked {
  readonly start: string
  readonly places: readonly { readonly part: MakePart; readonly after: string }[]
}

/** The markup of a page without its parts, for all viewers for whom what it was made of is the same. */
interface Template extends Span {
  readonly recording: Recording
  /** Elements for the head of the document. */
  readonly head: Marked
  readonly body: Marked
  readonly bytes: number
}

interface Surrounding {
  readonly site: Site
  /** In milliseconds since 1970. */
  readonly renderedAt: number
  readonly navigator: Navigator
}

interface PageSurroundings extends Surrounding {
  readonly queryClient: QueryClient
}

/** What a page is made of. */
type Known = Omit<PageOfViewer, 'site'> & { readonly shared: SharedTexts }

interface RenderedPage {
  readonly rendered: Rendered
  readonly renderedAt: number
}

interface PageOfViewer {
  readonly site: Site
  readonly shown: ShownPage
  /** All that the page needs. */
  readonly loaded: readonly NamedQuery[]
  /** The same as a cache, for what React renders. */
  readonly client: () => QueryClient
  /** null: the whole page is rendered at once, and nothing of it is kept. */
  readonly shared: SharedTexts | null
}

/**
 * Renders a page whose parts are rendered once for all viewers to whom they look the same. The rest of it is kept as a
 * template, together with all that it has read of the data: it serves whoever has the same there.
 */
export function renderWithParts(
  { site, shown, loaded, client, shared }: PageOfViewer,
  page: (surroundings: PageSurroundings) => ReactElement,
): RenderedPage {
  const renderedAt = Math.floor(Date.now() / minuteMs) * minuteMs
  const surroundings = { site, renderedAt, navigator: idleNavigator }
  if (!shared) {
    const whole = page({ ...surroundings, queryClient: client() })
    const { head, page: markup } = splitHead(renderToString(whole))
    return { rendered: { head, page: [markup] }, renderedAt }
  }
  const request = new PageParts(surroundings, { shown, shared, loaded, client })
  const data: Record<string, unknown> = {}
  let key = `${request.name} ${nameOfPage(shown)}`
  for (const query of loaded) {
    data[query.name] = query.data
    key += ` ${query.name}`
  }
  const known = (templates.get(key) ?? []).filter((template) => isRight(template, renderedAt))
  const fitting = known.find(({ recording }) => recording.fits(data))
  if (fitting) hits += 1
  else misses += 1
  const template = fitting ?? request.templateOf(data, page)
  if (!fitting) keepTemplate(key, [template, ...known])
  const { head, body } = template.recording.apply(data, () => ({
    head: request.fill(template.head),
    body: request.fill(template.body),
  }))
  return { rendered: { head: body.links + head.markup.join(''), page: body.markup }, renderedAt }
}

function keepTemplate(key: string, list: readonly Template[]): void {
  const kept = list.slice(0, mostTemplatesOfPage)
  templates.set(key, kept, { size: kept.reduce((sum, { bytes }) => sum + bytes, key.length) })
}

/**
 * A text that is kept like a part.
 *
 * @param text.name what it is made of besides `items`.
 */
export function keptText(
  shared: SharedTexts,
  { name, items, make }: { name: string; items: readonly object[]; make: () => string },
): SharedText {
  const key = `${name} ${items.map((item) => nameOf(item, shared)).join(' ')}`
  const [known] = parts.get(key)?.markup ?? []
  if (known instanceof Object) {
    hits += 1
    return known
  }
  misses += 1
  const made = make()
  const text = shared.share(() => made)
  parts.set(key, { links: '', markup: [text], ...always }, { size: sizeOfPart(key, made) })
  return text
}

const nameOfPage = ({ path, search, content }: ShownPage) =>
  `${content.kind === 'page' ? content.file : content.kind} ${path}${search}`

/** What the page of one request is made of. */
class PageParts {
  /** Of everything that markup depends on besides the data. */
  readonly name: string
  readonly #surroundings: Surrounding
  readonly #shown: ShownPage
  readonly #shared: SharedTexts
  readonly #loaded: readonly NamedQuery[]
  readonly #client: () => QueryClient

  constructor(surroundings: Surrounding, { shown, shared, loaded, client }: Known) {
    // The site may get another name meanwhile.
    this.name = shortNameOf(JSON.stringify(surroundings.site))
    this.#surroundings = surroundings
    this.#shown = shown
    this.#shared = shared
    this.#loaded = loaded
    this.#client = client
  }

  templateOf(data: PageData, page: (surroundings: PageSurroundings) => ReactElement): Template {
    const recording = new Recording()
    const { renderedAt: from } = this.#surroundings
    const { result, until } = withEnd(() =>
      recording.record(data, (recorded) => {
        const copy = createQueryClient(noApi)
        for (const { queryKey, name } of this.#loaded) copy.setQueryData(queryKey, recorded[name])
        const marks = new Marks(this.#shared)
        const { head, page: body } = splitHead(
          marks.render(page({ ...this.#surroundings, queryClient: copy })),
        )
        copy.clear()
        return { head: marks.split(head), body: marks.split(body) }
      }),
    )
    const { head, body } = result
    const bytes = recording.bytes + bytesOf(head) + bytesOf(body) + bytesPerTemplate
    return { recording, head, body, bytes, from, until }
  }

  /** Puts the parts into their places. */
  fill({ start, places }: Marked): Part {
    const markup: (string | SharedText)[] = [start]
    let allLinks = ''
    for (const { part, after } of places) {
      const filled = part(this)
      markup.push(...filled.markup, after)
      allLinks += filled.links
    }
    return { markup, links: allLinks }
  }

  /** What a part that is rendered for itself, and for this viewer, needs around it. */
  #around(element: ReactElement): ReactElement {
    const queryClient = this.#client()
    return (
      <Surroundings {...this.#surroundings} queryClient={queryClient}>
        <ShownPageContext value={this.#shown}>
          <InitialContext value={queryClient.getQueryData(initialQuery.queryKey) ?? null}>
            {element}
          </InitialContext>
        </ShownPageContext>
      </Surroundings>
    )
  }

  /** A part for this request alone. */
  own(element: ReactElement): Part {
    const marks = new Marks(this.#shared)
    return this.fill(marks.split(marks.render(this.#around(element))))
  }

  #keyOf(items: readonly object[], facts: unknown): string {
    return `${this.name} ${items.map((item) => nameOf(item, this.#shared)).join(' ')} ${JSON.stringify(facts)}`
  }

  /** A part for all requests with the same facts. */
  part<Item extends object, Facts>({ name, items, facts, render }: MarkupPart<Item, Facts>): Part {
    const [known, knownFacts] = [items().map(originalOf), facts()]
    return this.#kept(`${name} ${this.#keyOf(known, knownFacts)}`, () => render(known, knownFacts))
  }

  #kept(key: string, render: () => ReactElement): Part {
    const { renderedAt: from } = this.#surroundings
    const known = parts.get(key)
    if (known && isRight(known, from)) {
      hits += 1
      return known
    }
    misses += 1
    const { result, until } = withEnd(() =>
      renderToString(
        <Surroundings {...this.#surroundings} queryClient={emptyQueryClient}>
          {render()}
        </Surroundings>,
      ),
    )
    const { links, markup } = withoutLinks(result)
    const part = { links, markup: [this.#shared.share(() => markup)], from, until }
    parts.set(key, part, { size: sizeOfPart(key, markup + links) })
    return part
  }
}

/** In bytes: two for each character of the key, at most two of the markup, and a quarter when it is compressed. */
const sizeOfPart = (key: string, markup: string) => Math.ceil(2 * key.length + 2.25 * markup.length) + 300

const bytesOf = ({ start, places }: Marked): number =>
  places.reduce((sum, { after }) => sum + 2 * after.length + bytesPerGap, 2 * start.length)

/** React cannot render HTML without an element around it, so it renders a random text in the place of each part. */
class Marks {
  // Nobody can write a text that contains it.
  readonly #mark = randomUUID()
  readonly #parts: MakePart[] = []
  readonly #slots: MarkupSlots

  constructor({ isShared }: SharedTexts) {
    const at = (part: MakePart) => `${this.#mark}${this.#parts.push(part) - 1}.`
    this.#slots = {
      isShared,
      place: (part) => at((request) => request.part(part)),
      placeOwn: (render) => at((request) => request.own(render())),
      placeText: (text) => at(() => ({ markup: [escapeMarkup(text())], links: '' })),
    }
  }

  render(element: ReactElement): string {
    return renderToString(<MarkupSlotsContext value={this.#slots}>{element}</MarkupSlotsContext>)
  }

  /** @param rendered what `render` returned, or a piece of it. */
  split(rendered: string): Marked {
    const [start = '', ...texts] = rendered.split(this.#mark)
    const places = texts.map((text) => {
      const end = text.indexOf('.')
      const part = this.#parts[Number(text.slice(0, end))]
      const after = text.slice(end + 1)
      // Two parts in a row look like two texts, between which React puts an empty comment.
      return { part: part ?? nothing, after: after === '<!-- -->' ? '' : after }
    })
    return { start, places }
  }
}

const nothing = (): Part => ({ markup: [], links: '' })

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

/** A number in place of a long text: it is a part of the key of each part of a page. */
function shortNameOf(text: string): string {
  const known = shortNames.get(text)
  if (known) return known
  lastNumber += 1
  const name = `#${lastNumber}`
  shortNames.set(text, name)
  return name
}

/** Of the sites in use: without a SITE_URL, each host has its own. */
const shortNames = new LRUCache<string, string>({ max: 100 })

/** React puts preloads of pictures in front of what it renders. */
function withoutLinks(rendered: string): { links: string; markup: string } {
  const [links = ''] = /^(?:<link [^>]*>)*/.exec(rendered) ?? []
  return { links, markup: rendered.slice(links.length) }
}

const noApi = {
  call: () => Promise.reject(new Error('A part of a page loads nothing.')),
} as ApiClient

/** For mutations, which are only prepared while rendering. Nothing is ever loaded or kept in it. */
const emptyQueryClient = createQueryClient(noApi)
