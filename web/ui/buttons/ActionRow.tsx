import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classNames } from '../classNames.ts'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { Link, type LinkProps } from '../navigation/Link.tsx'
import styles from './ActionRow.module.css'

/** The actions on a post or comment, in a row: votes, buttons, and the button of a menu. */
export function ActionRow({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classNames(styles.row, className)}>{children}</div>
}

interface Look {
  icon: IconName
  children: ReactNode
}

type ButtonActionProps = Look & Omit<ComponentPropsWithRef<'button'>, keyof Look> & { href?: never }
type LinkActionProps = Look & Omit<LinkProps, keyof Look>

/**
 * One action of a row: an icon with a word or a count; the icon is filled while it is pressed (`aria-pressed`). With an `href` it is a link; as a button it is hidden from
 * readers without JavaScript.
 */
export function Action({ icon, children, className, ...rest }: ButtonActionProps | LinkActionProps) {
  const look = classNames(styles.action, className)
  const inside = (
    <>
      <Icon name={icon} />
      {children}
    </>
  )
  if (rest.href !== undefined)
    return (
      <Link {...rest} className={look}>
        {inside}
      </Link>
    )
  const { href: _buttons, ...button } = rest
  return (
    <button type="button" {...button} className={look}>
      {inside}
    </button>
  )
}
