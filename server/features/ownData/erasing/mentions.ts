import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/connection.ts'
import type { Place, Slice } from './erasure.ts'

/** The columns in which members and staff write texts, by table. A test compares them with the tables that there are. */
export const textColumns: Readonly<Record<string, readonly string[]>> = {
  posts: ['title', 'body', 'body_html', 'excerpt'],
  comments: ['body', 'body_html'],
  text_versions: ['title', 'body'],
  reported_copies: ['title', 'body'],
  appeals: ['rule', 'reason', 'body', 'answer'],
  application_questions: ['question', 'answer'],
  applications: ['answers', 'decision_text'],
  automation_hits: ['excerpt'],
  automation_rules: ['name', 'definition'],
  automation_versions: ['name', 'definition', 'why'],
  communities: ['about', 'about_html'],
  community_bans: ['note', 'reason', 'rule'],
  community_requests: ['note', 'denied_note'],
  community_rules: ['rule', 'description'],
  drafts: ['title', 'body'],
  images: ['alt_text'],
  blocked_pictures: ['note'],
  ip_blocks: ['note'],
  lists: ['display_name', 'description'],
  member_notes: ['body'],
  moderation_log: ['reason', 'details'],
  modmail_conversations: ['subject'],
  modmail_messages: ['body'],
  notices: ['address', 'ground', 'country', 'body', 'reasons', 'complaint', 'second_reasons'],
  notifications: ['body', 'details'],
  post_merges: ['reason'],
  post_moves: ['reason'],
  removal_templates: ['templates'],
  report_reasons: ['title', 'description'],
  reports: ['rule', 'note'],
  setting_changes: ['before', 'after'],
  setting_values: ['value'],
  site_bans: ['reason'],
  static_page_versions: ['text'],
  users: ['about_me'],
  withheld_contents: ['body', 'body_html', 'excerpt'],
}

/** Those of `textColumns` that are JSON. A name has no character that JSON escapes. */
const jsonColumns = new Set([
  'applications.answers',
  'automation_rules.definition',
  'automation_versions.definition',
  'moderation_log.details',
  'notifications.details',
  'removal_templates.templates',
  'setting_changes.before',
  'setting_changes.after',
  'setting_values.value',
])

/** 8 MiB, some ten thousand texts at most: a transaction of less than a second. */
const blocksPerSlice = 1024

/** A short name is not replaced by a longer one, so that no text gets longer than it may be. */
const replacementOf = (name: string): string => (name.length < 'ghost'.length ? '@…' : '@ghost')

/**
 * A regular expression of PostgreSQL for mentions of a name, in texts and in their HTML: `@name` at the beginning of a word, and as the
 * path of a link to this site; but neither mail addresses nor the name at other sites.
 */
export const mentionPattern = (name: string, siteHost: string | undefined): string => {
  const own = siteHost === undefined ? '' : `|(?<=${siteHost.replace(/[.[\]]/g, '\\$&')}/)`
  return `((?<![0-9A-Za-z_./-])|(?<=(^|["'(=[:space:]])/)${own})@${name}(?![0-9A-Za-z_])`
}

/**
 * Replaces the mentions of a name in the texts of others, which are indexed again for the search. Each table is read from its beginning to its
 * end, because no index finds parts of texts. The plain name without an @ stays, since it can be a word.
 */
export async function replaceMentions(
  trx: Db,
  { name, place, siteHost }: { name: string; place: Place | null; siteHost: string | undefined },
): Promise<Slice> {
  const tables = Object.keys(textColumns)
  const table = place?.table ?? tables[0] ?? ''
  const from = Number(place?.block ?? 0)
  const to = from + blocksPerSlice
  const pattern = mentionPattern(name, siteHost)
  const columns = textColumns[table] ?? []
  const replaced = (column: string): RawBuilder<unknown> => {
    const isJson = jsonColumns.has(`${table}.${column}`)
    const text = isJson ? sql`${sql.ref(column)}::text` : sql.ref(column)
    const changed = sql`regexp_replace(${text}, ${pattern}, ${replacementOf(name)}, 'gi')`
    return sql`${sql.ref(column)} = ${isJson ? sql`(${changed})::jsonb` : changed}`
  }
  const escaped = `%@${name.replace(/_/g, '\\_')}%`
  const mentions = (column: string) =>
    sql`(${sql.ref(column)}::text ilike ${escaped} and ${sql.ref(column)}::text ~* ${pattern})`
  const { numAffectedRows = 0n } = await sql`
    update ${sql.table(table)} set ${sql.join(columns.map(replaced))}
    where ctid >= ${sql.lit(`(${from},0)`)}::tid and ctid < ${sql.lit(`(${to},0)`)}::tid
      and (${sql.join(columns.map(mentions), sql` or `)})`.execute(trx)
  const { rows } = await sql<{ isMore: boolean }>`
    select pg_relation_size(${table}::regclass) / current_setting('block_size')::integer > ${to} as "isMore"`.execute(
    trx,
  )
  const following = tables[tables.indexOf(table) + 1]
  const counts = { mentions: Number(numAffectedRows) }
  if (rows[0]?.isMore) return { counts, next: { table, block: String(to) } }
  return { counts, next: following === undefined ? null : { table: following, block: '0' } }
}
