import type { List } from '../../../contract/entities/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { useCreateList } from '../../data/lists/lists.ts'
import { ListDialog } from './ListDialog.tsx'

interface CreateListDialogProps {
  /** The viewer, who will own the list. */
  username: string
  /** Called with the new list. */
  onCreated: (list: List) => void
  onClose: () => void
}

export default function CreateListDialog({ username, onCreated, onClose }: CreateListDialogProps) {
  const create = useCreateList(username)
  return (
    <ListDialog
      title={t('Create list')}
      submitLabel={t('Create list')}
      isBusy={create.isPending}
      onSubmit={async (texts) => onCreated(await create.mutateAsync(texts))}
      onClose={onClose}
    />
  )
}
