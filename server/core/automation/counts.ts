import { createHash } from 'node:crypto'
import type { AutomationCondition } from '../../../contract/entities/automation.ts'
import type { Db } from '../../platform/database/connection.ts'
import { queryRows } from '../../platform/database/statement.ts'
import { alikeBits, notedMaxLength, simhashOf } from '../../platform/text/simhash.ts'
import { countFacts } from './countFacts.sql.ts'
import type { SubjectFacts } from './subject.ts'

/** Something that is counted in the database for a condition. */
export interface WantedCount {
  readonly what: 'removals' | 'earlier' | 'rate' | 'text' | 'link' | 'similar' | 'blockedImage' | 'reports'
  /** How far back; null without an end. */
  readonly hours: number | null
  readonly by: 'author' | 'anyone'
  /** A rule of the site counts everywhere, others in their community. */
  readonly isOfSite: boolean
}

export const keyOfCount = ({ what, hours, by, isOfSite }: WantedCount): string =>
  `${what} ${hours ?? 0} ${by} ${isOfSite}`

/** What a condition wants to have counted, if anything. */
export function wantedCount(
  { is, hours = 24, what = 'text', by = 'author' }: AutomationCondition,
  isOfSite: boolean,
): WantedCount | null {
  switch (is) {
    case 'removals':
    case 'earlier':
    case 'reports':
      return { what: is, hours: null, by: 'author', isOfSite }
    case 'rate':
    case 'similar':
      return { what: is, hours, by: 'author', isOfSite }
    case 'repeats':
      // Spam is often repeated in several communities.
      return { what, hours, by, isOfSite: true }
    case 'blockedImage':
      // The list of blocked images is that of the site.
      return { what: is, hours: null, by: 'author', isOfSite: true }
    default:
      return null
  }
}

/** A post or comment for which something is counted. */
export interface CountedContent {
  readonly communityId: string
  readonly authorId: string
  /** Null while it is not stored. */
  readonly postId: string | null
  readonly commentId: string | null
  /** Only what is earlier is counted; as the database writes it, in microseconds. Null: until now. */
  readonly at: string | null
  readonly imageIds: readonly string[]
  readonly facts: Pick<SubjectFacts, 'kind' | 'title' | 'body' | 'link'>
}

/** How many of the latest posts or comments of the site are compared for repeats by anyone. */
const comparedMax = 1000
/** Nothing is counted further. */
const countedMax = 1000

/** Nothing is compared for similarity with older texts of new members than this many. */
const similarMax = 5000

/** What is compared for similarity, as `noteNewTexts` notes it. */
const noted = ({ title, body, link }: CountedContent['facts']): string =>
  [title, body, link]
    .filter((part) => part !== null)
    .join(' ')
    .slice(0, notedMaxLength)

/** What the statement compares: of a post also the title. */
const hashOf = ({ kind, title, body }: CountedContent['facts']): string =>
  createHash('md5')
    .update(kind === 'comment' ? (body ?? '') : `${title}\n${body ?? ''}`)
    .digest('hex')

/**
 * Counts for all of them with one statement.
 *
 * @param options.pictureDistance how many of the 64 bits of the hashes of an image and of a blocked one may differ.
 * @returns the counts of each, in their order.
 */
export async function countFor(
  db: Db,
  contents: readonly CountedContent[],
  wanted: readonly WantedCount[],
  { pictureDistance }: { readonly pictureDistance: number },
): Promise<ReadonlyMap<string, number>[]> {
  const counted = contents.map(() => new Map<string, number>())
  const byKey = new Map(wanted.map((one) => [keyOfCount(one), one]))
  if (contents.length === 0 || byKey.size === 0) return counted
  const wantsSimilar = wanted.some(({ what }) => what === 'similar')
  const rows = await queryRows(db, countFacts, {
    contents: JSON.stringify(
      contents.map(({ communityId, authorId, postId, commentId, at, imageIds, facts }, place) => ({
        place,
        community_id: communityId,
        author_id: authorId,
        post_id: postId,
        comment_id: commentId,
        is_comment: facts.kind === 'comment',
        at,
        text_hash: hashOf(facts),
        simhash: wantsSimilar ? simhashOf(noted(facts)) : null,
        link: facts.link,
        image_ids: imageIds,
      })),
    ),
    wanted: JSON.stringify(
      [...byKey].map(([key, { what, hours, by, isOfSite }]) => ({
        key,
        what: what === 'text' || what === 'link' ? `${what}_by_${by}` : what,
        hours,
        is_of_site: isOfSite,
      })),
    ),
    comparedMax,
    countedMax,
    alikeBits,
    similarMax,
    pictureDistance,
  })
  for (const { place, key, count } of rows) counted[place]?.set(key, count)
  return counted
}
