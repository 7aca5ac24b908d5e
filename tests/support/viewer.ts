import { sql } from 'kysely'
import type { Viewer } from '../../server/core/sessions/viewer.ts'
import type { Db } from '../../server/platform/database/connection.ts'

/** Inserts many members into the database, without passwords, so nobody can log in as one of them. */
export async function manyMembers(db: Db, count: number, prefix = 'crowd'): Promise<Viewer[]> {
  const { rows } = await sql<{ id: string; username: string; created_at: Date }>`
    insert into users (username) select ${prefix} || n from generate_series(1, ${count}::integer) as n
    returning id, username, created_at`.execute(db)
  return rows.map(({ id, username, created_at }) => ({
    id,
    username,
    isAdmin: false,
    trust: 0,
    points: 1,
    contributions: 1000,
    language: null,
    createdAt: created_at,
    hasConfirmedEmail: false,
    permissions: new Map(),
    moderates: new Set<string>(),
    bans: [],
    hidesPosts: false,
    mutesMembers: false,
    mutesCommunities: false,
    hidesBots: false,
    accountVersion: '',
    notBefore: 0,
    writtenUpTo: 0,
    readsOnly: false,
  }))
}
