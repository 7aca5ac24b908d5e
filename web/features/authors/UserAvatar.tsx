import { useViewer } from '../../data/account/initial.ts'
import { Avatar, type AvatarSize } from '../../ui/media/Avatar.tsx'

interface UserAvatarProps {
  /** Or the name of a community. */
  username: string
  isCommunity?: boolean | undefined
  /** URL of the picture. */
  picture: string | null | undefined
  size?: AvatarSize
}

/** A member's picture, or a letter for viewers who turned off the pictures of members. */
export function UserAvatar({ username, isCommunity = false, picture, size = 'medium' }: UserAvatarProps) {
  const isHidden = useViewer()?.hideUserProfilePictures === true
  return <Avatar name={username} square={isCommunity} size={size} src={isHidden ? null : picture} />
}
