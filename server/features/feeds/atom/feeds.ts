import { sql } from 'kysely'
import type { Comment } from '../../../../contract/entities/comment.ts'
import { isPost } from '../../../../contract/entities/list.ts'
import type { Post } from '../../../../contract/entities/post.ts'
import { storedId, wireId } from '../../../../contract/ids.ts'
import type { Language } from '../../../../contract/languages.ts'
import { inLanguage } from '../../../../contract/texts/language.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { Services } from '../../../core/api/route.ts'
import { viewAs } from '../../../core/api/viewAs.ts'
import { authorOf, forReaders, pageOfPost } from '../../../core/atom/content.ts'
import type { Place } from '../../../core/atom/serve.ts'
import { type AtomEntry, type AtomFeed, escapeXml } from '../../../core/atom/xml.ts'
import { getCommentsById } from '../../../core/comments/queries.ts'
import { findFirstNames } from '../../../core/communities/formerNames.ts'
import { getCommunity } from '../../../core/communities/queries.ts'
import { getPostRow } from '../../../core/posts/queries.ts'
import { postView } from '../../../core/posts/serialize.ts'
import { languageOfMember } from '../../../core/settings/language.ts'
import type { Db } from '../../../platform/database/connection.ts'
import { isolate } from '../../../platform/text/direction.ts'
import { shownAddress } from '../../../platform/text/shownAddress.ts'
import { type FeedQuery, listFeed } from '../listFeed.ts'
import { listUserFeed } from '../userFeed.ts'

/** Feed readers fetch every few hours, so they get more than a page. */
const entriesPerFeed = 30

type Needed = Pick<Services, 'db' | 'orders' | 'items' | 'config' | 'settings' | 'secrets'>

/** A feed of one community, or of a post there. */
interface FeedOfCommunity {
  /** Its name. */
  readonly community: string
  readonly feed: AtomFeed
}

/** Everyone gets the same feed, so it is in the default language of the site. */
const languageOfFeeds = (settings: Needed['settings']) => languageOfMember(settings, null)

const views = (services: Needed) => viewAs({ ...services, viewer: null }, 'html')

/** Posts and comments with what their ids are made of, which do not change with the name of the community. */
async function withFirstNames<Item extends { communityId: string; communityName: string }>(
  db: Db,
  items: readonly Item[],
): Promise<(readonly [Item, string])[]> {
  const idOf = ({ communityId }: Item) => storedId('community', communityId)
  const first = await findFirstNames(db, [...new Set(items.map(idOf))])
  return items.map((item) => [item, first.get(idOf(item)) ?? item.communityName] as const)
}

/** @param firstName the name that the community was created with. */
function postEntry(post: Post, firstName: string, origin: string): AtomEntry {
  const pictures = (post.images ?? []).map(
    ({ url, altText }) => `<p><img src="${origin}${escapeXml(url)}" alt="${escapeXml(altText ?? '')}"></p>`,
  )
  const linked = post.link
    ? [`<p><a href="${escapeXml(post.link.url)}">${escapeXml(shownAddress(post.link.url))}</a></p>`]
    : []
  const page = pageOfPost(origin, post)
  return {
    id: pageOfPost(origin, { ...post, communityName: firstName }),
    page,
    title: post.title,
    author: authorOf(origin, post),
    publishedAt: post.createdAt,
    updatedAt: post.editedAt ?? post.createdAt,
    category: post.communityName,
    html: [...linked, ...pictures, forReaders(post.bodyHtml ?? '', { origin, page })].join(''),
    ...(post.link && { related: post.link.url }),
  }
}

/** @param firstName as of a post. */
function commentEntry(
  comment: Comment,
  firstName: string,
  postTitle: string,
  { origin, language }: { origin: string; language: Language },
): AtomEntry {
  const author = authorOf(origin, comment)
  const { communityName, postPublicId: publicId } = comment
  const discussion = pageOfPost(origin, { communityName, publicId })
  const page = `${discussion}/${wireId('comment', comment.id)}`
  return {
    // The format of earlier versions, so that readers do not show the comment again.
    id: `${pageOfPost(origin, { communityName: firstName, publicId })}/${storedId('comment', comment.id)}`,
    page,
    title: inLanguage(language, () =>
      t('{author} on {post}', { author: isolate(author.name), post: isolate(postTitle) }),
    ),
    author,
    publishedAt: comment.createdAt,
    updatedAt: comment.editedAt ?? comment.createdAt,
    category: comment.communityName,
    html: forReaders(comment.bodyHtml ?? '', { origin, page }),
  }
}

/** The posts of a feed in one of its orders, as guests see them. @throws Refused for an unknown order. */
async function postEntries(services: Needed, query: FeedQuery, origin: string): Promise<AtomEntry[]> {
  const page = await listFeed(
    services,
    { sort: 'latest', ...query, limit: String(entriesPerFeed) },
    { to: views(services), pageSize: entriesPerFeed, defaultSort: services.settings.defaultFeedSort },
  )
  const { posts } = page.value
  return (await withFirstNames(services.db, posts)).map(([post, firstName]) =>
    postEntry(post, firstName, origin),
  )
}

/** All posts of the site. */
export async function siteFeed(services: Needed, place: Place, sort: string | undefined): Promise<AtomFeed> {
  return {
    title: services.settings.siteName,
    self: place.self,
    alternate: `${place.origin}/all`,
    entries: await postEntries(services, sort ? { sort } : {}, place.origin),
  }
}

/** The posts of a community. @throws Refused with `community-not-found`. */
export async function communityFeed(
  services: Needed,
  place: Place,
  { name, sort }: { name: string; sort: string | undefined },
): Promise<FeedOfCommunity> {
  const community = await getCommunity(services.db, { name }, { ...views(services), format: 'source' })
  return {
    community: community.name,
    feed: {
      title: `${community.name} · ${services.settings.siteName}`,
      self: place.self,
      alternate: `${place.origin}/${community.name}`,
      entries: await postEntries(
        services,
        { communityId: community.id, ...(sort && { sort }) },
        place.origin,
      ),
    },
  }
}

/** A member's posts and comments. @throws Refused for unknown or suspended members. */
export async function memberFeed(services: Needed, place: Place, username: string): Promise<AtomFeed> {
  const to = views(services)
  const page = await listUserFeed(
    services,
    { username },
    { viewer: null, views: { post: to, comment: to }, pageSize: entriesPerFeed },
  )
  const language = languageOfFeeds(services.settings)
  const items = await withFirstNames(
    services.db,
    page.value.items.map(({ item }) => item),
  )
  return {
    title: `@${username} · ${services.settings.siteName}`,
    self: place.self,
    alternate: `${place.origin}/@${username}`,
    entries: items.map(([item, firstName]) =>
      isPost(item)
        ? postEntry(item, firstName, place.origin)
        : commentEntry(item, firstName, item.postTitle ?? '', { origin: place.origin, language }),
    ),
  }
}

/** The newest comments of a post, or of the one into which it was merged. @throws Refused with `post/not-found`. */
export async function threadFeed(
  services: Needed,
  place: Place,
  publicId: string,
): Promise<FeedOfCommunity & { readonly ofPost: string }> {
  const { db, settings } = services
  const to = views(services)
  const row = await getPostRow(db, publicId, { viewerId: null, format: 'html' })
  const mergedInto = row.deleted_at ? await findMergedInto(db, row.id) : undefined
  if (mergedInto) return threadFeed(services, place, mergedInto)
  const post = postView(row, to)
  const language = languageOfFeeds(settings)
  const ids = row.deleted_at ? [] : await newestComments(db, row.id)
  const comments = await getCommentsById(db, ids, to)
  const firstName = (await findFirstNames(db, [row.community_id])).get(row.community_id) ?? post.communityName
  return {
    community: post.communityName,
    ofPost: post.publicId,
    feed: {
      title: `${post.title} · ${settings.siteName}`,
      self: place.self,
      alternate: pageOfPost(place.origin, post),
      entries: comments
        .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || Number(b.id) - Number(a.id))
        .map((comment) => commentEntry(comment, firstName, post.title, { origin: place.origin, language })),
    },
  }
}

/** The public id of the post into which another was merged. */
async function findMergedInto(db: Db, postId: string): Promise<string | undefined> {
  const target = await db
    .selectFrom('posts')
    .where('id', '=', sql<string>`merged_into(${postId})`)
    .select('public_id')
    .executeTakeFirst()
  return target?.public_id
}

async function newestComments(db: Db, postId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(entriesPerFeed)
    .execute()
  return rows.map(({ id }) => id)
}
