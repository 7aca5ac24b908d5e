import type { ApiError } from '../../../contract/errors.ts'
import type { HoldLevel } from '../../../contract/heldWords.ts'
import { isBarRaised } from '../../../contract/waves.ts'
import { outsideLinks } from '../../platform/markdown/links.ts'
import { isOneBlocked } from '../images/blockedPictures.ts'
import { trustRefusal } from '../trust/policy.ts'
import type { Reason, Reviewed, Shown, Written } from './written.ts'

/** `refuse`: why, for its author; or an error of its own. */
type Verdict = { readonly hold: Reason } | { readonly refuse: string | ApiError }

/** @returns null to let it pass. Checks that need nothing of the database for most texts keep writing fast. */
type Check = (written: Reviewed) => Promise<Verdict | null>

const linksOf = ({ link, bodyHtml }: Shown): string[] => [
  ...(link === null ? [] : [link]),
  ...outsideLinks(bodyHtml ?? ''),
]

const mentionsOf = ({ bodyHtml }: Shown): string[] =>
  [...(bodyHtml ?? '').matchAll(/ href="\/@(\w+)"/g)].map(([, name = '']) => name.toLowerCase())

/** What a text has of each kind that can need a trust level. */
const kinds = [
  ['links', linksOf],
  ['images', ({ imageIds }: Shown) => imageIds],
  ['mentions', mentionsOf],
] as const

/** Refuses links, images and mentions of members whom the site does not trust enough for them. Of an edit counts only what it adds. */
const trusted: Check = async ({ author, settings, content, before }) => {
  for (const [ability, listed] of kinds) {
    const refusal = trustRefusal(author, ability, settings)
    if (!refusal) continue
    const known = before ? listed(before) : []
    if (listed(content).some((one) => !known.includes(one))) return { refuse: refusal }
  }
  return null
}

/** Holds the first posts and comments of each member, as the community or the site chose. */
const newMembers: Check = async ({ author, settings, place, ...written }) => {
  if (author.contributions >= settings.holdFirst || author.trust >= Number(settings.trustWithoutReview))
    return null
  const level = (await place())?.holdNewMembers ?? settings.holdNewMembers
  return isHeld(level, written) ? { hold: { reason: 'new_member' } } : null
}

/** In an edit, only what it adds counts. */
function isHeld(level: HoldLevel, { content, before }: Pick<Written, 'content' | 'before'>): boolean {
  if (level !== 'media') return level === 'everything'
  const known = new Set(before ? mediaOf(before) : [])
  return mediaOf(content).some((one) => !known.has(one))
}

/** All links and images of a text. */
const mediaOf = (text: Shown): string[] => [...linksOf(text), ...text.imageIds.map((id) => `image ${id}`)]

/** Accounts that are younger count as part of the wave, whatever they wrote before it was recognized. */
const youngMs = 24 * 3_600_000

/**
 * While the bar is raised, holds what members without trust write: their first posts and comments, and all by accounts of the last day.
 * Communities cannot choose otherwise, because waves do not stop at one.
 */
const wave: Check = async ({ author, settings }) =>
  isBarRaised(settings) &&
  author.trust === 0 &&
  (author.contributions < settings.holdFirst || Date.now() - author.createdAt.getTime() < youngMs)
    ? { hold: { reason: 'wave' } }
    : null

/** Holds what shows an image that looks like a blocked one, where the site does not refuse its upload; only admins approve it. Of an edit counts only what it adds. */
const blockedImages: Check = async ({ db, settings, content, before }) => {
  if (settings.blockedPictures !== 'hold') return null
  const added = content.imageIds.filter((id) => !before?.imageIds.includes(id))
  if (added.length === 0) return null
  return (await isOneBlocked(db, added, { distance: settings.pictureDistance }))
    ? { hold: { reason: 'image' } }
    : null
}

/** What every new post, comment and edit passes, in this order. */
export const checks: readonly { readonly check: Check; readonly sparesModerators: boolean }[] = [
  { check: trusted, sparesModerators: true },
  { check: newMembers, sparesModerators: true },
  { check: wave, sparesModerators: true },
  // Admins of the site block images, and anyone may moderate a community of their own.
  { check: blockedImages, sparesModerators: false },
]
