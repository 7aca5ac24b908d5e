import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { queryRow } from '../../platform/database/statement.ts'
import { indexComments } from './indexComments.sql.ts'
import { indexPosts } from './indexPosts.sql.ts'
import { indexWords } from './indexWords.sql.ts'

/** Batch size. A concurrent import waits for at most one of these. */
const textsPerBatch = 500
/** Titles whose words are counted in one statement. */
const titlesPerBatch = 2000
/** Beyond this many words, those used once are deleted. */
const wordsMax = 1_000_000

const subjects = ['posts', 'comments'] as const
type Subject = (typeof subjects)[number]

/**
 * Adds missing texts to the search index: those of an import or from before the search existed, and all of them when the
 * site's language has changed. Triggers index new and changed texts. Continues where it was interrupted.
 *
 * @param options.language whose stemmer and stop words PostgreSQL uses, `simple` for none.
 */
export async function indexTexts(
  db: Db,
  { language, signal }: { language: string; signal: AbortSignal },
): Promise<void> {
  await adoptLanguage(db, language)
  const rows = await db
    .selectFrom('search_progress')
    .where('is_finished', '=', false)
    .select('subject')
    .execute()
  const unfinished = subjects.filter((subject) => rows.some((row) => row.subject === subject))
  for (const subject of unfinished) while (!signal.aborted && !(await indexBatch(db, subject)));
  await countWords(db, signal)
}

/**
 * Counts the words of new titles; the last word of a search is completed to the most used ones. The counts are not exact: a word stays when its title is edited or deleted.
 */
async function countWords(db: Db, signal: AbortSignal): Promise<void> {
  let counted = 0
  while (!signal.aborted && (await queryRow(db, indexWords, { limit: String(titlesPerBatch) }))) counted++
  if (counted > 0)
    await sql`delete from search_words
      where uses = 1 and (select reltuples from pg_class where oid = 'search_words'::regclass) > ${sql.lit(wordsMax)}`.execute(
      db,
    )
}

/** @returns whether nothing was left. */
async function indexBatch(db: Db, subject: Subject): Promise<boolean> {
  // Serializes batches; a text that changes meanwhile is indexed again by its trigger.
  return db.transaction().execute(async (trx) => {
    await sql`select from search_progress where subject = ${subject} for update`.execute(trx)
    const limit = String(textsPerBatch)
    const progress = await (subject === 'posts'
      ? queryRow(trx, indexPosts, { limit })
      : queryRow(trx, indexComments, { limit }))
    return progress?.is_finished ?? true
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
    await sql`update search_progress set after_id = 0, is_finished = false where subject <> 'words'`.execute(
      trx,
    )
  })
}
