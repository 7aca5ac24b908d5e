// Made from takeBack.sql by `npm run database-types`. Do not edit.
import type { Statement } from '../../platform/database/statement.ts'

interface Parameters {
  readonly ids: readonly string[]
}

export type TakeBackRow = {
  back: number
}

export const takeBack: Statement<Parameters, TakeBackRow> = {
  name: 'takeBack',
  text: `with withheld as materialized ( select * from withheld_contents where id = any($1) ), post as ( update posts set body = withheld.body, body_html = withheld.body_html, body_renderer = withheld.body_renderer, excerpt = withheld.excerpt, link_url = withheld.link_url, link_hostname = withheld.link_hostname, link_image_id = withheld.link_image_id, content_deleted_at = null, content_deleted_by = null, content_deleted_as = null, deleted_at = case when was_deleted then posts.deleted_at end, deleted_by = case when was_deleted then posts.deleted_by end, deleted_as = case when was_deleted then posts.deleted_as end, attachment_count = case when type = 'text' then cardinality(image_ids) else 0 end, age_band = post_age_band(created_at, now()) from withheld where withheld.comment_id is null and posts.id = withheld.post_id and content_deleted_as = 'admins' and posts.deleted_at is not null returning posts.id, posts.author_id, was_deleted, image_ids ), comment as ( update comments set deleted_at = null, deleted_by = null, deleted_as = null, attachment_count = cardinality(image_ids) from withheld where comments.id = withheld.comment_id and deleted_as = 'admins' returning comments.id, comments.author_id, image_ids ), post_image as ( insert into post_images (post_id, position, image_id) select post.id, place - 1, image_id from post cross join lateral unnest(image_ids) with ordinality as image (image_id, place) ), comment_image as ( insert into comment_images (comment_id, position, image_id) select comment.id, place - 1, image_id from comment cross join lateral unnest(image_ids) with ordinality as image (image_id, place) ), counted as materialized ( select count_content_of_members(array_agg(author_id), array_agg(posts), array_agg(comments)) from ( select author_id, sum(posts)::integer as posts, sum(comments)::integer as comments from ( select author_id, case when was_deleted then 0 else 1 end as posts, 0 as comments from post union all select author_id, 0, 1 from comment) as back group by author_id) as of_author having count(*) > 0 ) select (select count(*)::integer from post) + (select count(*)::integer from comment) as "back" where (select count(*) from counted) >= 0`,
  parameters: ['ids'],
  literals: [],
}
