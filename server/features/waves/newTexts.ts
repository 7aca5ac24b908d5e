import { sql } from 'kysely'
import type { Db } from '../../platform/database/connection.ts'
import { notedMaxLength, simhashOf } from '../../platform/text/simhash.ts'

/** How many of the newest posts, and of the newest comments, are looked at in one run. */
const newestMax = 2000
/** Transactions commit in another order than that of their ids. */
const overlap = 200

interface NewText {
  readonly post_id: string
  readonly comment_id: string | null
  readonly author_id: string
  readonly created_at: string
  readonly text: string
}

/** Notes what the new posts and comments of members without trust look like. Those of others are skipped. */
export async function noteNewTexts(db: Db): Promise<void> {
  const { rows } = await sql<{ texts: NewText[]; newest_post: string; newest_comment: string }>`
    with progress as materialized (select post_id, comment_id from wave_progress),
    post as materialized (
      select id, author_id, created_at, left(concat_ws(' ', title, body, link_url), ${sql.lit(notedMaxLength)}) as text
      from posts where id > (select post_id from progress) - ${sql.lit(overlap)} and created_at > now() - interval '1 hour'
      order by id desc limit ${sql.lit(newestMax)}),
    comment as materialized (
      select id, post_id, author_id, created_at, left(body, ${sql.lit(notedMaxLength)}) as text
      from comments where id > (select comment_id from progress) - ${sql.lit(overlap)} and created_at > now() - interval '1 hour'
      order by id desc limit ${sql.lit(newestMax)})
    select coalesce((select max(id) from post), 0) as newest_post, coalesce((select max(id) from comment), 0) as newest_comment,
      coalesce((
        select jsonb_agg(jsonb_build_object('post_id', item.post_id::text, 'comment_id', item.comment_id::text,
          'author_id', author_id::text, 'created_at', item.created_at, 'text', text))
        from (
          select id as post_id, null::bigint as comment_id, author_id, created_at, text from post
          union all
          select post_id, id, author_id, created_at, text from comment) as item
        join users on users.id = author_id
        where trust_level = 0 and not is_admin and not exists (
          select from new_member_texts as known
          where known.post_id = item.post_id and known.comment_id is not distinct from item.comment_id)), '[]') as texts`.execute(
    db,
  )
  const [found] = rows
  if (!found) return
  const noted = found.texts.map(({ post_id, comment_id, author_id, created_at, text }) => ({
    post_id,
    comment_id,
    author_id,
    created_at,
    simhash: simhashOf(text),
    domains: domainsOf(text),
  }))
  await sql`
    with noted as (
      insert into new_member_texts (post_id, comment_id, author_id, created_at, simhash, domains)
      select post_id, comment_id, author_id, created_at, simhash, domains
      from jsonb_to_recordset(${JSON.stringify(noted)}::jsonb)
        as given (post_id bigint, comment_id bigint, author_id bigint, created_at timestamptz, simhash bigint, domains text[])
      where exists (select from posts where posts.id = given.post_id)
        and (comment_id is null or exists (select from comments where comments.id = given.comment_id))
      on conflict do nothing)
    update wave_progress set post_id = greatest(post_id, ${found.newest_post}::bigint),
      comment_id = greatest(comment_id, ${found.newest_comment}::bigint)`.execute(db)
}

const domainsMax = 10

/** The hosts of the links in a text, without `www.`. */
function domainsOf(text: string): string[] {
  const hosts = [...text.matchAll(/https?:\/\/([\p{L}\p{N}.-]+\.[\p{L}\p{N}-]+)/giu)].map(([, host = '']) =>
    host.toLowerCase().replace(/^www\./, ''),
  )
  return [...new Set(hosts)].slice(0, domainsMax)
}
