import { withoutSpoilers } from '../../../contract/spoilers.ts'

export const pageOfPost = (origin: string, post: { communityName: string; publicId: string }) =>
  `${origin}/${post.communityName}/post/${post.publicId}`

export const authorOf = (origin: string, item: { username: string; userDeleted: boolean }) =>
  item.userDeleted
    ? { name: 'Ghost', page: null }
    : { name: `@${item.username}`, page: `${origin}/@${item.username}` }

/**
 * A text as readers of feeds can show it: they could not cover spoilers, and links and pictures of ours are named by their path
 * alone, which means nothing there.
 */
export const forReaders = (html: string, origin: string) =>
  withoutSpoilers(html).replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${origin}/`)
