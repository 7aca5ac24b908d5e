import type { SettingValues } from '../../../contract/siteSettings.ts'
import { type Config, ownHosts } from '../../config.ts'
import { excerptOf } from './excerpt.ts'
import { renderMarkdown } from './render.ts'

const descriptionLength = 200
/** Element ids that the page shell uses already. */
const reservedIds = ['root', 'page', 'main', 'state']

export interface RenderedPage {
  readonly title: string
  readonly description: string
  readonly html: string
}

/**
 * Renders a static page. Its first heading becomes the title, the others real headings, each with an `id` for links.
 */
export function renderStaticPage(
  text: string,
  site: Pick<Config, 'siteUrl' | 'formerHosts'> & Pick<SettingValues, 'siteName'>,
): RenderedPage {
  const [, heading, rest = ''] = /^\s*#[ \t]+([^\n]*)\n?([\s\S]*)$/.exec(text) ?? []
  const body = heading === undefined ? text : rest
  const html = renderMarkdown(body, { siteHosts: ownHosts(site), hasParts: true })
  return {
    title: (heading && excerptOf(heading)) || site.siteName,
    description: excerptOf(body, descriptionLength).replaceAll('\n', ' '),
    html: withOutline(html),
  }
}

/** Turns the bold paragraphs that stand for headings in members' texts back into headings. */
function withOutline(html: string): string {
  const taken = new Map(reservedIds.map((id) => [id, 1]))
  return html.replace(
    /<p class="(md-heading md-heading-([1-6])"(?: dir="rtl")?)><strong>(.*?)<\/strong><\/p>/g,
    (_whole, look: string, level: string, inside: string) => {
      // The title of the page is the only h1.
      const element = `h${Math.max(2, Number(level))}`
      return `<${element} id="${idOf(inside, taken)}" class="${look}>${inside}</${element}>`
    },
  )
}

/** The words of a heading joined by hyphens, with a number for repeated headings. */
function idOf(inside: string, taken: Map<string, number>): string {
  const words = inside.replace(/<[^>]*>|&\w+;/g, '').toLowerCase()
  const id = words.match(/[\p{L}\p{N}]+/gu)?.join('-') ?? 'part'
  const count = (taken.get(id) ?? 0) + 1
  taken.set(id, count)
  return count === 1 ? id : `${id}-${count}`
}
