import { type CSSProperties, useLayoutEffect, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { SearchCombobox } from './SearchCombobox.tsx'

/** The search box with its suggestions, in the place of the box in the bar at the top; on phones it fills the screen. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  const [place, setPlace] = useState<CSSProperties>()
  useLayoutEffect(() => {
    const update = () => setPlace(placeOverBox())
    update()
    addEventListener('resize', update)
    return () => removeEventListener('resize', update)
  }, [])
  return (
    <Dialog title={t('Search')} placement="top" style={place} onClose={onClose}>
      <SearchCombobox onClose={onClose} />
    </Dialog>
  )
}

const edge = 12
/** Narrower, names and titles would not fit. */
const widthMin = 420
/** The row of the field and the border are this much larger than the box, on each side. */
const rowAround = 5
const border = 1

/** Where the field in the dialog lies exactly over the box; undefined where there is no box to be seen, as on phones. */
function placeOverBox(): CSSProperties | undefined {
  const box = document.querySelector('[data-search]')?.getBoundingClientRect()
  if (!box || box.width === 0) return undefined
  const { clientWidth, dir } = document.documentElement
  const width = Math.max(box.width + 2 * border, widthMin)
  const start = (dir === 'rtl' ? clientWidth - box.right : box.left) - border
  const custom: Record<`--${string}`, string> = {
    '--dialog-top': `${Math.max(box.top - rowAround - border, 0)}px`,
    '--dialog-start': `${Math.min(start, clientWidth - edge - width)}px`,
    '--dialog-width': `${width}px`,
  }
  return custom
}
