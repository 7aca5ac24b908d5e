import { classNames } from '../classNames.ts'
import styles from './Avatar.module.css'

/** 20, 28, 40, 72 pixels. */
export type AvatarSize = 'small' | 'medium' | 'large' | 'huge'

interface AvatarProps {
  /** The name of the person or community, without "@". */
  name: string
  /** Communities are square, people round. */
  square?: boolean
  size?: AvatarSize
  /** URL of the picture; without one the first letter on one of 8 fixed colours. */
  src?: string | null | undefined
  /** Alt text. Without it the avatar is decoration beside the name. */
  alt?: string | undefined
}

const pixels = { small: 20, medium: 28, large: 40, huge: 72 }

export function Avatar({ name, square, size = 'medium', src, alt = '' }: AvatarProps) {
  const shape = classNames(styles.avatar, styles[size], square && styles.square)
  if (src)
    return (
      <img className={shape} src={src} alt={alt} width={pixels[size]} height={pixels[size]} loading="lazy" />
    )
  return (
    <span className={classNames(shape, styles[`color${avatarColor(name)}`])} aria-hidden="true">
      {[...name.toUpperCase()][0]}
    </span>
  )
}

/** Number of the default avatars' fixed colours, `--avatar-1` to `--avatar-8` in tokens.css. */
const avatarColors = 8

/** By how many names begin with them, so that those which meet most often have colours of their own. */
const initials = 'acbpmsdtghrfilwenokyvuqjxz'

/** The fixed colour, 1 to 8, of a name's default avatar, which its initial decides, regardless of case. */
export function avatarColor(name: string): number {
  const [initial = 'a'] = name.toLowerCase()
  const rank = initials.indexOf(initial)
  return ((rank < 0 ? (initial.codePointAt(0) ?? 0) : rank) % avatarColors) + 1
}
