import { isRecord } from '../../contract/objects.ts'
import type { UserGroup } from '../../contract/words.ts'
import { isTooLongUrl, parseLinkUrl } from '../core/posts/linkUrl.ts'
import { cutGraphemes, parseTitle } from '../platform/http/text.ts'
import { composed } from '../platform/text/unicodeForm.ts'
import { decodeEntities } from './entities.ts'
import { galleryOf, originalOf } from './gallery.ts'
import { pollOf } from './poll.ts'

/** Far above any real score; sums of twenty still fit into PostgreSQL's integer. */
const maxVotes = 100_000_000

/**
 * Estimates upvotes and downvotes whose difference is the score. The score alone does not reveal votes that cancel
 * each other out; with the ratio of upvotes, their number follows up to the rounding of the ratio.
 *
 * @param ratio upvotes / all votes, 0 to 1, or null when the source does not give it.
 */
export function votesOf(score: number, ratio: number | null): { upvotes: number; downvotes: number } {
  const points = Math.trunc(Math.max(-maxVotes, Math.min(maxVotes, score)))
  const plain = { upvotes: Math.max(points, 0), downvotes: Math.max(-points, 0) }
  if (ratio === null || ratio < 0 || ratio > 1 || points === 0) return plain
  const surplus = 2 * ratio - 1
  // The source hides negative scores, so the ratio may contradict the score.
  if (Math.sign(surplus) !== Math.sign(points)) return plain
  const cancelled = Math.max(0, Math.round((points / surplus - Math.abs(points)) / 2))
  const both = Math.min(cancelled, maxVotes)
  return { upvotes: plain.upvotes + both, downvotes: plain.downvotes + both }
}

/** A post of the source with the columns of our tables. Times are milliseconds since 1970. */
export interface Submission {
  readonly kind: 'submission'
  readonly sourceId: string
  readonly community: string
  /** null: the source has deleted the account. */
  readonly author: string | null
  readonly title: string
  readonly body: string | null
  readonly link: { url: string; hostname: string } | null
  readonly upvotes: number
  readonly downvotes: number
  readonly createdAt: number
  readonly editedAt: number | null
  readonly isLocked: boolean
  readonly contentDeletedAs: 'normal' | 'admins' | null
  /** How the record was changed to fit our rules, for the summary; null when it was not. */
  readonly conversion: string | null
}

export interface SourceComment {
  readonly kind: 'comment'
  readonly sourceId: string
  readonly postSourceId: string
  /** null: a reply to the post itself. */
  readonly parentSourceId: string | null
  readonly author: string | null
  readonly body: string
  readonly upvotes: number
  readonly downvotes: number
  readonly createdAt: number
  readonly editedAt: number | null
  readonly deletedAs: UserGroup | null
}

interface Unusable {
  readonly kind: 'unusable'
  readonly reason: string
}

type Fields = Record<string, unknown>

/** Why a record is unusable; `parseRecord` catches it. */
class UnusableRecord extends Error {}

const titleMaxLength = 300
const bodyMaxLength = 400_000
const nameMaxLength = 200
const msPerDay = 86_400_000

/**
 * Parses one record of a Pushshift or Arctic Shift dump. The fields tell whether it is a submission or a comment, so
 * files may mix them.
 *
 * @param value parsed JSON, untrusted.
 * @param now milliseconds since 1970; records created more than a day later are unusable.
 */
export function parseRecord(value: unknown, now: number): Submission | SourceComment | Unusable {
  if (!isRecord(value)) return { kind: 'unusable', reason: 'not a JSON object' }
  const fields: Fields = value
  try {
    if (typeof fields.title === 'string') return parseSubmission(fields, now)
    if ('link_id' in fields || 'parent_id' in fields) return parseComment(fields, now)
    return { kind: 'unusable', reason: 'neither a submission nor a comment' }
  } catch (error) {
    if (error instanceof UnusableRecord) return { kind: 'unusable', reason: error.message }
    throw error
  }
}

function parseSubmission(fields: Fields, now: number): Submission {
  const createdAt = timeOf(fields.created_utc, now)
  const selftext = textOf(fields.selftext)
  const url = addressIn(fields)
  const deletedAs = deletionMarker(selftext) ?? deletionMarker(url)
  const content = deletedAs ? { body: '', link: null, conversion: null } : contentOf(fields, selftext, url)
  const title = titleOf(textOf(fields.title), content.link?.url ?? content.body)
  const overflow = deletedAs ? null : title.overflow
  const body = overflow === null ? content.body : joinParagraphs(overflow, content.link?.url, content.body)
  if (isLonger(body ?? '', bodyMaxLength)) throw new UnusableRecord('text longer than 400,000 characters')
  return {
    kind: 'submission',
    sourceId: idOf(fields.id, 't3_'),
    community: nameOf(fields.subreddit, 'no subreddit'),
    author: authorOf(fields.author),
    title: title.text,
    body,
    link: overflow === null ? content.link : null,
    ...votesOf(numberOr(fields.score, 1), ratioOf(fields.upvote_ratio)),
    createdAt,
    editedAt: editedAtOf(fields.edited, createdAt, now),
    isLocked: fields.locked === true,
    contentDeletedAs: deletedAs && (deletedAs === 'normal' ? 'normal' : 'admins'),
    conversion: title.conversion ?? content.conversion,
  }
}

/** Our posts have a text or a link. A link with a text, or with an invalid URL, becomes a text that starts with the URL. */
function contentOf(fields: Fields, selftext: string, url: string) {
  const gallery = fields.is_gallery === true ? galleryOf(fields) : null
  if (gallery)
    return {
      body: joinParagraphs(selftext, gallery),
      link: null,
      conversion: 'a gallery, as links to its images',
    }
  const poll = pollOf(fields)
  if (poll)
    return {
      body: joinParagraphs(isTextPost(fields, url) ? null : url, selftext, poll),
      link: null,
      conversion: 'a poll, as a list of its options',
    }
  if (isTextPost(fields, url))
    return { body: selftext.trim() === '' ? null : selftext, link: null, conversion: null }
  const link = parseLinkUrl(url)
  if (!link)
    return { body: joinParagraphs(url, selftext), link: null, conversion: 'a link without a valid URL' }
  if (isTooLongUrl(link.url))
    return {
      body: joinParagraphs(link.url, selftext),
      link: null,
      conversion: 'a link of more than 2,048 bytes',
    }
  if (selftext.trim() !== '')
    return {
      body: joinParagraphs(link.url, selftext),
      link: null,
      conversion: 'a link with a text of its own',
    }
  return { body: null, link, conversion: null }
}

/** The address of a link. That of a crosspost is that of the original's content, or of the original. */
function addressIn(fields: Fields): string {
  const url = textOf(fields.url)
  // Where the original was deleted, the dump has nothing else of it.
  if (/^\/(?:r|user)\//.test(url)) return `https://www.reddit.com${url}`
  const original = originalOf(fields)
  return original === '' || parseLinkUrl(url) ? url : original
}

function isTextPost(fields: Fields, url: string): boolean {
  if (url.trim() === '') return true
  if (typeof fields.is_self === 'boolean') return fields.is_self
  return typeof fields.domain === 'string' && fields.domain.startsWith('self.')
}

/** Titles are one line. A title that is too long is truncated, and `overflow` keeps it whole for the text. */
function titleOf(text: string, content: string | null) {
  const line = parseTitle(text.replace(/\s+/g, ' '), Number.POSITIVE_INFINITY)
  if (line === '') {
    const substitute = (content ?? '').replace(/\s+/g, ' ').trim() || 'Untitled'
    return { text: cut(substitute), overflow: null, conversion: 'no title' }
  }
  if (!isLonger(line, titleMaxLength)) return { text: line, overflow: null, conversion: null }
  return { text: cut(line), overflow: line, conversion: 'a title longer than 300 characters' }
}

function parseComment(fields: Fields, now: number): SourceComment {
  const createdAt = timeOf(fields.created_utc, now)
  if (typeof fields.body !== 'string') throw new UnusableRecord('a comment without body')
  const body = textOf(fields.body)
  const deletedAs = deletionMarker(body)
  if (isLonger(body, bodyMaxLength)) throw new UnusableRecord('text longer than 400,000 characters')
  const postSourceId = idOf(fields.link_id, 't3_', 'unreadable link_id')
  const parent = fields.parent_id ?? `t3_${postSourceId}`
  const repliesToPost = typeof parent === 'string' && parent.startsWith('t3_')
  return {
    kind: 'comment',
    sourceId: idOf(fields.id, 't1_'),
    postSourceId,
    parentSourceId: repliesToPost ? null : idOf(parent, 't1_', 'unreadable parent_id'),
    author: authorOf(fields.author),
    body: deletedAs ? '' : body,
    ...votesOf(numberOr(fields.score, 1), null),
    createdAt,
    editedAt: editedAtOf(fields.edited, createdAt, now),
    deletedAs: deletedAs ?? (fields.removed === true ? 'mods' : null),
  }
}

/** Who deleted a text, by the marker that the source leaves in its place; null for any other text. */
function deletionMarker(text: string): UserGroup | null {
  const marker = text.trim()
  if (marker === '[deleted]' || marker === '[deleted by user]') return 'normal'
  if (marker === '[removed]') return 'mods'
  return /^\[ ?removed by reddit ?\]$/i.test(marker) ? 'admins' : null
}

function idOf(value: unknown, prefix: string, reason = 'no id'): string {
  const id = (typeof value === 'string' ? value : '').replace(prefix, '')
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) throw new UnusableRecord(reason)
  return id
}

function nameOf(value: unknown, reason: string): string {
  const name = textOf(value).trim()
  if (name === '' || name === '[deleted]' || name === '[removed]') throw new UnusableRecord(reason)
  if (name.length > nameMaxLength) throw new UnusableRecord('a name longer than 200 characters')
  return name
}

function authorOf(value: unknown): string | null {
  const name = textOf(value).trim()
  return ['', '[deleted]', '[deleted by user]', '[removed]'].includes(name) ? null : nameOf(name, 'no author')
}

/** Decodes what the dump has escaped, composes letters and marks, and replaces U+0000, which PostgreSQL cannot store. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? composed(decodeEntities(value)).replaceAll('\0', '\uFFFD') : ''
}

function numberOr(value: unknown, missing: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : missing
}

function ratioOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function timeOf(value: unknown, now: number): number {
  const seconds = numberOr(value, Number.NaN)
  if (!(seconds > 0)) throw new UnusableRecord('no created_utc')
  if (seconds * 1000 > now + msPerDay) throw new UnusableRecord('created in the future')
  return Math.round(seconds * 1000)
}

/** Old dumps have `true` instead of the time; then the time of creation counts. */
function editedAtOf(value: unknown, createdAt: number, now: number): number | null {
  if (value === true) return createdAt
  const seconds = numberOr(value, 0)
  return seconds > 0 ? Math.min(Math.max(Math.round(seconds * 1000), createdAt), now) : null
}

const joinParagraphs = (...parts: (string | null | undefined)[]) =>
  parts.filter((part) => part?.trim()).join('\n\n')

/** Compares code points, as PostgreSQL counts characters; the check of UTF-16 units comes first because it is fast. */
const isLonger = (text: string, max: number) => text.length > max && [...text].length > max

const cut = (text: string) => cutGraphemes(text, titleMaxLength)
