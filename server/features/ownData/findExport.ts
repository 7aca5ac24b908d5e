import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import type { ArchiveFormat, ExportKey } from './paths.ts'
import type { ExportRow } from './serialize.ts'

const ownExports = (db: Db, member: { readonly id: string }) =>
  db
    .selectFrom('data_exports')
    .where('user_id', '=', member.id)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))

/** The archive of a member in any state; undefined when there is none. */
export const findExport = (db: Db, member: { readonly id: string }): Promise<ExportRow | undefined> =>
  ownExports(db, member).select(['id', 'state', 'requested_at', 'expires_at', 'bytes']).executeTakeFirst()

/** The finished archive with this id; undefined when it is not the member's own. */
export const findFinishedExport = (
  db: Db,
  member: { readonly id: string },
  id: string,
): Promise<(ExportKey & { finishedAt: Date | null; format: ArchiveFormat }) | undefined> =>
  ownExports(db, member)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .select(['id', 'secret', 'finished_at as finishedAt', sql<ArchiveFormat>`format`.as('format')])
    .executeTakeFirst()
