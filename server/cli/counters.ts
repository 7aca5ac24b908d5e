/** A column that is changed together with the facts it counts, and how to count them anew. */
export interface Counter {
  /** Singular, for a person: 'community'. */
  readonly of: string
  readonly table: string
  /** Its primary key. */
  readonly key: 'id' | 'only_row'
  readonly column: string
  /** How a row is called in the report. */
  readonly name: string
  /** A query for (id, value); rows it does not name count 0 plus `base`. */
  readonly facts: string
  /** What the column holds before anything is counted, as an expression over the row. */
  readonly base: string
  /** Tables that may not change while the column is set right. */
  readonly factTables: readonly string[]
}

const postName = `'/' || public_id`
const commentName = `'comment ' || comments.id`
const votes = (of: 'post' | 'comment', up: boolean): Counter => ({
  of,
  table: `${of}s`,
  key: 'id',
  column: up ? 'upvotes' : 'downvotes',
  name: of === 'post' ? postName : commentName,
  facts: `select ${of}_id as id, count(*) as value from ${of}_votes where up = ${up} group by 1`,
  base: up ? 'imported_upvotes' : 'imported_downvotes',
  factTables: [`${of}_votes`],
})

/** An upvote moves its author's points when an established member other than the author gave it. */
const upvotesByOthers = (of: 'post' | 'comment') => `
  select author_id as id from ${of}_votes votes join ${of}s on ${of}s.id = votes.${of}_id
  where up and moves_points and votes.user_id <> author_id`

/** Every counter of the forum that can be counted anew. */
export const counters: readonly Counter[] = [
  {
    of: 'community',
    table: 'communities',
    key: 'id',
    column: 'member_count',
    name: 'name',
    facts: 'select community_id as id, count(*) as value from memberships group by 1',
    base: '0',
    factTables: ['memberships'],
  },
  {
    of: 'community',
    table: 'communities',
    key: 'id',
    column: 'post_count',
    name: 'name',
    facts: 'select community_id as id, count(*) as value from posts group by 1',
    base: '0',
    factTables: ['posts'],
  },
  {
    of: 'member',
    table: 'users',
    key: 'id',
    column: 'post_count',
    name: `'@' || username`,
    facts: 'select author_id as id, count(*) as value from posts where deleted_at is null group by 1',
    base: '0',
    factTables: ['posts'],
  },
  {
    of: 'member',
    table: 'users',
    key: 'id',
    column: 'comment_count',
    name: `'@' || username`,
    facts: 'select author_id as id, count(*) as value from comments where deleted_at is null group by 1',
    base: '0',
    factTables: ['comments'],
  },
  {
    of: 'member',
    table: 'users',
    key: 'id',
    column: 'points',
    name: `'@' || username`,
    facts: `select id, count(*) as value
      from (${upvotesByOthers('post')} union all ${upvotesByOthers('comment')}) given group by 1`,
    base: '1 + imported_points',
    factTables: ['post_votes', 'comment_votes'],
  },
  {
    of: 'member',
    table: 'users',
    key: 'id',
    column: 'notifications_new_count',
    name: `'@' || username`,
    facts: 'select user_id as id, count(*) as value from notifications where is_new group by 1',
    base: '0',
    factTables: ['notifications'],
  },
  {
    of: 'member',
    table: 'users',
    key: 'id',
    column: 'badge_count',
    name: `'@' || username`,
    facts: 'select user_id as id, count(*) as value from badges group by 1',
    base: '0',
    factTables: ['badges'],
  },
  {
    of: 'post',
    table: 'posts',
    key: 'id',
    column: 'comment_count',
    name: postName,
    facts: 'select post_id as id, count(*) as value from comments group by 1',
    base: '0',
    factTables: ['comments'],
  },
  votes('post', true),
  votes('post', false),
  votes('comment', true),
  votes('comment', false),
  {
    of: 'comment',
    table: 'comments',
    key: 'id',
    column: 'reply_count',
    name: commentName,
    facts: 'select ancestor as id, count(*) as value from comments, unnest(ancestors) ancestor group by 1',
    base: '0',
    factTables: ['comments'],
  },
  {
    of: 'comment',
    table: 'comments',
    key: 'id',
    column: 'direct_reply_count',
    name: commentName,
    facts: 'select parent_id as id, count(*) as value from comments where parent_id is not null group by 1',
    base: '0',
    factTables: ['comments'],
  },
  {
    of: 'list',
    table: 'lists',
    key: 'id',
    column: 'item_count',
    name: `'list ' || lists.id`,
    facts: 'select list_id as id, count(*) as value from list_items group by 1',
    base: '0',
    factTables: ['list_items'],
  },
  {
    of: 'site',
    table: 'site_settings',
    key: 'only_row',
    column: 'user_count',
    name: `'this site'`,
    facts: 'select true as id, count(*) as value from users',
    base: '0',
    factTables: ['users'],
  },
]
