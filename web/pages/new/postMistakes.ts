import type { Initial } from '../../../contract/entities/initial.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import type { PostType } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { type PostingTarget, postingRefusal, restrictedText } from '../../data/posts/posting.ts'
import { messageText } from '../../features/failures/refusalText.ts'
import { type DraftImage, isUploading, tooManyImages } from '../../features/images/imageUploads.ts'
import { mostTextImages, textImagesMistake } from '../../features/images/useTextImages.ts'
import { textLength } from '../../ui/forms/acceptText.ts'
import { linkUrl } from './linkUrl.ts'

/** The errors of a post, by field. */
export interface PostMistakes {
  readonly title?: string
  readonly community?: string
  readonly images?: string
  readonly url?: string
}

/** The author, and the site's requirements for posting. */
export type Poster = Pick<User, 'points' | 'isAdmin' | 'requireAltText'> &
  Pick<Initial, 'bans' | 'imagePostSubmitReqPoints' | 'linkPostSubmitReqPoints' | 'imagesPerPost'>

/** The state of the form for a new post. */
export interface UnsentPost {
  readonly type: PostType
  readonly title: string
  readonly community: PostingTarget | null
  readonly url: string
  readonly images: readonly DraftImage[]
}

/** The error in the title of a post, or null. */
export function titleMistake(title: string): string | null {
  const length = textLength(title.trim())
  if (length === 0) return t('Your post needs a title')
  return length < limits.titleMinLength ? t('Title is too short') : null
}

/** The mistakes that prevent a new post from being submitted; empty when there are none. */
export function postMistakes(post: UnsentPost, poster: Poster): PostMistakes {
  const title = titleMistake(post.title)
  const community = post.community ? postingRefusal(post.community, poster) : t('Select a community first')
  const images =
    post.type === 'image'
      ? imagesMistake(post.images, poster)
      : post.type === 'text'
        ? textImagesMistake(post.images, {
            most: mostTextImages(poster),
            requireAltText: poster.requireAltText ?? false,
          })
        : null
  const url = post.type === 'link' ? urlMistake(post.url, poster) : null
  return {
    ...(title !== null && { title }),
    ...(community !== null && { community }),
    ...(images !== null && { images }),
    ...(url !== null && { url }),
  }
}

/** Why the author cannot create posts of a type, at all or yet, or null. A requirement below 1 is off. */
export function typeMistake(type: PostType, poster: Poster): string | null {
  if (type === 'text') return null
  if (type === 'image' && poster.imagesPerPost === 0) return noImagePosts()
  const required = type === 'image' ? poster.imagePostSubmitReqPoints : poster.linkPostSubmitReqPoints
  return required >= 1 && poster.points <= required ? notEnoughPoints()[type] : null
}

function imagesMistake(images: readonly DraftImage[], poster: Poster): string | null {
  const notAllowed = typeMistake('image', poster)
  if (notAllowed !== null) return notAllowed
  if (images.length === 0) return t("You haven't uploaded an image")
  if (images.length > poster.imagesPerPost) return tooManyImages(poster.imagesPerPost)
  if (isUploading(images)) return t('Wait until your images are uploaded.')
  if (images.some(({ upload }) => upload.state === 'failed'))
    return t("Some images couldn't be uploaded. Try again or remove them.")
  const lacksAltText = poster.requireAltText && images.some(({ altText }) => altText.trim() === '')
  return lacksAltText ? altTextMissing() : null
}

function urlMistake(url: string, poster: Poster): string | null {
  const notAllowed = typeMistake('link', poster)
  if (notAllowed !== null) return notAllowed
  const address = linkUrl(url)
  if (address === null) return t('Please submit a valid URL')
  return new URL(address).href.length > limits.linkMaxBytes ? urlTooLong() : null
}

const urlTooLong = () =>
  t('The URL is longer than {most, number} characters. Try a shorter one.', {
    most: limits.linkMaxBytes,
  })

const altTextMissing = (): string =>
  t("One or more images are missing alt text. Please make sure that you've added alt text to all images.")
const noImagePosts = (): string => t("This site doesn't allow image posts.")
const notEnoughPoints = () => ({
  image: t("You don't have enough points to submit images yet."),
  link: t("You don't have enough points to submit link posts yet."),
})

/**
 * The field that a refusal of the server belongs to, with its text; null for refusals without a text of their own.
 *
 * @param message of the API, which may name a permission that the author lacks.
 */
export function mistakeOfRefusal(code: string, type: PostType, message = ''): PostMistakes | null {
  switch (code) {
    case 'post/title-too-short':
      return { title: t('Title is too short') }
    case 'banned_from_community':
      return { community: t('You are banned from community') }
    case 'posting-restricted':
      return { community: restrictedText() }
    case 'made_with_ai_refused':
      return { community: t("This community doesn't allow content made with AI.") }
    case 'community/not-found':
      return { community: t('Select a community first') }
    case 'not_mod':
      return { community: messageText(message) }
    case 'not_enough_points':
      return type === 'link' ? { url: notEnoughPoints().link } : { images: notEnoughPoints().image }
    case 'trust_too_low': {
      const text = t('You need a higher trust level for this. See your settings.')
      return { [type === 'link' ? 'url' : type === 'image' ? 'images' : 'title']: text }
    }
    case 'too-many-images':
      return { images: tooManyImages(limits.imagesPerPostMax) }
    case 'image-not-found':
      return { images: t('Some images are no longer available. Remove them and add them again.') }
    case 'no_image_posts':
      return { images: noImagePosts() }
    case 'invalid-url':
      return { url: t('The URL you provided is not a valid URL.') }
    case 'url_too_long':
      return { url: urlTooLong() }
    default:
      return null
  }
}
