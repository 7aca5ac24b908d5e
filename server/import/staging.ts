import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { excerptOf } from '../markdown/excerpt.ts'
import type { SourceComment, Submission } from './pushshift.ts'

/**
 * Where the records of a run wait until they are turned into posts and comments. Nothing here outlives a run, so it
 * need not survive a crash and skips the log.
 */
const schema = `
  drop schema if exists import_staging cascade;
  create schema import_staging;
  create unlogged table import_staging.submissions (
    row_id bigint not null, source_id text not null, community text not null, author text, title text not null,
    body text, excerpt text, link_url text, link_hostname text, upvotes integer not null,
    downvotes integer not null, created_at timestamptz not null, edited_at timestamptz, is_locked boolean not null,
    content_deleted_as text
  ) with (autovacuum_enabled = off);
  create unlogged table import_staging.comments (
    row_id bigint not null, source_id text not null, post_source_id text not null, parent_source_id text,
    author text, body text not null, upvotes integer not null, downvotes integer not null,
    created_at timestamptz not null, edited_at timestamptz, deleted_as text,
    origin integer not null, line bigint not null, record text not null
  ) with (autovacuum_enabled = off)`

export const createStaging = (client: pg.Client) => client.query(schema)

export const dropStaging = (client: pg.Client) => client.query('drop schema if exists import_staging cascade')

/** Ready for joins by row. */
export const indexStaging = (client: pg.Client) =>
  client.query(`
    create unique index on import_staging.submissions (row_id);
    create unique index on import_staging.comments (row_id);
    analyze import_staging.submissions (row_id, source_id), import_staging.comments (row_id, source_id)`)

/** Bytes gathered before they are handed to the connection. */
const flushAtLength = 128 * 1024

interface StagingWriter {
  /** Takes a row at once; `drain` then waits until there is room for more. */
  add(columns: readonly Column[]): void
  drain(): Promise<void>
  /** Ends the copy; the rows are there afterwards. */
  finish(): Promise<void>
  abandon(): void
}

/** Copies rows into one table, as fast as PostgreSQL takes them; it numbers them from 1. */
export function openStagingWriter(client: pg.Client, table: 'submissions' | 'comments'): StagingWriter {
  const stream = client.query(copyFrom(`copy import_staging.${table} from stdin`))
  const finished = once(stream, 'finish')
  // Heard again where it is awaited.
  finished.catch(() => {})
  let rows = 0
  let gathered = ''
  return {
    add(columns) {
      rows += 1
      gathered += `${[rows, ...columns].map(copyText).join('\t')}\n`
    },
    async drain() {
      if (gathered.length < flushAtLength) return
      const text = gathered
      gathered = ''
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), finished])
    },
    async finish() {
      stream.end(gathered)
      await finished
    },
    abandon() {
      stream.destroy()
    },
  }
}

type Column = string | number | boolean | Date | null

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in the text format of PostgreSQL's copy. */
function copyText(value: Column): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  const text = String(value)
  return special.test(text)
    ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)
    : text
}

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms))

/** So much source is more than an excerpt can show, unless addresses that it leaves out take up the room. */
const plainSourceLength = 500
const linkedSourceLength = 4000
const mayHoldAddress = /[[<]|:\/\//

function excerptFor(body: string): string {
  const beginning = body.slice(0, plainSourceLength)
  return excerptOf(mayHoldAddress.test(beginning) ? body.slice(0, linkedSourceLength) : beginning)
}

export function submissionColumns(one: Submission): Column[] {
  return [
    one.sourceId,
    one.community,
    one.author,
    one.title,
    one.body,
    one.body ? excerptFor(one.body) : null,
    one.link?.url ?? null,
    one.link?.hostname ?? null,
    one.upvotes,
    one.downvotes,
    new Date(one.createdAt),
    dateOrNull(one.editedAt),
    one.isLocked,
    one.contentDeletedAs,
  ]
}

/** @param place where the record stood, and the record itself: it goes into the rejects file if its parent is missing. */
export function commentColumns(
  one: SourceComment,
  place: { origin: number; line: number; record: string },
): Column[] {
  return [
    one.sourceId,
    one.postSourceId,
    one.parentSourceId,
    one.author,
    one.body,
    one.upvotes,
    one.downvotes,
    new Date(one.createdAt),
    dateOrNull(one.editedAt),
    one.deletedAs,
    place.origin,
    place.line,
    place.record,
  ]
}
