// Made from joinedCommunities.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly userIds: readonly string[]
}

export type JoinedCommunitiesRow = {
  communities: string[]
}

export const joinedCommunities: Statement<Parameters, JoinedCommunitiesRow> = {
  name: 'joinedCommunities',
  text: `select array(select community_id from memberships where memberships.user_id = given.user_id) as communities from unnest($1::bigint[]) with ordinality as given (user_id, place) order by given.place`,
  parameters: ['userIds'],
  literals: [],
}
