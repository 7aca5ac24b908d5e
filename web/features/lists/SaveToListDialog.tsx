import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial, useViewer } from '../../data/account/initial.ts'
import type { ItemToSave } from '../../data/lists/savedTo.ts'
import { savedToQuery, useSaveToList } from '../../data/lists/saving.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { Tag } from '../../ui/text/Tag.tsx'
import { Loading } from '../failures/Loading.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import CreateListDialog from './CreateListDialog.tsx'
import styles from './ListDialog.module.css'
import { notifySaveFailure } from './notifySaveFailure.ts'

interface SaveToListDialogProps {
  item: ItemToSave
  onClose: () => void
}

/** Chooses in which of the viewer's lists a post or comment is saved. */
export default function SaveToListDialog({ item, onClose }: SaveToListDialogProps) {
  const viewer = useViewer()
  const [isCreating, setIsCreating] = useState(false)
  const site = { toasts: useToasts(), fail: useNotifyFailure() }
  const save = useSaveToList(item, (error) => notifySaveFailure(error, site))
  if (viewer && isCreating)
    return (
      <CreateListDialog
        key="new"
        username={viewer.username}
        onCreated={(list) => {
          setIsCreating(false)
          void save(list.id, 'add')
        }}
        onClose={() => setIsCreating(false)}
      />
    )
  return (
    <Dialog
      key="lists"
      title={t('Save to list')}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" icon="add" onClick={() => setIsCreating(true)}>
            {t('New list')}
          </Button>
          <Button variant="main" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <Choices item={item} onToggle={save} />
    </Dialog>
  )
}

interface ChoicesProps {
  item: ItemToSave
  onToggle: (listId: number, wants: 'add' | 'remove') => void
}

function Choices({ item, onToggle }: ChoicesProps) {
  const { lists } = useInitial()
  // Fetched on every opening, because another window may have saved it.
  const savedTo = useQuery({ ...savedToQuery(item), staleTime: 0 })
  // The query is updated a moment later; without this the checkbox would flip back until then.
  const [pressed, setPressed] = useState<{ data: unknown; listId: number; isChecked: boolean } | null>(null)
  const isChecked = (listId: number, data: readonly number[]) =>
    pressed?.data === data && pressed.listId === listId ? pressed.isChecked : data.includes(listId)
  if (!savedTo.data)
    return (
      <Loading
        error={savedTo.error}
        onRetry={savedTo.refetch}
        lines={Math.max(1, Math.min(lists.length, 5))}
      />
    )
  if (lists.length === 0) return <p className={styles.none}>{t('No lists yet. Create your first one.')}</p>
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{t('Your lists')}</legend>
      {lists.map((list) => (
        <Checkbox
          key={list.id}
          label={
            <span className={styles.label}>
              <span dir="auto">{isolated(list.displayName)}</span>
              {!list.public && <Tag tone="neutral">{t('Private')}</Tag>}
            </span>
          }
          checked={isChecked(list.id, savedTo.data)}
          onChange={(isChecked) => {
            setPressed({ data: savedTo.data, listId: list.id, isChecked })
            onToggle(list.id, isChecked ? 'add' : 'remove')
          }}
        />
      ))}
    </fieldset>
  )
}
