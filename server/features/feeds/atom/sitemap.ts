import { sql } from 'kysely'
import { staticPages } from '../../../../contract/staticPages.ts'
import { escapeXml } from '../../../core/atom/xml.ts'
import type { Db } from '../../../platform/database/connection.ts'

/** About 700 kB, of which compression leaves a tenth. */
const postsPerFile = 5000

/** The limit of sitemaps.org for sitemaps in an index, and for URLs in a sitemap. */
const listedMax = 50_000

const declaration = '<?xml version="1.0" encoding="utf-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

const listed = (tag: 'url' | 'sitemap', url: string, changedAt?: Date) =>
  `<${tag}><loc>${escapeXml(url)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</${tag}>`

const urlSet = (lines: readonly string[]) =>
  `${declaration}<urlset ${namespace}>\n${lines.join('\n')}\n</urlset>\n`

/**
 * The list of all sitemaps: one of the pages and communities, and one of every 5,000 posts. A sitemap must not be empty, so those
 * whose posts are all deleted are not listed.
 */
export async function sitemapIndex(db: Db, origin: string): Promise<string> {
  const { rows } = await sql<{ file: number }>`
    select file from generate_series(0, (select max(id) / ${postsPerFile} from posts)) as file
    where exists (
      select from posts where id >= file * ${postsPerFile} and id < (file + 1) * ${postsPerFile} and deleted_at is null)
    order by file limit ${listedMax - 1}`.execute(db)
  const files = rows.map(({ file }) => listed('sitemap', `${origin}/sitemap-posts-${file}.xml`))
  return `${declaration}<sitemapindex ${namespace}>\n${[listed('sitemap', `${origin}/sitemap-pages.xml`), ...files].join('\n')}\n</sitemapindex>\n`
}

/** Pages that every site has, and its communities. */
export async function sitemapOfPages(db: Db, origin: string): Promise<string> {
  const paths = ['', '/all', '/communities', ...staticPages.map((name) => `/${name}`)]
  const communities = await db
    .selectFrom('communities')
    .where('deleted_at', 'is', null)
    .select('name')
    .orderBy('id')
    .limit(listedMax - paths.length)
    .execute()
  return urlSet([
    ...paths.map((path) => listed('url', `${origin}${path || '/'}`)),
    ...communities.map(({ name }) => listed('url', `${origin}/${name}`)),
  ])
}

/** The posts of one file, by their ids; null if there are none. */
export async function sitemapOfPosts(db: Db, origin: string, file: number): Promise<string | null> {
  if (!Number.isSafeInteger(file * postsPerFile)) return null
  const rows = await db
    .selectFrom('posts')
    .innerJoin('communities', 'communities.id', 'posts.community_id')
    .where('posts.id', '>=', String(file * postsPerFile))
    .where('posts.id', '<', String((file + 1) * postsPerFile))
    .where('posts.deleted_at', 'is', null)
    .select(['posts.public_id', 'communities.name as community', 'posts.last_activity_at as changed_at'])
    .orderBy('posts.id')
    .execute()
  if (rows.length === 0) return null
  return urlSet(
    rows.map((row) => listed('url', `${origin}/${row.community}/post/${row.public_id}`, row.changed_at)),
  )
}
