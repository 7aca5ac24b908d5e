/** A denormalized counter: a column that every write keeps up to date, and how to recount it. */
export interface Counter {
  /** The name of a row, in the singular: 'community'. */
  readonly of: string
  readonly table: string
  /** The primary key of `table`. */
  readonly key: 'id' | 'only_row'
  readonly column: string
  /** SQL expression for the name of a row in reports. */
  readonly name: string
  /** SQL query for `(id, value)` of the counted facts; a row without facts has the value 0. */
  readonly facts: string
  /** SQL expression over the row that is added to the counted value, such as imported votes. */
  readonly base: string
  /** Tables to lock against writes while the column is corrected. */
  readonly factTables: readonly string[]
}

/** A query for the rows whose counter is wrong: `id`, `name`, `stored`, `counted`. */
export const driftQuery = ({ table, key, column, name, facts, base }: Counter): string => `
  select ${table}.${key} as id, ${name} as name, ${column} as stored, ${base} + coalesce(facts.value, 0) as counted
  from ${table} left join (${facts}) facts on facts.id = ${table}.${key}
  where ${column} <> ${base} + coalesce(facts.value, 0)`

/**
 * A query for whether any row is wrong: `isWrong`. It counts, because with `limit 1` PostgreSQL would expect to find one soon, and
 * choose a plan that is slow when there is none.
 */
export const wrongQuery = (counter: Counter): string =>
  `select count(*) > 0 as "isWrong" from (${driftQuery(counter)}) as drifts`

const postName = `'/' || public_id`
const commentName = `'comment ' || comments.id`
const votes = (of: 'post' | 'comment', up: boolean): Counter => ({
  of,
  table: `${of}s`,
  key: 'id',
  column: up ? 'upvotes' : 'downvotes',
  name: of === 'post' ? postName : commentName,
  facts: `select ${of}_id as id, count(*) as value from ${of}_votes where up = ${up} and counts group by 1`,
  base: up ? 'imported_upvotes' : 'imported_downvotes',
  factTables: [`${of}_votes`],
})

/** An upvote adds a point to the author when another member, established at that time, cast it (`moves_points`), if it counts. */
const upvotesByOthers = (of: 'post' | 'comment') => `
  select author_id as id from ${of}_votes votes join ${of}s on ${of}s.id = votes.${of}_id
  where up and moves_points and counts and votes.user_id <> author_id`

/** All counters of the forum. */
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
    of: 'invitation',
    table: 'invitations',
    key: 'id',
    column: 'use_count',
    name: `'invitation ' || invitations.id`,
    facts: 'select invitation_id as id, count(*) as value from invited_members group by 1',
    base: '0',
    factTables: ['invited_members'],
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
    // Those in the name of a community belong to the program's account, which counts none.
    facts: `select author_id as id, count(*) as value from comments
      where deleted_at is null and author_group <> 'community' group by 1`,
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
  {
    of: 'post',
    table: 'posts',
    key: 'id',
    column: 'attachment_count',
    name: postName,
    facts: `select post_id as id, count(*) as value from post_images join posts on posts.id = post_id
      where posts.type = 'text' group by 1`,
    base: '0',
    factTables: ['post_images'],
  },
  {
    of: 'comment',
    table: 'comments',
    key: 'id',
    column: 'attachment_count',
    name: commentName,
    facts: 'select comment_id as id, count(*) as value from comment_images group by 1',
    base: '0',
    factTables: ['comment_images'],
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
