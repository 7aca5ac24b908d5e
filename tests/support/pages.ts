import type { InjectOptions } from 'fastify'
import { createApp } from '../../server/app.ts'
import { renderer } from '../../web/entry-server.tsx'
import { type Client, type Forum, startForum } from './forum.ts'
import { type HtmlElement, type ReadPage, readHtml, textOf } from './html.ts'

/** A page as the server renders it. */
export interface ServedPage extends ReadPage {
  readonly status: number
  /** Where a redirect leads. */
  readonly location: string | undefined
  readonly title: string
  /** The text of the first heading. */
  readonly heading: string
  /** The whole text of the page, and of its parts. */
  readonly text: string
  readonly main: string
  readonly aside: string
  /** The element that has this label, and the text in it. */
  labelled(label: string): HtmlElement | undefined
  said(label: string): string
  /** The `content` of a meta element, by its name or property. */
  meta(name: string): string | undefined
  readonly canonical: string | undefined
}

export interface ForumWithPages extends Forum {
  /** Asks for a page, as a guest unless someone is named. */
  read(url: string, who?: Client, request?: InjectOptions): Promise<ServedPage>
}

/** A forum that also renders pages. */
export async function startForumWithPages(environment: Record<string, string> = {}): Promise<ForumWithPages> {
  const forum = await startForum(environment)
  const assetsFor = () => ({ entry: '/assets/entry.js', preloads: [], styles: [] })
  const app = await createApp({ ...forum, pages: { renderer, assetsFor, filesFolder: null } })
  return {
    ...forum,
    async read(url, who, request = {}) {
      const answer = await app.inject({ url, ...request, headers: { ...who?.headers(), ...request.headers } })
      const page = readHtml(answer.body)
      const { all } = page
      const labelled = (label: string) =>
        ['section', 'nav', 'aside', 'article', 'ul', 'ol', 'div']
          .flatMap((name) => all(name, { 'aria-label': label }))
          .at(0) ?? headedBy(page, label)
      const meta = (name: string) =>
        [...all('meta', { name }), ...all('meta', { property: name })][0]?.attribs.content
      return {
        ...page,
        status: answer.statusCode,
        location: answer.headers.location,
        title: textOf(all('title')[0]),
        heading: textOf(all('h1')[0]),
        text: textOf(all('body')[0]),
        main: textOf(all('main')[0]),
        aside: all('aside').map(textOf).join(' '),
        labelled,
        said: (label) => textOf(labelled(label)),
        meta,
        canonical: all('link', { rel: 'canonical' })[0]?.attribs.href,
      }
    },
    async close() {
      await app.close()
      await forum.close()
    },
  }
}

/** The element that names a heading of this text as its label. */
function headedBy({ all }: ReadPage, label: string): HtmlElement | undefined {
  const heading = ['h1', 'h2', 'h3'].flatMap((name) => all(name)).find((one) => textOf(one) === label)
  if (!heading?.attribs.id) return undefined
  return ['section', 'nav', 'aside', 'div', 'dialog']
    .flatMap((name) => all(name, { 'aria-labelledby': heading.attribs.id ?? '' }))
    .at(0)
}
