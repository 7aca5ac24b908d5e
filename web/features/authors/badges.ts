import type { IconName } from '../../ui/icons/names.ts'

export interface BadgeLook {
  readonly label: string
  readonly icon: IconName
}

/**
 * How a badge is called and drawn.
 *
 * @throws Error for a type that this page does not know.
 */
export function badgeLook(type: string): BadgeLook {
  if (type !== 'supporter') throw new Error(`A badge of the unknown type '${type}'`)
  return { label: 'Supporter', icon: 'supporter' }
}
