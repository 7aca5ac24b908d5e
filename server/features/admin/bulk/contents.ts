import { domainToASCII } from 'node:url'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OutputOf } from '../../../../contract/endpoints/index.ts'
import type { BulkFilter } from '../../../../contract/entities/bulkAction.ts'
import { errors } from '../../../../contract/errors.ts'
import { storedId, wireId } from '../../../../contract/ids.ts'
import { limits } from '../../../../contract/limits.ts'
import type { SettingValues } from '../../../../contract/siteSettings.ts'
import { excerptOfFacts } from '../../../core/automation/hits.ts'
import { likeImagesOf } from '../../../core/images/likeImages.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { Refused } from '../../../platform/http/refused.ts'
import { type Condition, memberConditions, parseMoment } from '../memberFilter.ts'

/** Admins are never among them, so neither is the one who acts. */
export const canBeChanged = sql<SqlBool>`not is_admin and not is_built_in and deleted_at is null`

/** How alike texts are, from 0 to 1, by the share of their groups of three letters. */
const likeness = sql.lit(0.45)
/** Longer texts are compared by their beginnings. */
const comparedLength = sql.lit(1000)
const textMaxLength = 5000
/** How much of a text is read for its excerpt, which leaves its Markdown out. */
const readLength = 4 * limits.automationExcerptLength

type Images = readonly string[]

/** Their text, whether they have one of some images, and whether they are there. */
const kinds = {
  post: {
    text: sql`concat_ws(' ', title, body, link_url)`,
    has: (images: Images) =>
      sql`posts.id in (select post_id from post_images where image_id = any(${images}::bigint[]))`,
    isThere: sql`deleted_at is null`,
  },
  comment: {
    text: sql`body`,
    has: (images: Images) =>
      sql`comments.id in (select comment_id from comment_images where image_id = any(${images}::bigint[]))`,
    isThere: sql`deleted_at is null`,
  },
  held: {
    text: sql`concat_ws(' ', sent ->> 'title', sent ->> 'body', sent ->> 'url')`,
    has: (images: Images) => sql`image_ids && ${images}::bigint[]`,
    isThere: sql`decided_at is null`,
  },
} as const

/** What finding needs. */
export interface FindServices {
  readonly db: Db
  readonly settings: Pick<SettingValues, 'pictureDistance'>
}

/** Conditions of what was written, with those of its authors. */
async function writtenConditions(services: FindServices, filter: BulkFilter) {
  const like = await likeText(services.db, filter.like)
  const images = await likeImages(services, filter.image)
  const authors = sql.join([canBeChanged, ...accountConditions(filter)], sql` and `)
  return (kind: keyof typeof kinds, author = 'author_id') => {
    const { text, has, isThere } = kinds[kind]
    return sql.join(
      [
        isThere,
        sql`${sql.ref(author)} in (select id from users where ${authors})`,
        ...(filter.writtenSince?.trim()
          ? [sql`created_at >= ${momentOf(filter.writtenSince)}`]
          : images === null
            ? [sql`created_at > now() - make_interval(days => ${sql.lit(limits.withheldDays)})`]
            : []),
        ...(images === null ? [] : [has(images)]),
        ...(filter.writtenBefore?.trim() ? [sql`created_at < ${momentOf(filter.writtenBefore)}`] : []),
        ...(filter.link?.trim() ? [linksTo(text, filter.link)] : []),
        ...(like === null
          ? []
          : [
              sql`similarity(left(${text}, ${comparedLength}), left(${like}, ${comparedLength})) >= ${likeness}`,
            ]),
      ],
      sql` and `,
    )
  }
}

/**
 * The posts and comments that match, as a query of `post_id`, `comment_id`, `author_id` and `created_at`. One of the ids is null. What
 * someone wrote in the name of a community is theirs here.
 *
 * @throws Refused with `invalid_filter` or `invalid_content_filter`.
 */
export async function contentsQuery(
  services: FindServices,
  filter: BulkFilter,
): Promise<RawBuilder<unknown>> {
  const where = await writtenConditions(services, filter)
  return sql`
    select id as post_id, null::bigint as comment_id, author_id, created_at from posts where ${where('post')}
    union all
    select null, id, author_id, created_at from comments where ${where('comment')}
    union all
    select null, comments.id, written_by, created_at from community_comments join comments on comments.id = comment_id
    where ${where('comment', 'written_by')}`
}

/** The authors of what matches, also of what waits for review. */
async function authorsQuery(services: FindServices, filter: BulkFilter): Promise<RawBuilder<unknown>> {
  const where = await writtenConditions(services, filter)
  return sql`
    select author_id from posts where ${where('post')}
    union all select author_id from comments where ${where('comment')}
    union all select written_by from community_comments join comments on comments.id = comment_id
      where ${where('comment', 'written_by')}
    union all select author_id from held_items where ${where('held')}`
}

/**
 * Conditions of accounts, without what they wrote. Each is about `users`, which is the innermost table.
 *
 * @throws Refused with `invalid_filter`.
 */
function accountConditions({ newest, application, trustMax, waiting, ...filter }: BulkFilter): Condition[] {
  if (newest !== undefined && !/^\d{1,18}$/.test(newest)) throw new Refused(errors.invalidMemberRange)
  const applied = application?.trim()
  const trust = trustMax?.trim()
  if (trust && !/^[0-4]$/.test(trust)) throw new Refused(errors.invalidContentFilter)
  return [
    ...memberConditions(filter),
    ...(newest === undefined ? [] : [sql<SqlBool>`users.id <= ${newest}::bigint`]),
    ...(waiting?.trim()
      ? [sql<SqlBool>`users.id in (select author_id from held_items where decided_at is null)`]
      : []),
    ...(trust ? [sql<SqlBool>`users.trust_level <= ${Number(trust)}`] : []),
    ...(applied
      ? [
          sql<SqlBool>`users.id in (select user_id from applications
            where jsonb_path_query_array(answers, '$[*].answer')::text ilike ${`%${applied.replace(/[_%\\]/g, '\\$&')}%`})`,
        ]
      : []),
  ]
}

/** Whether a filter is about what was written. */
const isAboutContents = ({ writtenSince, writtenBefore, link, like, image }: BulkFilter): boolean =>
  [writtenSince, writtenBefore, link, like, image].some((given) => given?.trim())

/** Conditions of accounts; where the filter is about what was written, they have written something that matches. */
export async function conditionsOf(services: FindServices, filter: BulkFilter): Promise<Condition[]> {
  const conditions = accountConditions(filter)
  if (!isAboutContents(filter)) return conditions
  return [...conditions, sql<SqlBool>`users.id in (${await authorsQuery(services, filter)})`]
}

/** What a bulk action with this filter would be for, at this moment. */
export async function findContents(
  services: FindServices,
  filter: BulkFilter,
  accounts: (filter: BulkFilter) => Promise<OutputOf<'findMembers'>>,
): Promise<OutputOf<'findContents'>> {
  const { db } = services
  const { rows: moments } = await sql<{
    until: Date
  }>`select date_trunc('second', now()) + interval '1 second' as until`.execute(db)
  const until = (moments[0]?.until ?? new Date()).toISOString()
  const before = filter.writtenBefore?.trim()
  const matching = await contentsQuery(services, before ? filter : { ...filter, writtenBefore: until })
  const { rows } = await sql<{ posts: number; comments: number; authors: number }>`
    select count(post_id)::integer as posts, count(comment_id)::integer as comments, count(distinct author_id)::integer as authors
    from (select * from (${matching}) as content limit ${sql.lit(limits.bulkActionContentsMax + 1)}) as content`.execute(
    db,
  )
  const isHeld = (await writtenConditions(services, filter))('held')
  const { rows: held } = await sql<{ count: number }>`
    select count(*)::integer as count from held_items where ${isHeld}`.execute(db)
  const { rows: samples } = await sql<{
    post_id: string | null
    comment_id: string | null
    username: string
    created_at: Date
    public_id: string
    community: string
    title: string | null
    body: string | null
    link: string | null
  }>`
    with matching as materialized (${matching}), sample as (
      (select * from matching where post_id is not null order by created_at desc, post_id desc limit ${sql.lit(limits.bulkActionSamples)})
      union all
      (select * from matching where comment_id is not null order by created_at desc, comment_id desc limit ${sql.lit(limits.bulkActionSamples)}))
    select sample.post_id, sample.comment_id, username, sample.created_at, posts.public_id, communities.name as community,
      case when sample.comment_id is null then posts.title end as title, case when sample.comment_id is null then posts.link_url end as link,
      left(case when sample.comment_id is null then posts.body else comments.body end, ${sql.lit(readLength)}) as body
    from sample join users on users.id = sample.author_id
      left join comments on comments.id = sample.comment_id
      join posts on posts.id = coalesce(sample.post_id, comments.post_id)
      join communities on communities.id = posts.community_id
    order by sample.created_at desc, sample.post_id desc, sample.comment_id desc`.execute(db)
  return {
    ...(await accounts(filter)),
    posts: rows[0]?.posts ?? 0,
    comments: rows[0]?.comments ?? 0,
    authors: rows[0]?.authors ?? 0,
    waiting: held[0]?.count ?? 0,
    until,
    contents: samples.map((row) => ({
      kind: row.comment_id === null ? ('post' as const) : ('comment' as const),
      username: row.username,
      createdAt: row.created_at.toISOString(),
      path: `/${row.community}/post/${row.public_id}${row.comment_id === null ? '' : `/${wireId('comment', row.comment_id)}`}`,
      text: excerptOfFacts(row),
    })),
  }
}

const invalid = (): never => {
  throw new Refused(errors.invalidContentFilter)
}

const momentOf = (text: string): Date => parseMoment(text.trim()) ?? invalid()

/** Links in a text to a domain or to one below it. */
function linksTo(text: RawBuilder<unknown>, given: string): RawBuilder<SqlBool> {
  const domain = given.trim().toLowerCase().replace(/^@/, '')
  if (!/^[\p{L}\p{N}.-]{1,253}$/u.test(domain)) return invalid()
  const names = [...new Set([domain, domainToASCII(domain)])].filter((name) => name !== '')
  const pattern = `://([^/?#\\s]*[.@])?(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})([/:?#\\s)\\]>"]|$)`
  return sql<SqlBool>`${text} ~* ${pattern}`
}

/** A URL or path of a post or comment. No two of its parts can match the same characters, so that a long text takes no long time. */
const pathPattern = /^(?:https?:\/\/[^\s/]+)?\/[^\s/]+\/post\/([^\s/?#]+)(?:\/(\d+))?(?:[/?#]\S*)?$/

/** The images like one of a post of which the URL is given; null if none is. */
async function likeImages({ db, settings }: FindServices, given: string | undefined): Promise<Images | null> {
  const url = given?.trim() ?? ''
  if (url === '') return null
  const [, publicId, commentId] = pathPattern.exec(url) ?? []
  // A comment has images of its own.
  const post =
    publicId === undefined || commentId !== undefined
      ? undefined
      : await db.selectFrom('posts').where('public_id', '=', publicId).select('id').executeTakeFirst()
  if (!post) return invalid()
  // One more than a bulk action may have: several may be in one post.
  const limit = limits.bulkActionContentsMax * limits.imagesPerPostMax
  const { rows } = await likeImagesOf(post.id, { distance: settings.pictureDistance, limit }).execute(db)
  return rows.map(({ id }) => id)
}

/** The text that others are compared with: a given one, or that of a post or comment of which the URL is given. */
async function likeText(db: Db, given: string | undefined): Promise<string | null> {
  const text = given?.trim() ?? ''
  if (text === '') return null
  if (text.length > textMaxLength) return invalid()
  const [, publicId, commentId] = pathPattern.exec(text) ?? []
  if (publicId === undefined) return text
  const { rows } = await (commentId === undefined
    ? sql<{ text: string }>`select ${kinds.post.text} as text from posts where public_id = ${publicId}`
    : sql<{
        text: string
      }>`select ${kinds.comment.text} as text from comments where id = ${storedId('comment', commentId)}::bigint`
  ).execute(db)
  return rows[0]?.text || invalid()
}
