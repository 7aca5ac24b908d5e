import type { ComponentPropsWithRef } from 'react'
import { classNames } from '../classNames.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { Link, type LinkProps } from '../navigation/Link.tsx'
import { Badge } from './Badge.tsx'
import styles from './IconButton.module.css'

interface Look {
  icon: IconName
  /** Accessible name, because an icon has none. Includes the count of `badge`. */
  label: string
  /** A count at the corner; nothing is shown for 0. */
  badge?: number
  /** Fills the icon, for what is switched on. */
  filled?: boolean
  children?: never
}

type NativeButtonProps = Look & Omit<ComponentPropsWithRef<'button'>, keyof Look> & { href?: never }
type LinkButtonProps = Look & Omit<LinkProps, keyof Look>

/** A round button with an icon, whose label appears beside it under the pointer; a link when it has an `href`. */
export function IconButton(props: NativeButtonProps | LinkButtonProps) {
  const { icon, label, badge = 0, filled = false, className, ...rest } = props
  const look = classNames(styles.button, 'tip', className)
  const inside = (
    <>
      <Icon name={icon} filled={filled} />
      <Badge count={badge} />
    </>
  )
  if (rest.href !== undefined)
    return (
      <Link {...rest} className={look} aria-label={label}>
        {inside}
      </Link>
    )
  const { href: _buttons, ...button } = rest
  return (
    <button type="button" {...button} className={look} aria-label={label}>
      {inside}
    </button>
  )
}
