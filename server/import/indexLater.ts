import type pg from 'pg'

/**
 * Disables the search triggers for this transaction, because indexing takes as long as the rest of the import. Call
 * `indexLater` in the same transaction.
 */
export const skipIndexing = (client: pg.Client) => client.query('set local folkmoot.index_later = on')

/**
 * Resets the progress of the task `index_texts`, so that a running server indexes the texts of this batch. In the
 * caller's transaction, so that no text is missed when the import is interrupted.
 */
export const indexLater = (client: pg.Client, subject: 'posts' | 'comments') =>
  client.query(`
    update search_progress
    set after_id = least(after_id, (select min(id) - 1 from batch_${subject})), is_finished = false
    where subject in (${subject === 'posts' ? "'posts', 'words'" : "'comments'"})`)
