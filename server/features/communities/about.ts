import { limits } from '../../../contract/limits.ts'
import { parseText } from '../../platform/http/text.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'

/**
 * How a description is stored: without spaces around it, at most 2000 characters, rendered once; all null if nothing
 * is left.
 *
 * @param siteHosts links to this host stay inside.
 */
export function aboutColumns(text: string | null, siteHosts: readonly string[]) {
  const about = parseText(text ?? '', limits.communityAboutMaxLength) || null
  return {
    about,
    about_html: about && renderMarkdown(about, { siteHosts }),
    about_renderer: about === null ? null : rendererVersion,
  }
}
