import type { Config } from '../config.ts'
import { excerptOf } from '../markdown/excerpt.ts'
import { renderMarkdown } from '../markdown/render.ts'

const descriptionLength = 200
const idsOfThePage = ['root', 'page', 'main', 'state']

export interface RenderedPage {
  readonly title: string
  readonly description: string
  readonly html: string
}

/**
 * A page from its Markdown: the first heading is its title, the others make its outline, with an `id` each, so that links
 * lead to them.
 */
export function renderStaticPage(text: string, site: Pick<Config, 'siteName' | 'siteUrl'>): RenderedPage {
  const [, heading, rest = ''] = /^\s*#[ \t]+([^\n]*)\n?([\s\S]*)$/.exec(text) ?? []
  const body = heading === undefined ? text : rest
  const html = renderMarkdown(body, site.siteUrl ? { siteHost: site.siteUrl.host } : {})
  return {
    title: (heading && excerptOf(heading)) || site.siteName,
    description: excerptOf(body, descriptionLength),
    html: withOutline(html),
  }
}

/** Members' texts have no headings of their own; these are the page. */
function withOutline(html: string): string {
  const taken = new Map(idsOfThePage.map((id) => [id, 1]))
  return html.replace(
    /<p class="(md-heading md-heading-([1-6]))"><strong>(.*?)<\/strong><\/p>/g,
    (_whole, look: string, level: string, inside: string) => {
      // The title is the only one of the first level.
      const element = `h${Math.max(2, Number(level))}`
      return `<${element} id="${idOf(inside, taken)}" class="${look}">${inside}</${element}>`
    },
  )
}

/** The words of a heading with hyphens between them; a number follows when there are several alike. */
function idOf(inside: string, taken: Map<string, number>): string {
  const words = inside.replace(/<[^>]*>|&\w+;/g, '').toLowerCase()
  const id = words.match(/[\p{L}\p{N}]+/gu)?.join('-') ?? 'part'
  const count = (taken.get(id) ?? 0) + 1
  taken.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}
