import type { HoldLevel } from '../../../contract/heldWords.ts'
import { outsideLinks } from '../../platform/markdown/links.ts'
import type { Check, Shown, Written } from './written.ts'

/** Holds the first posts and comments of each member, as the community or the site chose. */
export const newMembers: Check = async ({ author, settings, place, ...written }) => {
  if (author.contributions >= settings.holdFirst || author.trust >= Number(settings.trustWithoutReview))
    return null
  const level = (await place())?.holdNewMembers ?? settings.holdNewMembers
  return isHeld(level, written) ? { hold: { reason: 'new_member' } } : null
}

/** Of an edit counts only what it adds. */
function isHeld(level: HoldLevel, { content, before }: Pick<Written, 'content' | 'before'>): boolean {
  if (level !== 'media') return level === 'everything'
  const known = new Set(before ? mediaOf(before) : [])
  return mediaOf(content).some((one) => !known.has(one))
}

/** All links and images of a text. */
const mediaOf = ({ link, bodyHtml, imageIds }: Shown): string[] => [
  ...(link === null ? [] : [link]),
  ...outsideLinks(bodyHtml ?? ''),
  ...imageIds.map((id) => `image ${id}`),
]
