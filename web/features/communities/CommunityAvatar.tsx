import type { Image } from '../../../contract/entities/image.ts'
import { Avatar, type AvatarSize } from '../../ui/media/Avatar.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'

interface CommunityAvatarProps {
  /** Name of the community. */
  name: string
  picture: Image | null
  size?: AvatarSize
}

/** Copies for screens with two pixels per CSS pixel. */
const copies = { small: 'tiny', medium: 'tiny', large: 'small', huge: 'medium' } as const

/** The icon of a community, or its first letter. */
export function CommunityAvatar({ name, picture, size = 'medium' }: CommunityAvatarProps) {
  return (
    <Avatar
      name={name}
      square
      size={size}
      src={picture && copyNamed(picture, copies[size])}
      // Smaller ones are decoration beside the name.
      alt={size === 'huge' ? (picture?.altText ?? '') : ''}
    />
  )
}
