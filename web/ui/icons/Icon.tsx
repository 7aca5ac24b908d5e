import spriteUrl from 'virtual:icon-sprite'
import type { IconName } from './names.ts'

/**
 * One icon of the sprite, in the colour of the text around it. Decoration only: the text beside it or the label of its
 * button gives the meaning.
 *
 * @param size in pixels; 18 by default.
 * @param filled fills the inside, too, for what is switched on.
 */
export function Icon({ name, size = 18, filled }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg className={filled ? 'icon icon-filled' : 'icon'} width={size} height={size} aria-hidden="true">
      <use href={`${spriteUrl}#${name}`} />
    </svg>
  )
}
