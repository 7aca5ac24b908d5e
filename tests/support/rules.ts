import { sql } from 'kysely'
import type { Scene } from './scene.ts'

/** The id of the community `birding`. */
export const idOfBirding = async ({ forum }: Scene): Promise<string> =>
  (
    await forum.db
      .selectFrom('communities')
      .select('id')
      .where('name', '=', 'birding')
      .executeTakeFirstOrThrow()
  ).id

/** A new rule of `birding`, and the URLs of it and of all its rules. */
export async function newRule(scene: Scene): Promise<{ id: number; ofCommunity: string; address: string }> {
  const communityId = await idOfBirding(scene)
  const { rows } = await sql<{ id: string }>`
    insert into community_rules (community_id, rule, created_by)
    values (${communityId}, 'Be kind', ${scene.admin.id}) returning id`.execute(scene.forum.db)
  const ofCommunity = `/api/communities/${communityId}/rules`
  const id = Number(rows[0]?.id)
  return { id, ofCommunity, address: `${ofCommunity}/${id}` }
}
