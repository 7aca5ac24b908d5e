// Made from welcomeMembers.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly communityKey: string
  readonly afterHours: number
  readonly batch: number
}

export type WelcomeMembersRow = {
  id: string
}

export const welcomeMembers: Statement<Parameters, WelcomeMembersRow> = {
  name: 'welcomeMembers',
  text: `with community as materialized ( select id from communities where id = community_named($1) and deleted_at is null ), newcomer as ( select users.id from community cross join lateral ( select id from users where created_at < now() - make_interval(hours => $2) and not is_welcomed and not is_built_in and password_hash is not null and deleted_at is null and banned_at is null order by created_at limit $3::integer) as users ), member as materialized ( select users.id, community.id as community_id from users cross join community where users.id in (select id from newcomer) and not is_welcomed and deleted_at is null and banned_at is null order by users.id for no key update of users ), notification as materialized ( select id as user_id, notify_member(id, 'welcome', now(), community => community_id) as new_count_change from member ) select (welcome_member(user_id, new_count_change)).id as "id" from notification`,
  parameters: ['communityKey', 'afterHours', 'batch'],
  literals: [],
}
