import type { Image } from '../../../contract/entities/image.ts'

interface CommunityBanner {
  image: Image | null
  className: string | undefined
}

/** The banner of a community in a box of fixed height; nothing when it has none. */
export function CommunityBanner({ image, className }: CommunityBanner) {
  if (!image) return null
  return (
    <img
      className={className}
      src={image.url}
      alt={image.altText ?? ''}
      width={image.width}
      height={image.height}
      style={{ background: image.averageColor }}
    />
  )
}
