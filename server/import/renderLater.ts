import type pg from 'pg'

/**
 * Has the background work of a running server render the texts of this batch: it walks through the ids and may have
 * passed theirs. Until it comes by, reading a text renders it each time. Runs inside the caller's transaction.
 */
export const renderLater = (client: pg.Client, subject: 'posts' | 'comments') =>
  client.query(`
    update rendering_progress
    set after_id = least(after_id, (select min(id) - 1 from batch_${subject})), is_finished = false
    where subject = '${subject}'`)
