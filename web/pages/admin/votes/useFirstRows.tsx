import { type ReactNode, useState } from 'react'
import { t } from '../../../../contract/texts/t.ts'
import { Button } from '../../../ui/buttons/Button.tsx'

/** The first rows, and a button that shows all of them, as long as there are more. */
export function useFirstRows<Row>(
  rows: readonly Row[],
  atFirst: number,
): { shown: readonly Row[]; showAll: ReactNode } {
  const [isWhole, setWhole] = useState(false)
  return {
    shown: isWhole ? rows : rows.slice(0, atFirst),
    showAll: !isWhole && rows.length > atFirst && (
      <Button small variant="soft" onClick={() => setWhole(true)}>
        {t('Show all {count, number}', { count: rows.length })}
      </Button>
    ),
  }
}
