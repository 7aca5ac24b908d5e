import { once } from 'node:events'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { excerptOf } from '../platform/markdown/excerpt.ts'
import type { SourceComment, Submission } from './pushshift.ts'

/**
 * Staging tables for the records of one run. They are unlogged, which skips the write-ahead log, because they do not have to
 * survive a crash.
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

/** A staging table as those of `createStaging`, numbered by `row_id`. @param columns names and types. */
export const stagingTable = (name: string, columns: readonly (readonly [string, string])[]): string =>
  `create unlogged table import_staging.${name} (row_id bigint, ${columns.map((column) => column.join(' ')).join(', ')})
  with (autovacuum_enabled = off);`

export const dropStaging = (client: pg.Client) => client.query('drop schema if exists import_staging cascade')

/** The most frequent spelling of each name; of equally frequent ones, that with the first small letter. @param names a query for `name`. */
const spellings = (table: string, names: string) => `
    create unlogged table import_staging.${table} as
    select distinct on (lower(name)) lower(name) as source_name, name
    from (select name, count(*) as uses from (${names}) named where name is not null group by name) counted
    order by lower(name), uses desc, name collate "C" desc;
    create index on import_staging.${table} (source_name);
    analyze import_staging.${table};`

/** Creates the indexes after the copy, which is faster, and analyzes the tables for the joins that follow. */
export const indexStaging = (client: pg.Client) =>
  client.query(`
    create unique index on import_staging.submissions (row_id);
    create unique index on import_staging.comments (row_id);
    ${spellings('spelled_communities', 'select community as name from import_staging.submissions')}
    ${spellings('spelled_authors', 'select author as name from import_staging.submissions union all select author from import_staging.comments')}
    analyze import_staging.submissions (row_id, source_id), import_staging.comments (row_id, source_id)`)

/** Characters buffered before they are written to the connection. */
const flushAtLength = 128 * 1024

export interface StagingWriter {
  /** Buffers a row. Call `drain` now and then. */
  add(columns: readonly Column[]): void
  /** Writes the buffer when it is large enough, and waits for backpressure. */
  drain(): Promise<void>
  /** Completes the copy. */
  finish(): Promise<void>
  abort(): void
}

/** Writes rows into one table with COPY and numbers them from 1 (`row_id`). */
export function openStagingWriter(client: pg.Client, table: string): StagingWriter {
  const stream = client.query(copyFrom(`copy import_staging.${table} from stdin`))
  const finished = once(stream, 'finish')
  // `drain` and `finish` await it; until then a rejection must not count as unhandled.
  finished.catch(() => {})
  let rows = 0
  let buffer = ''
  return {
    add(columns) {
      rows += 1
      buffer += `${[rows, ...columns].map(copyText).join('\t')}\n`
    },
    async drain() {
      if (buffer.length < flushAtLength) return
      const text = buffer
      buffer = ''
      if (!stream.write(text)) await Promise.race([once(stream, 'drain'), finished])
    },
    async finish() {
      stream.end(buffer)
      await finished
    },
    abort() {
      stream.destroy()
    },
  }
}

export type Column = string | number | boolean | Date | null

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** A value in the text format of COPY. @see https://www.postgresql.org/docs/current/sql-copy.html */
function copyText(value: Column): string {
  if (value === null) return '\\N'
  if (value instanceof Date) return value.toISOString()
  const text = String(value)
  return special.test(text)
    ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] ?? character)
    : text
}

const dateOrNull = (ms: number | null) => (ms === null ? null : new Date(ms))

/** The beginning of a body is enough for an excerpt; links need more, because the excerpt drops their URLs. */
const plainSourceLength = 500
const linkedSourceLength = 4000
const mayContainLink = /[[<]|:\/\//

export function excerptFor(body: string): string {
  const beginning = body.slice(0, plainSourceLength)
  return excerptOf(mayContainLink.test(beginning) ? body.slice(0, linkedSourceLength) : beginning)
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

/** @param source the location and text of the record, for the rejects file in case its parent is missing. */
export function commentColumns(
  one: SourceComment,
  source: { origin: number; line: number; record: string },
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
    source.origin,
    source.line,
    source.record,
  ]
}
