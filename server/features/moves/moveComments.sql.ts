// Made from moveComments.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly fromId: string
  readonly rootIds: readonly string[]
  readonly toId: string
  readonly heldIds: readonly string[]
}

export type MoveCommentsRow = {
  comments: number
}

export const moveComments: Statement<Parameters, MoveCommentsRow> = {
  name: 'moveComments',
  text: `with moved as materialized ( select id from comments where post_id = $1 and coalesce(ancestors[1], id) = any($2::bigint[]) ), comment as ( update comments set post_id = $3 where id in (select id from moved) ), vote as ( update comment_votes set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), found as ( update comment_search set post_id = $3, words = case when origin.type = target.type then words else ts_delete(words, '§t' || origin.type) || array_to_tsvector(array['§t' || target.type]) end from posts as origin, posts as target where origin.id = $1 and target.id = $3 and comment_id in (select id from moved) ), report as ( update reports set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), outcome as ( update report_outcomes set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), alert as ( update report_alerts set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), copy as ( update reported_copies set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), review as ( update reviews set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), appeal as ( update appeals set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), held as ( update held_items set post_id = $3 where post_id = $1 and (comment_id in (select id from moved) or id = any($4::bigint[])) ), hit as ( update automation_hits set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), listed as ( update list_items set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), new_text as ( update new_member_texts set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), withheld as ( update withheld_contents set post_id = $3 where post_id = $1 and comment_id in (select id from moved) ), looker as ( delete from queue_lookers where post_id = $1 and comment_id in (select id from moved) ), counted as ( update posts set comment_count = comment_count + case when posts.id = $3 then change.comments else -change.comments end from (select count(*)::integer as comments from moved) as change where posts.id in ($1, $3) ) select count(*)::integer as "comments" from moved`,
  parameters: ['fromId', 'rootIds', 'toId', 'heldIds'],
  literals: [],
}
