// Made from joinedCommunities.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly memberId: string
}

export type JoinedCommunitiesRow = {
  communities: string[]
  read_at: string
}

export const joinedCommunities: Statement<Parameters, JoinedCommunitiesRow> = {
  name: 'joinedCommunities',
  text: `select array(select community_id from memberships where user_id = $1) as communities, (extract(epoch from statement_timestamp()) * 1000000)::bigint as "read_at"`,
  parameters: ['memberId'],
  literals: [],
}
