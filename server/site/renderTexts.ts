import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import { rendererVersion, renderMarkdown } from '../markdown/render.ts'

const subjects = {
  posts: {
    table: sql.table('posts'),
    source: sql.ref('body'),
    html: sql.ref('body_html'),
    version: sql.ref('body_renderer'),
  },
  comments: {
    table: sql.table('comments'),
    source: sql.ref('body'),
    html: sql.ref('body_html'),
    version: sql.ref('body_renderer'),
  },
  communities: {
    table: sql.table('communities'),
    source: sql.ref('about'),
    html: sql.ref('about_html'),
    version: sql.ref('about_renderer'),
  },
} as const

type Subject = keyof typeof subjects

const textsPerBatch = 200

/**
 * Renders texts whose stored HTML is missing (imported ones) or of another renderer, batch by batch, and
 * remembers how far it came. Until a text has its turn, reading it renders it each time.
 */
export async function renderOutdatedTexts(
  db: Db,
  options: { siteHost: string | undefined; signal: AbortSignal },
): Promise<void> {
  await db
    .updateTable('rendering_progress')
    .set({ renderer: rendererVersion, after_id: '0', is_finished: false })
    .where('renderer', '<>', rendererVersion)
    .execute()
  const unfinished = await db
    .selectFrom('rendering_progress')
    .where('is_finished', '=', false)
    .select('subject')
    .execute()
  for (const { subject } of unfinished)
    while (!options.signal.aborted && (await renderBatch(db, subject as Subject, options.siteHost)));
}

/** Renders the next texts of one kind; false when there were none left. */
async function renderBatch(db: Db, subject: Subject, siteHost: string | undefined): Promise<boolean> {
  const { table, source, html, version } = subjects[subject]
  const { rows } = await sql<{ id: string; text: string }>`
    select id, ${source} as text from ${table}
    where id > (select after_id from rendering_progress where subject = ${subject})
      and ${source} is not null and ${version} is distinct from ${sql.lit(rendererVersion)}
    order by id limit ${sql.lit(textsPerBatch)}`.execute(db)
  const rendered: string[] = []
  for (const { text } of rows) {
    rendered.push(renderMarkdown(text, siteHost ? { siteHost } : {}))
    await yieldToRequests()
  }
  const last = rows.at(-1)?.id
  await sql`
    with stored as (
      update ${table} as target set ${html} = made.html, ${version} = ${sql.lit(rendererVersion)}
      from unnest(${rows.map((row) => row.id)}::bigint[], ${rows.map((row) => row.text)}::text[],
        ${rendered}::text[]) as made (id, text, html)
      -- somebody may have edited it since we looked
      where target.id = made.id and target.${source} = made.text)
    update rendering_progress set after_id = coalesce(${last ?? null}::bigint, after_id), is_finished = ${last === undefined}
    where subject = ${subject}`.execute(db)
  return last !== undefined
}
