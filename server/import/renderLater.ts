import type pg from 'pg'

/**
 * Resets the progress of the task `render_outdated_texts`, which goes through the ids, so that a running server renders
 * the texts of this batch. Until then, every view of a text renders it. In the caller's transaction.
 */
export const renderLater = (client: pg.Client, subject: 'posts' | 'comments') =>
  client.query(`
    update rendering_progress
    set after_id = least(after_id, (select min(id) - 1 from batch_${subject})), is_finished = false
    where subject = '${subject}'`)
