import { setImmediate as yieldToRequests } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { excerptOf } from '../../platform/markdown/excerpt.ts'
import { rendererVersion, renderMarkdown } from '../../platform/markdown/render.ts'

/** The tables with rendered texts, and the names of their columns. */
const subjects = {
  posts: { source: 'body', html: 'body_html', version: 'body_renderer' },
  comments: { source: 'body', html: 'body_html', version: 'body_renderer' },
  communities: { source: 'about', html: 'about_html', version: 'about_renderer' },
} as const

type Subject = keyof typeof subjects

const textsPerBatch = 200

/**
 * Renders texts without stored HTML (imported ones) and texts of another version of the renderer, in batches, and
 * stores its progress. Until then, every view of such a text renders it. Excerpts of posts are updated, too.
 */
export async function renderOutdatedTexts(
  db: Db,
  options: { siteHosts: readonly string[]; signal: AbortSignal },
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
    while (!options.signal.aborted && (await renderBatch(db, subject, options.siteHosts)));
}

/**
 * Renders the next batch of one table. When texts or the progress changed meanwhile, as by an import or its repair, it goes on from where
 * they have set it. Locks, in this order, as they do: texts by their ids, the progress.
 *
 * @returns false when none was left.
 */
async function renderBatch(db: Db, subject: Subject, siteHosts: readonly string[]): Promise<boolean> {
  const start = await db
    .selectFrom('rendering_progress')
    .where('subject', '=', subject)
    // Also set to the place where it is already, the row has another version.
    .select(['after_id', sql<string>`xmin::text`.as('version')])
    .executeTakeFirstOrThrow()
  const rows = await listOutdated(db, subject, start.after_id)
  const rendered: string[] = []
  const excerpts: (string | null)[] = []
  for (const { text } of rows) {
    rendered.push(renderMarkdown(text, { siteHosts }))
    excerpts.push(subject === 'posts' ? excerptOf(text) : null)
    await yieldToRequests()
  }
  const ids = rows.map((row) => row.id)
  const last = ids.at(-1)
  const { source, html, version } = subjects[subject]
  return db.transaction().execute(async (trx) => {
    if (last !== undefined) {
      await sql`select from ${sql.table(subject)} where id = any(${ids}::bigint[]) order by id for no key update`.execute(
        trx,
      )
      await sql`
        update ${sql.table(subject)} as target
        set ${sql.ref(html)} = made.html, ${sql.ref(version)} = ${sql.lit(rendererVersion)}
          ${subject === 'posts' ? sql`, excerpt = made.excerpt` : sql``}
        from unnest(${ids}::bigint[], ${rows.map((row) => row.text)}::text[],
          ${rendered}::text[], ${excerpts}::text[]) as made (id, text, html, excerpt)
        -- optimistic locking: the text may have been edited since it was read
        where target.id = made.id and target.${sql.ref(source)} = made.text`.execute(trx)
    }
    const { numUpdatedRows } = await trx
      .updateTable('rendering_progress')
      .set({ after_id: last ?? start.after_id, is_finished: last === undefined })
      .where('subject', '=', subject)
      .where(sql<boolean>`xmin = ${start.version}::xid`)
      .executeTakeFirstOrThrow()
    return last !== undefined || numUpdatedRows === 0n
  })
}

/** The next texts of one table whose HTML is missing or of another version, in the order of their ids. */
function listOutdated(db: Db, subject: Subject, afterId: string): Promise<{ id: string; text: string }[]> {
  const isOutdated = (version: string) =>
    sql<boolean>`${sql.ref(version)} is distinct from ${sql.lit(rendererVersion)}`
  if (subject === 'communities')
    return db
      .selectFrom('communities')
      .select(['id', 'about as text'])
      .where('id', '>', afterId)
      .where('about', 'is not', null)
      .where(isOutdated('about_renderer'))
      .orderBy('id')
      .limit(sql.lit(textsPerBatch))
      .$narrowType<{ text: string }>()
      .execute()
  return db
    .selectFrom(subject === 'posts' ? 'posts' : 'comments')
    .select(['id', 'body as text'])
    .where('id', '>', afterId)
    .where('body', 'is not', null)
    .where(isOutdated('body_renderer'))
    .orderBy('id')
    .limit(sql.lit(textsPerBatch))
    .$narrowType<{ text: string }>()
    .execute()
}
