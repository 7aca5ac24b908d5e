import { once } from 'node:events'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { rendererVersion } from '../../server/platform/markdown/render.ts'
import { dropIndexes } from '../seed.ts'
import { populationOf, sizeOf } from '../size.ts'
import { createLanguage, randomFrom } from './texts.ts'

/** The number of posts and comments to search. */
export interface SearchedSize {
  readonly posts: number
  readonly comments: number
}

const commentsPerPost = 2

/**
 * Fewer comments than in a real forum: they are searched in the same way, and their texts take half of the seed's time.
 */
export const searchedSizeOf = (posts: number): SearchedSize => ({ posts, comments: posts * commentsPerPost })

const years = 5
const dayMs = 86_400_000
/** The first id after the built-in accounts. */
const firstMember = 3
const kinds = ['text', 'link', 'text', 'image', 'text', 'link', 'text', 'text', 'link', 'text'] as const

/**
 * Fills an empty, migrated database with unique texts whose word frequencies are those of natural language; the forum
 * has grown for five years. Nobody has voted, so scores are written as an import writes them.
 *
 * @param say receives a progress line for each step.
 */
export async function seedSearched(
  connection: pg.ClientConfig,
  size: SearchedSize,
  say: (line: string) => void,
): Promise<void> {
  const [one, other] = [await openSession(connection), await openSession(connection)]
  const timed = async (what: string, work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await work()
    say(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(7)} s  ${what}`)
  }
  try {
    const indexes = await dropIndexes(one)
    const plan = planOf(size)
    await timed('communities and members', () => writePeople(one, size, plan))
    await Promise.all([
      (async () => {
        await timed('posts', () => copyRows(one, postColumns, postRows(size, plan)))
        await timed('words of posts', () => one.query(postWords))
      })(),
      timed('comments', () => copyRows(other, commentColumns, commentRows(size, plan))),
    ])
    const half = Math.floor(size.comments / 2)
    await timed('words of comments', () =>
      Promise.all([one.query(commentWords(0, half)), other.query(commentWords(half, size.comments))]),
    )
    // The largest first, and in parallel.
    const waiting = indexes.toSorted((a, b) => Number(b.sql.includes('gin')) - Number(a.sql.includes('gin')))
    const work = async (client: pg.Client) => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { name, sql } = next
        await timed(`index ${name}`, () => client.query(sql))
      }
    }
    await Promise.all([work(one), work(other)])
    await one.query(lastSteps)
    await timed('vacuum', () => one.query('vacuum analyze'))
    await one.query('checkpoint')
  } finally {
    await Promise.all([one.end(), other.end()])
  }
}

async function openSession(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`
    set timezone = 'UTC'; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB';
    set session_replication_role = replica`)
  return client
}

/** Author, community and time by the number of the post or comment, from 0. */
interface Plan {
  readonly at: number
  readonly members: number
  readonly communities: number
  readonly postAuthors: Uint32Array
  readonly postCommunities: Uint32Array
  readonly commentAuthors: Uint32Array
  /** The posts that the comments belong to. */
  readonly commentPosts: Uint32Array
}

/** Skewed: most activity is in few communities and by few members. */
const skewed = (random: () => number, below: number) => Math.floor(below * random() ** 3)

function planOf({ posts, comments }: SearchedSize): Plan {
  const random = randomFrom(20_260_103)
  const { members, communities } = populationOf(sizeOf(posts))
  return {
    at: Date.now(),
    members,
    communities,
    postAuthors: Uint32Array.from({ length: posts }, () => skewed(random, members)),
    postCommunities: Uint32Array.from({ length: posts }, () => skewed(random, communities)),
    commentAuthors: Uint32Array.from({ length: comments }, () => skewed(random, members)),
    commentPosts: Uint32Array.from({ length: comments }, (_, n) =>
      // A random post that existed at that time.
      Math.max(0, Math.floor((n / comments) * posts) - Math.floor((posts / 100) * random() ** 4)),
    ),
  }
}

/** The time at which the share `share` of all content had been written, in a growing forum. */
const momentOf = (at: number, share: number) => at - years * 365 * dayMs * (1 - share) ** 2

const countsOf = (numbers: Uint32Array, length: number): Uint32Array => {
  const counts = new Uint32Array(length)
  for (const number of numbers) counts[number] = (counts[number] ?? 0) + 1
  return counts
}

/** Unique usernames that look like real ones. */
export function memberNames(count: number): string[] {
  const { words } = createLanguage(1)
  const names = words.filter((word) => /^[a-z]{4,11}$/.test(word))
  return Array.from({ length: count }, (_, n) => {
    const turn = Math.floor(n / names.length)
    const name = names[(n * 7919) % names.length] ?? ''
    return turn === 0 ? name : `${name}_${names[(n * 104_729 + turn) % names.length]?.slice(0, 4)}${turn}`
  })
}

async function writePeople(client: pg.Client, { posts }: SearchedSize, plan: Plan): Promise<void> {
  const { members, communities } = plan
  const numbers = (counts: Uint32Array) => [...counts]
  await client.query(
    `insert into users (id, username, post_count, comment_count, points, created_at) overriding system value
     select ${firstMember} + n - 1, name, posts, comments, posts, now() - interval '6 years'
     from unnest($1::text[], $2::integer[], $3::integer[]) with ordinality as given (name, posts, comments, n)`,
    [
      memberNames(members),
      numbers(countsOf(plan.postAuthors, members)),
      numbers(countsOf(plan.commentAuthors, members)),
    ],
  )
  const { words } = createLanguage(1)
  const names = words.filter((word) => /^[a-z]{5,12}$/.test(word))
  await client.query(
    `insert into communities (id, name, creator_id, about, member_count, post_count, created_at) overriding system value
     select n, name, ${firstMember}, 'All about ' || name || '.', 1, posts, now() - interval '6 years'
     from unnest($1::text[], $2::integer[]) with ordinality as given (name, posts, n)`,
    [
      Array.from({ length: communities }, (_, n) => `${names[(n * 31) % names.length]}${n < 1000 ? '' : n}`),
      numbers(countsOf(plan.postCommunities, communities)),
    ],
  )
  await client.query(`insert into lists (user_id, name, display_name)
    select id, 'bookmarks', 'Bookmarks' from users where not is_built_in`)
  if (posts === 0) throw new Error('A forum without posts has nothing to search.')
}

const postColumns =
  'posts (id, public_id, type, author_id, community_id, title, body, body_html, body_renderer, excerpt, link_url, ' +
  'link_hostname, upvotes, downvotes, imported_upvotes, imported_downvotes, age_band, comment_count, created_at, ' +
  'last_activity_at, activity)'

function* postRows({ posts }: SearchedSize, plan: Plan): Generator<string> {
  const { text } = createLanguage(20_260_104)
  const random = randomFrom(20_260_105)
  const comments = countsOf(plan.commentPosts, posts)
  for (let n = 0; n < posts; n += 1) {
    const createdAt = Math.floor(momentOf(plan.at, (n + random()) / posts))
    const kind = kinds[n % kinds.length]
    const title = text(3 + Math.floor(10 * random()))
    const body = kind === 'text' ? text(wordCount(random)) : null
    const host = kind === 'link' ? `${title.split(' ')[1]?.replace('.', '').toLowerCase()}.example` : null
    const [up, down] = scoreOf(random)
    const moment = new Date(createdAt).toISOString()
    yield [
      n + 1,
      ((n * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, '0'),
      kind,
      firstMember + (plan.postAuthors[n] ?? 0),
      1 + (plan.postCommunities[n] ?? 0),
      title,
      body,
      body && `<p>${body}</p>`,
      rendererVersion,
      body?.slice(0, 300),
      host && `https://${host}/${n}`,
      host,
      up,
      down,
      up,
      down,
      ageBand(plan.at - createdAt),
      comments[n] ?? 0,
      moment,
      moment,
      BigInt(createdAt) * 2048n + BigInt(n % 2048),
    ]
      .map(copied)
      .join('\t')
  }
}

const commentColumns =
  'comments (id, post_id, author_id, body, body_html, body_renderer, upvotes, downvotes, imported_upvotes, ' +
  'imported_downvotes, created_at)'

function* commentRows({ comments }: SearchedSize, plan: Plan): Generator<string> {
  const { text } = createLanguage(20_260_106)
  const random = randomFrom(20_260_107)
  for (let n = 0; n < comments; n += 1) {
    const body = text(Math.ceil(wordCount(random) / 2))
    const [up, down] = scoreOf(random)
    yield [
      n + 1,
      1 + (plan.commentPosts[n] ?? 0),
      firstMember + (plan.commentAuthors[n] ?? 0),
      body,
      `<p>${body}</p>`,
      rendererVersion,
      up,
      down,
      up,
      down,
      new Date(momentOf(plan.at, (n + random()) / comments)).toISOString(),
    ]
      .map(copied)
      .join('\t')
  }
}

/** Number of words in a text: most have about forty, some have hundreds. */
const wordCount = (random: () => number) =>
  Math.ceil(Math.min(1500, 14 * (0.02 + random()) ** -1.1 + 60 * random()))

/** Upvotes and downvotes: most posts have few, some have thousands. */
function scoreOf(random: () => number): [number, number] {
  const up = Math.min(20_000, Math.floor((1e-6 + random()) ** -0.75))
  return [up, Math.floor(up * 0.3 * random())]
}

const bandDays = [1, 7, 30, 365]
const ageBand = (ageMs: number) => bandDays.filter((days) => ageMs >= days * dayMs).length

/** The generated texts contain no characters that PostgreSQL's COPY would interpret. */
const copied = (value: string | number | bigint | null | undefined) => value ?? '\\N'

const flushAtLength = 256 * 1024

async function copyRows(client: pg.Client, columns: string, rows: Iterable<string>): Promise<void> {
  const stream = client.query(copyFrom(`copy ${columns} from stdin`))
  const finished = once(stream, 'finish')
  let gathered = ''
  for (const row of rows) {
    gathered += `${row}\n`
    if (gathered.length < flushAtLength) continue
    if (!stream.write(gathered)) await Promise.race([once(stream, 'drain'), finished])
    gathered = ''
  }
  stream.end(gathered)
  await finished
}

const postWords = `
  insert into post_search (post_id, community_id, author_id, type, created_at, words)
  select id, community_id, author_id, type, created_at,
    post_words(title, body, body_html, link_url, author_id, community_id, type, created_at)
  from posts order by id`

const commentWords = (after: number, last: number) => `
  insert into comment_search (comment_id, post_id, community_id, author_id, created_at, words)
  select comments.id, post_id, community_id, comments.author_id, comments.created_at,
    comment_words(comments.body, comments.body_html, comments.author_id, community_id, type, comments.created_at)
  from comments join posts on posts.id = post_id
  where comments.id > ${after} and comments.id <= ${last} order by comments.id`

const lastSteps = [
  'update site_settings set user_count = (select count(*) from users), signup_count = (select count(*) from users)',
  `insert into search_words (word, uses)
    select word, count(*) from posts cross join lateral title_words(title) as word group by word`,
  "update search_progress set is_finished = true, after_id = case subject when 'words' then (select max(id) from posts) else after_id end",
  `update rendering_progress set renderer = ${rendererVersion}, is_finished = true`,
  // The job that gives members their level of trust would take a core for minutes.
  `update trust_progress set (seen_at, user_id) =
    (select last_seen_at, id from users where last_seen_at is not null order by last_seen_at desc, id desc limit 1)`,
  ...['users', 'communities', 'posts', 'comments'].map(
    (table) => `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
  ),
].join(';')
