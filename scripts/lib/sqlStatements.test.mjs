import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../tests/support/postgres.ts'
import { moduleWriter, sharedColumns, statementModules } from './sqlStatements.mjs'

let database
let client
let write

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
  write = await moduleWriter(client)
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

const moduleFor = (source) => write('tried', source, './statement.ts')
const fieldsIn = (text) =>
  Object.fromEntries(
    [...text.matchAll(/^ {2}(?:readonly )?(\w+): (.*)$/gm)].map(([, name, type]) => [name, type]),
  )
const parametersOf = async (source) =>
  fieldsIn((await moduleFor(source)).match(/interface Parameters \{[^}]*\}/)[0])
const rowOf = async (source) =>
  fieldsIn((await moduleFor(source)).match(/export type TriedRow = [\s\S]*?\n\}\n/)[0])
const textOf = async (source) => (await moduleFor(source)).match(/ {2}text: `([\s\S]*?[^\\])`,\n/)[1]
/** The type of the only column, which `select` names `x`. */
const typeOf = async (source) => (await rowOf(source)).x

describe('the parameters of a statement', () => {
  it('have the types of what they are compared with, and null where they may be missing', async () => {
    expect(
      await parametersOf(`select from posts where id = :post_id and created_at > :since?
        and is_pinned = :is_pinned and author_id = any(:author_ids)`),
    ).toEqual({ postId: 'string', since: 'Date | null', isPinned: 'boolean', authorIds: 'readonly string[]' })
  })

  it('are numbered in the order in which they first occur, each once', async () => {
    const source = 'select from posts where title = :title and (id = :id or link_url = :title)'
    expect(await textOf(source)).toBe('select from posts where title = $1 and (id = $2 or link_url = $1)')
    expect(await moduleFor(source)).toContain("parameters: ['title', 'id']")
  })

  it('are not found in texts, casts, names and comments', async () => {
    const source = `-- :not_this
      select ':nor_this'::text as "x:y" from posts where id = :id -- :nor_that`
    expect(await textOf(source)).toBe(`select ':nor_this'::text as "x:y" from posts where id = $1`)
  })

  it('that the header declares as literals are written into the text, and accept only listed values', async () => {
    const source = `-- Literal :sort: 'new' | 'old'
      -- Literal :limit: number
      -- Literal :is_guest: true | false
      select from posts where not :is_guest order by case when :sort = 'new' then id end limit :limit`.replaceAll(
      / +-- L/g,
      '-- L',
    )
    expect(await parametersOf(source)).toEqual({ sort: "'new' | 'old'", limit: 'number', isGuest: 'boolean' })
    expect(await textOf(source)).toContain(
      `where not \\\${isGuest} order by case when \\\${sort} = 'new' then id end limit \\\${limit}`,
    )
  })
})

describe('a column has the type', () => {
  it.each([
    ['select id as x from posts', 'string'],
    ['select title as x from posts', 'string'],
    ['select upvotes as x from posts', 'number'],
    ['select created_at as x from posts', 'Date'],
    ['select is_pinned as x from posts', 'boolean'],
    ['select id_hash as x from sessions', 'Buffer'],
    ['select ancestors as x from comments', 'string[]'],
    ['select details as x from moderation_log', 'unknown'],
    ['update posts set title = title returning upvotes as x', 'number'],
    ['select locked_as as x from posts', "'mods' | 'admins' | null"],
    ['select kind as x from site_bans', "'posting' | 'commenting' | 'participating' | 'reading'"],
    [
      `select shown.type as x from posts
        cross join lateral post_columns(posts, posts.id, posts.link_image_id, 'html', 1) as shown`,
      "'text' | 'link' | 'image'",
    ],
    [
      "select case when is_pinned then 'pinned' else type end as x from posts",
      "'pinned' | 'text' | 'link' | 'image'",
    ],
    ['select coalesce(locked_as, title) as x from posts', 'string'],
  ])('%s: %s', async (source, type) => {
    expect(await typeOf(source)).toBe(type)
  })

  it('never where a statement returns none', async () => {
    expect(await moduleFor('delete from posts')).toContain('export type TriedRow = never')
  })
})

describe('a column always has a value', () => {
  it.each([
    'select title as x from posts',
    'select posts.title as x from comments join posts on posts.id = comments.post_id',
    "select coalesce(link_url, '') as x from posts",
    "select case when is_pinned then title else 'a' end as x from posts",
    'select link_url is null as x from posts',
    'select exists (select from posts) as x',
    'select array(select link_url from posts) as x',
    'select count(*) as x from posts',
    'select (select count(*) from posts) as x',
    'select upvotes + downvotes as x from posts',
    'with one as (select title from posts) select title as x from one',
    'select x from (select title as x from posts union all select username from users) as one',
    'with recursive one as (select id from posts union all select id from one) select id as x from one',
    'with one as (insert into post_visits values (1, 1, now()) returning visited_at) select visited_at as x from one',
    'with one as (select title from posts) select x from one cross join lateral (select one.title as x) as two',
    'select :text::text as x',
    `select shown.title as x from posts
      cross join lateral post_columns(posts, posts.id, posts.link_image_id, 'html', 1) as shown`,
    'select link_url as "x!" from posts',
  ])('%s', async (source) => {
    expect(await typeOf(source)).not.toContain('null')
  })
})

describe('a column may be null', () => {
  it.each([
    'select link_url as x from posts',
    'select posts.title as x from comments left join posts on posts.id = comments.parent_id',
    'select users.username as x from posts full join users on users.id = posts.author_id',
    'select coalesce(link_url, excerpt) as x from posts',
    'select case when is_pinned then title end as x from posts',
    'select (select title from posts where id = 1) as x',
    'select max(upvotes) as x from posts',
    'select lag(title) over (order by id) as x from posts',
    "select details ->> 'a' as x from moderation_log",
    "select nullif(title, '') as x from posts",
    "select substring(title from 'a') as x from posts",
    'select upvotes + null as x from posts',
    'with one as (select link_url from posts) select link_url as x from one',
    'select x from (select title as x from posts union all select link_url from posts) as one',
    'select :text?::text as x',
    `select shown.link_url as x from posts
      cross join lateral post_columns(posts, posts.id, posts.link_image_id, 'html', 1) as shown`,
  ])('%s', async (source) => {
    expect(await typeOf(source)).toMatch(/ \| null$/)
  })
})

describe('in JSON', () => {
  it('the rows of a subquery are objects, with numbers for ids and strings for timestamps', async () => {
    expect(
      await typeOf(`select coalesce((
        select json_agg(listed) from (
          select id, id::text as text_id, link_url as "linkUrl", created_at, edited_at, is_pinned from posts) as listed
        ), '[]') as x`),
    ).toBe(
      '({ id: number; text_id: string; linkUrl: string | null; created_at: string; edited_at: string | null; is_pinned: boolean })[]',
    )
  })

  it('objects are known by their keys, also within others', async () => {
    expect(
      await typeOf(`select json_build_object('id', posts.id::text, 'author', json_build_object('name', username)) as x
        from posts join users on users.id = posts.author_id`),
    ).toBe('{ id: string; author: { name: string } }')
  })

  it('a list is null where there are no rows', async () => {
    expect(await typeOf('select (select json_agg(title) from posts) as x')).toBe('string[] | null')
  })

  it('a column with the name of the subquery takes precedence over its row, as in PostgreSQL', async () => {
    expect(await typeOf('select json_agg(title) as x from (select title, id from posts) as title')).toBe(
      'string[] | null',
    )
  })

  it('a domain has the type that its comment gives', async () => {
    expect(await typeOf('select image_json(images) as x from images')).toMatch(
      /^\{ id: string; secret: string; /,
    )
    expect(await typeOf('select case when height > 1 then image_json(images) end as x from images')).toMatch(
      / \} \| null$/,
    )
  })
})

describe('a statement with a column `refusal`', () => {
  it('returns one of the refusals, or a row whose outer joins have matched', async () => {
    expect(
      await moduleFor(`with checked as (
          select posts.id, case when locked_at is not null then 'postLocked' when deleted_at is not null then 'postNotFound' end
            as refusal from posts)
        select refusal, users.username from checked left join users on users.id = checked.id`),
    ).toContain(`export type TriedRow = { refusal: 'postLocked' | 'postNotFound' } | {
  refusal: null
  username: string
}`)
  })

  it('has the columns before it in both cases', async () => {
    expect(
      await moduleFor(`with checked as (
          select posts.id, case when locked_at is not null then 'postLocked' end as refusal from posts)
        select checked.id, refusal, users.username from checked left join users on users.id = checked.id`),
    ).toContain(`export type TriedRow = {
  id: string
} & ({ refusal: 'postLocked' } | {
  refusal: null
  username: string
})`)
  })
})

it('refuses two columns of one name', async () => {
  await expect(moduleFor('select id, id from posts')).rejects.toThrow('it gives two columns id')
})

describe('columns that a function gives to several statements', () => {
  const column = (name, nullable = false) => ({ name, type: 'string', nullable })
  const author = { name: 'author_columns', columns: ['name', 'about'] }
  const known = [column('name'), column('about')]

  it('have one type, wherever they are in the rows', () => {
    expect(
      sharedColumns(
        [author],
        [
          [column('id'), ...known],
          [...known, column('place')],
        ],
      ),
    ).toEqual([{ name: 'AuthorColumns', columns: known }])
  })

  it.each([
    ['only one statement has them', [known, [column('name')]]],
    ['they have other types elsewhere', [known, [column('name'), column('about', true)]]],
  ])('are spelled out when %s', (_, rows) => {
    expect(sharedColumns([author], rows)).toEqual([])
  })

  it('are named in the modules of the statements, beside the columns of their own', async () => {
    const modules = await statementModules(client)
    expect(modules.get('server/platform/database/rows.ts')).toMatch(
      /export type PostColumns = \{\n {2}id: string\n/,
    )
    expect(modules.get('server/core/posts/getPost.sql.ts')).toContain(
      'export type GetPostRow = PostColumns & AuthorColumns & PostViewerColumns\n',
    )
    expect(modules.get('server/features/voting/votePosts.sql.ts')).toMatch(
      /\| \(PostColumns & AuthorColumns & PostViewerColumns & \{\n {2}refusal: null\n {2}new_vote: boolean \| null\n {2}new_upvotes: number\n[^}]*\}\)\)\n/,
    )
  })
})
