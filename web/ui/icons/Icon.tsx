import spriteUrl from 'virtual:icon-sprite'
import type { IconName } from './names.ts'

/**
 * One drawing of the sprite, in the colour of the text around it. Decoration only: what it stands next to, or the
 * label of its button, says what it means.
 *
 * @param size in pixels; 18 by default.
 * @param filled paints the inside too, for things that are switched on.
 */
export function Icon({ name, size = 18, filled }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg className={filled ? 'icon icon-filled' : 'icon'} width={size} height={size} aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
