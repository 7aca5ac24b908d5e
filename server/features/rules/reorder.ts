import { sql } from 'kysely'
import type { Rule } from '../../../contract/entities/community.ts'
import { toolsRefusal } from '../../core/communities/policy.ts'
import { listRules } from '../../core/communities/rules.ts'
import { recordAction } from '../../core/moderationLog/record.ts'
import { lockCommunity } from '../../core/permissions/lockCommunity.ts'
import { getRoles, staffRoleOf } from '../../core/permissions/roles.ts'
import type { Viewer } from '../../core/sessions/viewer.ts'
import type { Db } from '../../platform/database/connection.ts'
import { enforce } from '../../platform/http/refused.ts'

/**
 * Reorders the rules of a community, numbering them from 0. Rules missing in the order, such as one added meanwhile,
 * come last in their old order; unknown ids are ignored.
 *
 * @returns all rules of the community.
 * @throws Refused with `invalid_id`, `community/not-found` or `not_mod`.
 */
export function reorderRules(
  db: Db,
  member: Viewer,
  communityId: string,
  order: readonly number[],
  siteHosts: readonly string[],
): Promise<Rule[]> {
  return db.transaction().execute(async (trx) => {
    const community = await lockCommunity(trx, { id: communityId })
    const roles = await getRoles(trx, member, community, ['rules'])
    enforce(toolsRefusal(roles))
    const before = await listRules(trx, community.id, siteHosts)
    await sql`
      with requested as (
        select id, min(place) as place from unnest(${order}::bigint[]) with ordinality as named (id, place)
        group by id),
      places as (
        select rules.id, row_number() over (order by requested.place nulls last, rules.z_index, rules.id) as z_index
        from community_rules as rules left join requested on requested.id = rules.id
        where rules.community_id = ${community.id})
      update community_rules set z_index = places.z_index from places
      where community_rules.id = places.id and community_rules.z_index <> places.z_index`.execute(trx)
    const after = await listRules(trx, community.id, siteHosts)
    if (after.some(({ id }, place) => id !== before[place]?.id))
      await recordAction(trx, {
        action: 'reorder_rules',
        actor: member,
        actedAs: staffRoleOf(roles),
        communityId: community.id,
      })
    return after
  })
}
