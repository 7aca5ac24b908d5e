import type pg from 'pg'

/**
 * Disables the search triggers for this transaction, because indexing takes as long as the rest of the import. Call
 * `finishLater` in the same transaction.
 */
export const skipIndexing = (client: pg.Client) => client.query('set local folkmoot.index_later = on')

/**
 * Resets the progress of the tasks `render_outdated_texts` and `index_texts`, which go through the ids, so that a running server
 * renders and indexes the texts of this batch; until then, every view of a text renders it. In the caller's transaction, so that no
 * text is missed when the import is interrupted.
 */
export async function finishLater(client: pg.Client, subject: 'posts' | 'comments'): Promise<void> {
  const earlier = `after_id = least(after_id, (select min(id) - 1 from batch_${subject})), is_finished = false`
  await client.query(`update rendering_progress set ${earlier} where subject = '${subject}'`)
  const subjects = subject === 'posts' ? "'posts', 'words'" : "'comments'"
  await client.query(`update search_progress set ${earlier} where subject in (${subjects})`)
}
