import { queryRowOn } from '../../platform/database/statement.ts'
import type { DatabaseWatch } from '../../platform/database/watch.ts'
import { withheldImages } from './withheldImages.sql.ts'

/** The images of what bans removed, in memory. */
export interface WithheldImages {
  /** @param id a decimal number. */
  has(id: string): boolean
  remove(): void
}

export const noWithheldImages: WithheldImages = {
  has: () => false,
  remove() {},
}

/**
 * Keeps in memory which images belong to what bans removed, so that serving an image needs no query. PostgreSQL notifies of each change.
 *
 * @returns once they are loaded.
 */
export async function watchWithheldImages(watch: DatabaseWatch): Promise<WithheldImages> {
  let known: ReadonlySet<string> = new Set()
  let knownVersion = ''
  const { remove } = await watch.add({
    // As in the database's function `notify_withheld_contents`.
    channel: 'withheld_contents',
    async read(client) {
      const row = await queryRowOn(client, withheldImages, { knownVersion })
      if (!row?.ids) return
      known = new Set(row.ids)
      knownVersion = row.version
    },
  })
  return { has: (id) => known.has(id), remove }
}
