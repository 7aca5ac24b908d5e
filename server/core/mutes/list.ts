import type { Mutes } from '../../../contract/entities/mute.ts'
import type { Db } from '../../platform/database/connection.ts'
import { muteColumns } from './columns.ts'
import { mutesView } from './serialize.ts'

/** Everything that a member muted. */
export async function listMutes(db: Db, memberId: string): Promise<Mutes> {
  return mutesView(await db.selectNoFrom([...muteColumns({ id: memberId })]).executeTakeFirstOrThrow())
}
