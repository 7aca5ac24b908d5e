import { escapeMarkup } from '../../../contract/escapeMarkup.ts'
import { nameOfSpeaker } from '../../../contract/speaker.ts'
import { withoutSpoilers } from '../../../contract/spoilers.ts'

export const pageOfPost = (origin: string, post: { communityName: string; publicId: string }) =>
  `${origin}/${post.communityName}/post/${post.publicId}`

export const authorOf = (
  origin: string,
  item: { username: string; userDeleted: boolean; isByCommunity?: true },
) => {
  if (item.isByCommunity) {
    const name = nameOfSpeaker(item.username)
    return { name, page: `${origin}/${name}` }
  }
  return item.userDeleted
    ? { name: 'Ghost', page: null }
    : { name: `@${item.username}`, page: `${origin}/@${item.username}` }
}

/**
 * Adapts a text for feed readers: removes spoilers, which they cannot hide, and makes our relative URLs absolute, those of
 * footnotes, too. Where blocks differ in direction, it also states the direction that the others have.
 *
 * @param page the URL of the page with the text.
 */
export function forReaders(html: string, { origin, page }: { origin: string; page: string }): string {
  const adapted = withoutSpoilers(html)
    .replace(/(\s(?:href|src)=")\/(?!\/)/g, `$1${origin}/`)
    .replace(/(\shref=")#/g, `$1${escapeMarkup(page)}#`)
  return adapted.includes(' dir="') ? `<div dir="ltr">${adapted}</div>` : adapted
}
