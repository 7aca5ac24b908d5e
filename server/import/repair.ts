import type pg from 'pg'
import { inTransaction, openLongSession } from '../platform/database/longSession.ts'
import { decodedSql } from './entities.ts'
import { lockImport } from './importPushshift.ts'

const rowsPerBatch = 2000

export interface Repair {
  /** Texts that had entities, and are decoded now; in a dry run, those that would be. */
  readonly posts: number
  readonly comments: number
  /** The first of them, before and after. */
  readonly samples: readonly { readonly before: string; readonly after: string }[]
}

interface Subject {
  readonly table: 'posts' | 'comments'
  readonly id: 'post_id' | 'comment_id'
  /** The columns with texts that imports escaped. */
  readonly texts: readonly string[]
}

const subjects: readonly Subject[] = [
  { table: 'posts', id: 'post_id', texts: ['title', 'body', 'link_url'] },
  { table: 'comments', id: 'comment_id', texts: ['body'] },
]

/**
 * Decodes the HTML entities in texts that were imported before imports decoded them, once for each text. Texts that were edited since
 * are left as their authors wrote them. Triggers index the texts, and a job renders them.
 *
 * @param options.isDry writes nothing.
 */
export async function repairImports(
  connection: pg.ClientConfig,
  { isDry, signal }: { isDry: boolean; signal: AbortSignal },
): Promise<Repair> {
  const session = await openLongSession(connection, { signal })
  try {
    await lockImport(session)
    const counts = { posts: 0, comments: 0 }
    const samples: { before: string; after: string }[] = []
    for (const subject of subjects)
      for (let after: string | null = ''; after !== null; ) {
        const start: string = after
        const batch = await inTransaction(session, signal, () => repairBatch(session, subject, start, isDry))
        after = batch.last
        counts[subject.table] += batch.changed.length
        samples.push(...batch.changed.slice(0, 5 - Math.min(5, samples.length)))
      }
    return { ...counts, samples }
  } finally {
    await session.end()
  }
}

/** Repairs the next texts. @param after the id at the source of the last one. @returns `last` is null when none was left. */
async function repairBatch(session: pg.Client, { table, id, texts }: Subject, after: string, isDry: boolean) {
  const isEscaped = `(${texts.map((text) => `target.${text} <> ${decodedSql(`target.${text}`)}`).join(' or ')})`
  await session.query(
    `create temp table repaired on commit drop as
     select known.source_id, target.id, ${isEscaped} and not exists (
         select from text_versions version where version.${id} = target.id) as is_escaped,
       concat_ws(' · ', ${texts.map((text) => `left(target.${text}, 300)`).join(', ')}) as before
     from (select source_id, ${id} from imported_${table} where source_id > $1 and not is_decoded
       order by source_id limit ${rowsPerBatch}) known
     left join ${table} target on target.id = known.${id}`,
    [after],
  )
  if (!isDry)
    await session.query(`
      -- In the order in which the job that renders texts locks them.
      select from ${table} where id in (select id from repaired where is_escaped) order by id for update;
      update ${table} target
      set ${texts.map((text) => `${text} = ${decodedSql(`target.${text}`)}`).join(', ')}, body_html = null, body_renderer = null
      from repaired where repaired.id = target.id and is_escaped;
      update imported_${table} known set is_decoded = true from repaired where known.source_id = repaired.source_id;
      update rendering_progress
      set after_id = least(after_id, (select min(id) - 1 from repaired where is_escaped)), is_finished = false
      where subject = '${table}' and exists (select from repaired where is_escaped)`)
  const { rows } = await session.query<{ before: string; after: string }>(
    `select before, ${decodedSql('before')} as after from repaired where is_escaped order by source_id`,
  )
  const { rows: ends } = await session.query<{ last: string | null }>(
    'select max(source_id) as last from repaired',
  )
  return { changed: rows, last: ends[0]?.last ?? null }
}
