import { readLinkUrl } from '../links/url.ts'
import { votesOf } from './votes.ts'

/** A post of the source in the terms of our tables. Times are milliseconds since 1970. */
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
  /** How the record had to change to fit, or null. */
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
  readonly deletedAs: 'normal' | 'mods' | 'admins' | null
}

interface Unusable {
  readonly kind: 'unusable'
  readonly reason: string
}

type Fields = Record<string, unknown>

/** Thrown inside this file only, where it becomes an `Unusable`. */
class Problem extends Error {}

const longestTitle = 300
const longestBody = 400_000
const longestName = 200
const msPerDay = 86_400_000

/**
 * Understands one record of a Pushshift or Arctic Shift dump. Whether it is a submission or a comment shows in its
 * fields, so files may mix them.
 *
 * @param value parsed JSON, untrusted.
 * @param now milliseconds since 1970; records from later than a day after are unusable.
 */
export function readRecord(value: unknown, now: number): Submission | SourceComment | Unusable {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'unusable', reason: 'not a JSON object' }
  const fields = value as Fields
  try {
    if (typeof fields.title === 'string') return readSubmission(fields, now)
    if ('link_id' in fields || 'parent_id' in fields) return readComment(fields, now)
    return { kind: 'unusable', reason: 'neither a submission nor a comment' }
  } catch (error) {
    if (error instanceof Problem) return { kind: 'unusable', reason: error.message }
    throw error
  }
}

function readSubmission(fields: Fields, now: number): Submission {
  const createdAt = timeOf(fields.created_utc, now)
  const selftext = textOf(fields.selftext)
  const url = textOf(fields.url)
  const gone = goneMarker(selftext)
  const content = gone ? { body: '', link: null, conversion: null } : contentOf(fields, selftext, url)
  const title = titleOf(textOf(fields.title), content.link?.url ?? content.body)
  const overflow = gone ? null : title.overflow
  const body = overflow === null ? content.body : joined(overflow, content.link?.url, content.body)
  if (isLonger(body ?? '', longestBody)) throw new Problem('text longer than 400,000 characters')
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
    contentDeletedAs: gone && (gone === 'normal' ? 'normal' : 'admins'),
    conversion: title.conversion ?? content.conversion,
  }
}

/** Our posts hold a text or a link; what is both, or a link that leads nowhere, becomes a text that names it. */
function contentOf(fields: Fields, selftext: string, url: string) {
  if (isTextPost(fields, url))
    return { body: selftext.trim() === '' ? null : selftext, link: null, conversion: null }
  const link = readLinkUrl(url)
  if (!link) return { body: joined(url, selftext), link: null, conversion: 'a link without a usable address' }
  if (selftext.trim() !== '')
    return { body: joined(link.url, selftext), link: null, conversion: 'a link with a text of its own' }
  return { body: null, link, conversion: null }
}

function isTextPost(fields: Fields, url: string): boolean {
  if (url.trim() === '') return true
  if (typeof fields.is_self === 'boolean') return fields.is_self
  return typeof fields.domain === 'string' && fields.domain.startsWith('self.')
}

/** Titles are one line. What is too long for one is kept whole as the beginning of the text. */
function titleOf(text: string, content: string | null) {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') {
    const substitute = (content ?? '').replace(/\s+/g, ' ').trim() || 'Untitled'
    return { text: cut(substitute), overflow: null, conversion: 'no title' }
  }
  if (!isLonger(line, longestTitle)) return { text: line, overflow: null, conversion: null }
  return { text: cut(line), overflow: line, conversion: 'a title longer than 300 characters' }
}

function readComment(fields: Fields, now: number): SourceComment {
  const createdAt = timeOf(fields.created_utc, now)
  if (typeof fields.body !== 'string') throw new Problem('a comment without body')
  const body = textOf(fields.body)
  const gone = goneMarker(body)
  if (isLonger(body, longestBody)) throw new Problem('text longer than 400,000 characters')
  const postSourceId = idOf(fields.link_id, 't3_', 'unreadable link_id')
  const parent = fields.parent_id ?? `t3_${postSourceId}`
  const repliesToPost = typeof parent === 'string' && parent.startsWith('t3_')
  return {
    kind: 'comment',
    sourceId: idOf(fields.id, 't1_'),
    postSourceId,
    parentSourceId: repliesToPost ? null : idOf(parent, 't1_', 'unreadable parent_id'),
    author: authorOf(fields.author),
    body: gone ? '' : body,
    ...votesOf(numberOr(fields.score, 1), null),
    createdAt,
    editedAt: editedAtOf(fields.edited, createdAt, now),
    deletedAs: gone ?? (fields.removed === true ? 'mods' : null),
  }
}

/** What the source leaves in place of a text, and who took that away. */
function goneMarker(text: string): 'normal' | 'mods' | 'admins' | null {
  const marker = text.trim()
  if (marker === '[deleted]') return 'normal'
  if (marker === '[removed]') return 'mods'
  return /^\[ ?removed by reddit ?\]$/i.test(marker) ? 'admins' : null
}

function idOf(value: unknown, prefix: string, reason = 'no id'): string {
  const id = (typeof value === 'string' ? value : '').replace(prefix, '')
  if (!/^[0-9A-Za-z_-]{1,64}$/.test(id)) throw new Problem(reason)
  return id
}

function nameOf(value: unknown, reason: string): string {
  const name = textOf(value).trim()
  if (name === '') throw new Problem(reason)
  if (name.length > longestName) throw new Problem('a name longer than 200 characters')
  return name
}

function authorOf(value: unknown): string | null {
  const name = textOf(value).trim()
  return ['', '[deleted]', '[removed]'].includes(name) ? null : nameOf(name, 'no author')
}

/** Text that PostgreSQL can hold; it has no room for U+0000. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\0', '\uFFFD') : ''
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
  if (!(seconds > 0)) throw new Problem('no created_utc')
  if (seconds * 1000 > now + msPerDay) throw new Problem('created in the future')
  return Math.round(seconds * 1000)
}

/** Old dumps only say that it was edited, not when. */
function editedAtOf(value: unknown, createdAt: number, now: number): number | null {
  if (value === true) return createdAt
  const seconds = numberOr(value, 0)
  return seconds > 0 ? Math.min(Math.max(Math.round(seconds * 1000), createdAt), now) : null
}

const joined = (...parts: (string | null | undefined)[]) => parts.filter((part) => part?.trim()).join('\n\n')

/** In characters as PostgreSQL counts them; the length in UTF-16 settles it for nearly every text. */
const isLonger = (text: string, max: number) => text.length > max && [...text].length > max

const cut = (text: string) => [...text].slice(0, longestTitle).join('')
