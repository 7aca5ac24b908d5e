import { t } from '../../../contract/texts/t.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { SearchCombobox } from './SearchCombobox.tsx'

/** The search box with its suggestions, over the top of the page; on phones it fills the screen. */
export default function SearchDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Search')} placement="top" onClose={onClose}>
      <SearchCombobox onClose={onClose} />
    </Dialog>
  )
}
