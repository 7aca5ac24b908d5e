import { t } from '../../../contract/texts/t.ts'
import type { IconName } from '../../ui/icons/names.ts'

export interface BadgeLook {
  readonly label: string
  readonly icon: IconName
}

/**
 * Label and icon of a badge.
 *
 * @throws Error for an unknown type.
 */
export function badgeLook(type: string): BadgeLook {
  if (type === 'bot') return { label: t('Bot'), icon: 'settings' }
  if (type !== 'supporter') throw new Error(`A badge of the unknown type '${type}'`)
  return { label: t('Supporter'), icon: 'supporter' }
}
