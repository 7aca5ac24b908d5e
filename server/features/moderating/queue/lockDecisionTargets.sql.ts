// Made from lockDecisionTargets.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../../platform/database/statement.ts'

interface Parameters {
  readonly postIds: readonly string[]
  readonly commentIds: readonly string[]
  readonly closesThreads: boolean
}

export type LockDecisionTargetsRow = {
  posts: number
  comments: number
}

export const lockDecisionTargets: Statement<Parameters, LockDecisionTargetsRow> = {
  name: 'lockDecisionTargets',
  text: `with thread as materialized ( select close_thread(id) from (select id from unnest($1::bigint[]) as id order by id) as post where \${closesThreads} ), post as materialized ( select posts.id from posts cross join (select count(*) from thread) as closed where posts.id = any($1) order by posts.id for no key update of posts ), comment as materialized ( select comments.id from comments cross join (select count(*) from post) as locked where comments.id = any($2) order by comments.id for no key update of comments ) select (select count(*) from post)::integer as "posts", (select count(*) from comment)::integer as "comments"`,
  parameters: ['postIds', 'commentIds'],
  literals: ['closesThreads'],
}
