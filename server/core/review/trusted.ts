import { outsideLinks } from '../../platform/markdown/links.ts'
import { trustRefusal } from '../trust/policy.ts'
import type { Check, Shown } from './written.ts'

const mentionsOf = (html: string): string[] =>
  [...html.matchAll(/ href="\/@(\w+)"/g)].map(([, name = '']) => name.toLowerCase())

/** What a text has of each kind that can need a trust level. */
const kinds = [
  [
    'links',
    ({ link, bodyHtml }: Shown) => [...(link === null ? [] : [link]), ...outsideLinks(bodyHtml ?? '')],
  ],
  ['images', ({ imageIds }: Shown) => imageIds],
  ['mentions', ({ bodyHtml }: Shown) => mentionsOf(bodyHtml ?? '')],
] as const

/** Refuses links, images and mentions of members whom the site does not trust enough for them. Of an edit counts only what it adds. */
export const trusted: Check = async ({ author, settings, content, before }) => {
  for (const [ability, listed] of kinds) {
    const refusal = trustRefusal(author, ability, settings)
    if (!refusal) continue
    const known = before ? listed(before) : []
    if (listed(content).some((one) => !known.includes(one))) return { refuse: refusal }
  }
  return null
}
