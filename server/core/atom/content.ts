import { withoutSpoilers } from '../../../contract/spoilers.ts'

export const pageOfPost = (origin: string, post: { communityName: string; publicId: string }) =>
  `${origin}/${post.communityName}/post/${post.publicId}`

export const authorOf = (origin: string, item: { username: string; userDeleted: boolean }) =>
  item.userDeleted
    ? { name: 'Ghost', page: null }
    : { name: `@${item.username}`, page: `${origin}/@${item.username}` }

/**
 * Adapts a text for feed readers: removes spoilers, which they cannot hide, and makes our relative URLs absolute.
 */
export const forReaders = (html: string, origin: string) =>
  withoutSpoilers(html).replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${origin}/`)
