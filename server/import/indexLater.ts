import type pg from 'pg'

/**
 * Has no words made of the texts that this transaction writes: that takes as long as all the rest of it. Whoever calls
 * this also calls `indexLater`.
 */
export const leaveWords = (client: pg.Client) => client.query('set local folkmoot.index_later = on')

/**
 * Has the background work of a running server make the texts of this batch findable; it is told in the transaction that
 * writes them, so none is forgotten, whatever ends the import. Runs inside the caller's transaction.
 */
export const indexLater = (client: pg.Client, subject: 'posts' | 'comments') =>
  client.query(`
    update search_progress
    set after_id = least(after_id, (select min(id) - 1 from batch_${subject})), is_finished = false
    where subject = '${subject}'`)
