import { sql } from 'kysely'
import { errors } from '../../../contract/errors.ts'
import type { Db } from '../../platform/database/connection.ts'
import { Refused } from '../../platform/http/refused.ts'
import { isPlainHash, plainHash } from './pictureHash.ts'

/**
 * Refuses a picture that is, or looks like, a blocked one.
 *
 * @param options.distance how many of the 64 bits of the hashes may differ.
 * @throws Refused with `blocked-picture`.
 */
export async function enforceUnblocked(
  db: Db,
  hash: string,
  { distance }: { distance: number },
): Promise<void> {
  if (isPlainHash(hash)) return
  const { rows } =
    await sql`select from blocked_pictures where bit_count(hash # ${hash}::bit(64)) <= ${distance} limit 1`.execute(
      db,
    )
  if (rows.length > 0) throw new Refused(errors.blockedPicture)
}

/** Whether one of these images is, or looks like, a blocked one. Those without a hash count as different. */
export async function isOneBlocked(
  db: Db,
  imageIds: readonly string[],
  { distance }: { distance: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from images join blocked_pictures on bit_count(images.hash # blocked_pictures.hash) <= ${distance}
    where images.id = any(${imageIds}::bigint[]) and images.hash <> ${plainHash}::bit(64) limit 1`.execute(db)
  return rows.length > 0
}
