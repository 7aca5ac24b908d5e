import { sql } from 'kysely'
import type { Db } from '../database/connection.ts'
import type { Viewer } from '../http/viewer.ts'
import type { ExportKey } from './place.ts'
import type { ExportRow } from './view.ts'

const ownExports = (db: Db, member: Viewer) =>
  db
    .selectFrom('data_exports')
    .where('user_id', '=', member.id)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))

/** The archive of a member, however far it is; undefined when there is none. */
export const findExport = (db: Db, member: Viewer): Promise<ExportRow | undefined> =>
  ownExports(db, member).select(['id', 'state', 'requested_at', 'expires_at', 'bytes']).executeTakeFirst()

/** A finished archive with this id, if it is the member's own. */
export const findFinishedExport = (
  db: Db,
  member: Viewer,
  id: string,
): Promise<(ExportKey & { finishedAt: Date | null }) | undefined> =>
  ownExports(db, member)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .select(['id', 'secret', 'finished_at as finishedAt'])
    .executeTakeFirst()
