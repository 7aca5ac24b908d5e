import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'

/** A batch of an import waits for one of these at most. */
const textsPerBatch = 500

const batches = {
  posts: sql`
    with batch as (
      select * from posts where id > (select after_id from search_progress where subject = 'posts')
      order by id limit ${sql.lit(textsPerBatch)}),
    indexed as (
      insert into post_search (post_id, community_id, author_id, type, created_at, words)
      select id, community_id, author_id, type, created_at, post_words(title,
        case when content_deleted_at is null then body end,
        case when content_deleted_at is null then link_hostname end, author_id, community_id, type, created_at)
      from batch where deleted_at is null
      on conflict (post_id) do update set words = excluded.words
        where post_search.words is distinct from excluded.words)
    update search_progress set after_id = coalesce((select max(id) from batch), after_id),
      is_finished = not exists (select from batch)
    where subject = 'posts' returning is_finished`,
  comments: sql`
    with batch as (
      select comments.*, posts.community_id, posts.type
      from comments join posts on posts.id = comments.post_id
      where comments.id > (select after_id from search_progress where subject = 'comments')
      order by comments.id limit ${sql.lit(textsPerBatch)}),
    indexed as (
      insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
      select id, post_id, community_id, author_id, created_at,
        comment_words(body, author_id, community_id, type, created_at)
      from batch where deleted_at is null
      on conflict (comment_id) do update set words = excluded.words
        where comment_search.words is distinct from excluded.words)
    update search_progress set after_id = coalesce((select max(id) from batch), after_id),
      is_finished = not exists (select from batch)
    where subject = 'comments' returning is_finished`,
}

/**
 * Makes the texts findable that are not yet: those from before there was a search or from an import, and all of them when
 * the site's language has changed. New and changed texts take care of themselves. Goes on where it was interrupted.
 *
 * @param options.language whose stemmer and stop words PostgreSQL uses, `simple` for none.
 */
export async function indexTexts(
  db: Db,
  { language, signal }: { language: string; signal: AbortSignal },
): Promise<void> {
  await adoptLanguage(db, language)
  const { rows } = await sql<{ subject: keyof typeof batches }>`
    select subject from search_progress where not is_finished`.execute(db)
  for (const { subject } of rows) while (!signal.aborted && !(await indexBatch(db, subject)));
}

/** @returns whether there was nothing left. */
async function indexBatch(db: Db, subject: keyof typeof batches): Promise<boolean> {
  // One batch after the other: a text that somebody changes meanwhile is indexed by whoever comes last.
  return db.transaction().execute(async (trx) => {
    await sql`select from search_progress where subject = ${subject} for update`.execute(trx)
    const { rows } = await sql<{ is_finished: boolean }>`${batches[subject]}`.execute(trx)
    return rows[0]?.is_finished ?? true
  })
}

async function adoptLanguage(db: Db, language: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('site_settings')
      .set({ search_language: language })
      .where('search_language', '<>', language)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const dictionary = language === 'simple' ? 'simple' : `${language}_stem`
    await sql`select adopt_search_dictionary(${dictionary})`.execute(trx)
    await sql`update search_progress set after_id = 0, is_finished = false`.execute(trx)
  })
}
