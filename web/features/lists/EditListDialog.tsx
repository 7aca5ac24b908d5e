import type { List } from '../../../contract/entities/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { useEditList } from '../../data/lists/lists.ts'
import { ListDialog } from './ListDialog.tsx'

interface EditListDialogProps {
  list: List
  /** Called with the edited list. */
  onEdited: (list: List) => void
  onClose: () => void
}

export default function EditListDialog({ list, onEdited, onClose }: EditListDialogProps) {
  const edit = useEditList(list)
  return (
    <ListDialog
      title={t('Edit list')}
      submitLabel={t('Save')}
      list={list}
      isBusy={edit.isPending}
      onSubmit={async (texts) => onEdited(await edit.mutateAsync(texts))}
      onClose={onClose}
    />
  )
}
