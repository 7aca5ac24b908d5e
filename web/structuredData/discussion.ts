import type { Comment } from '../../contract/entities/comment.ts'
import type { Image } from '../../contract/entities/image.ts'
import type { Post } from '../../contract/entities/post.ts'
import { nameOfSpeaker } from '../../contract/speaker.ts'
import { t } from '../../contract/texts/t.ts'
import { buildTree, type CommentNode } from '../data/comments/commentTree.ts'
import { pathOfPost } from '../data/posts/postPath.ts'
import { pathOfUser } from '../data/users/userPath.ts'
import { plainText } from '../ui/text/plainText.ts'
import { counted, namedPage, type Thing } from './thing.ts'

/**
 * Only the beginning of the discussion, because the page contains it already: at most about 30 kB before compression.
 */
const longestBody = 5000
const longestComment = 500
const mostComments = 20
/** How many comments of the post, replies to each, and replies to each of those. */
const widths = [8, 2, 1] as const

/**
 * A post with the beginning of its discussion, as structured data.
 *
 * @returns null when a part of the post was deleted.
 * @see https://developers.google.com/search/docs/appearance/structured-data/discussion-forum
 */
export function discussionPosting(post: Post, comments: readonly Comment[], origin: string): Thing | null {
  if (post.deleted || post.deletedContent) return null
  const url = origin + pathOfPost(post)
  const pictures = post.images.map((image) => origin + pathOfPicture(image))
  const below = firstComments(buildTree(comments))
  return {
    '@type': 'DiscussionForumPosting',
    '@id': url,
    url,
    mainEntityOfPage: url,
    headline: post.title,
    // A post that is only a picture or a link has no other text.
    text: plainText(post.bodyHtml ?? '', longestBody) || post.title,
    author: personOf(post, origin),
    datePublished: post.createdAt,
    dateModified: post.editedAt ?? post.createdAt,
    isPartOf: namedPage('WebPage', post.communityName, `${origin}/${post.communityName}`),
    commentCount: post.noComments,
    interactionStatistic: [...votesOf(post), counted('CommentAction', post.noComments)],
    ...(pictures.length > 0 && { image: pictures }),
    ...(post.link && { sharedContent: sharedLink(post.link, origin) }),
    ...(below.length > 0 && { comment: below.map((branch) => commentThing(branch, url)) }),
  }

  function commentThing({ comment, replies }: Branch, page: string): Thing {
    return {
      '@type': 'Comment',
      url: `${page}/${comment.id}`,
      text: plainText(comment.bodyHtml ?? '', longestComment),
      author: personOf(comment, origin),
      datePublished: comment.createdAt,
      ...(comment.editedAt !== null && { dateModified: comment.editedAt }),
      interactionStatistic: votesOf(comment),
      ...(replies.length > 0 && { comment: replies.map((reply) => commentThing(reply, page)) }),
    }
  }
}

const votesOf = ({ upvotes, downvotes }: Pick<Post, 'upvotes' | 'downvotes'>) =>
  upvotes === null || downvotes === null
    ? []
    : [counted('LikeAction', upvotes), counted('DislikeAction', downvotes)]

function personOf(
  {
    userDeleted,
    username,
    isByCommunity,
  }: Pick<Post, 'userDeleted' | 'username'> & Pick<Comment, 'isByCommunity'>,
  origin: string,
): Thing {
  if (isByCommunity)
    return namedPage('Organization', nameOfSpeaker(username), `${origin}/${nameOfSpeaker(username)}`)
  if (userDeleted) return { '@type': 'Person', name: t('Ghost') }
  return namedPage('Person', username, origin + pathOfUser(username))
}

const pathOfPicture = ({ copies, url }: Image) => copies.find(({ name }) => name === 'large')?.url ?? url

const sharedLink = ({ url, image }: NonNullable<Post['link']>, origin: string): Thing => ({
  '@type': 'WebPage',
  url,
  ...(image && { image: origin + pathOfPicture(image) }),
})

interface Branch {
  readonly comment: Comment
  readonly replies: readonly Branch[]
}

/** The first comments of the page, without deleted comments and their replies. */
function firstComments(tree: readonly CommentNode[]): Branch[] {
  let remaining = mostComments
  const take = (nodes: readonly CommentNode[], depth: number): Branch[] => {
    const taken: Branch[] = []
    for (const { comment, replies } of nodes) {
      if (remaining === 0 || taken.length === (widths[depth] ?? 0)) break
      if (comment.deleted) continue
      remaining -= 1
      taken.push({ comment, replies: take(replies, depth + 1) })
    }
    return taken
  }
  return take(tree, 0)
}
