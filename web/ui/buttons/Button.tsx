import { type ComponentPropsWithRef, type MouseEvent, type ReactNode, useRef } from 'react'
import { classNames } from '../classNames.ts'
import { Spinner } from '../feedback/Spinner.tsx'
import { Icon } from '../icons/Icon.tsx'
import type { IconName } from '../icons/names.ts'
import { Link, type LinkProps } from '../navigation/Link.tsx'
import styles from './Button.module.css'

interface Look {
  /** `main`: the primary action; `danger`: a destructive one; `soft`: without an outline. */
  variant?: 'main' | 'plain' | 'soft' | 'danger'
  /** As wide as its container. */
  wide?: boolean
  small?: boolean
  icon?: IconName
  children: ReactNode
}

type NativeButtonProps = Look &
  Omit<ComponentPropsWithRef<'button'>, keyof Look> & {
    href?: never
    /** Shows that a request is running. The button keeps size and focus; presses do nothing. */
    busy?: boolean
  }
type LinkButtonProps = Look & Omit<LinkProps, keyof Look> & { busy?: never }

/** A button, or, with `href`, a link that looks like one. It submits a form only with `type="submit"`. */
export function Button(props: NativeButtonProps | LinkButtonProps) {
  const { variant = 'plain', wide, small, icon, children, className, ...rest } = props
  const wasPressed = useRef(false)
  const look = classNames(
    styles.button,
    styles[variant],
    wide && styles.wide,
    small && styles.small,
    className,
  )
  const inside = (
    <>
      {icon && <Icon name={icon} size={small ? 16 : 18} />}
      {children}
    </>
  )
  if (rest.href !== undefined) {
    const { busy: _links, ...link } = rest
    return (
      <Link {...link} className={look}>
        {inside}
      </Link>
    )
  }
  const { busy, onClick, href: _buttons, ...button } = rest
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // The second press of a double click may come before the first one has made the button busy.
    const isSecond = busy !== undefined && event.detail > 1 && wasPressed.current
    // A submit button must not submit its form twice.
    if (busy || isSecond) return event.preventDefault()
    wasPressed.current = true
    onClick?.(event)
  }
  return (
    <button
      type="button"
      {...button}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {/* Always in an element, because page translators replace texts that stand beside others. */}
      <span className={busy ? styles.covered : styles.words}>{inside}</span>
      {busy && (
        <span className={styles.busy}>
          <Spinner />
        </span>
      )}
    </button>
  )
}
