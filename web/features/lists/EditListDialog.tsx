import type { List } from '../../../contract/entities/list.ts'
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
      title="Edit list"
      submitLabel="Save"
      list={list}
      isBusy={edit.isPending}
      onSubmit={async (texts) => onEdited(await edit.mutateAsync(texts))}
      onClose={onClose}
    />
  )
}
