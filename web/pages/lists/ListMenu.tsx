import { useState } from 'react'
import type { List } from '../../../contract/entities/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { pathOfList, pathOfLists } from '../../data/lists/listPaths.ts'
import { useDeleteList, useEmptyList } from '../../data/lists/lists.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import EditListDialog from '../../features/lists/EditListDialog.tsx'
import { useNavigator } from '../../router/navigator.ts'
import { useLayer } from '../../router/useLayer.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import type { OpenMenu } from '../../ui/overlays/MenuButton.tsx'
import { MenuPopup } from '../../ui/overlays/MenuPopup.tsx'

interface ListMenuProps {
  list: List
  /** null while the menu is closed; its dialogs may still be open. */
  open: OpenMenu | null
}

/** The menu of a list's owner, and its dialogs. */
export function ListMenu({ list, open }: ListMenuProps) {
  const layer = useLayer()
  const [question, setQuestion] = useState<'edit' | 'empty' | 'delete'>('edit')
  const ask = (next: typeof question) => {
    setQuestion(next)
    layer.open()
  }
  return (
    <>
      {open && (
        <MenuPopup
          {...open}
          align="end"
          items={[
            { label: t('Edit list'), icon: 'edit', onSelect: () => ask('edit') },
            {
              label: t('Remove all items'),
              icon: 'close',
              disabled: list.numItems === 0,
              onSelect: () => ask('empty'),
            },
            { label: t('Delete list'), icon: 'delete', danger: true, onSelect: () => ask('delete') },
          ]}
        />
      )}
      {layer.isOpen && question === 'edit' && <Edit list={list} onClose={layer.close} />}
      {layer.isOpen && question === 'empty' && <EmptyQuestion list={list} onClose={layer.close} />}
      {layer.isOpen && question === 'delete' && <DeleteQuestion list={list} onClose={layer.close} />}
    </>
  )
}

interface QuestionProps {
  list: List
  onClose: () => void
}

function Edit({ list, onClose }: QuestionProps) {
  const { navigate } = useNavigator()
  const onEdited = (edited: List) => {
    // A renamed list has another URL, and navigating there closes the dialog.
    if (edited.name === list.name) onClose()
    else navigate(pathOfList(edited), { replace: true })
  }
  return <EditListDialog list={list} onEdited={onEdited} onClose={onClose} />
}

function EmptyQuestion({ list, onClose }: QuestionProps) {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const empty = useEmptyList(list)
  return (
    <ConfirmDialog
      title={t('Remove all items from this list?')}
      confirmLabel={t('Remove all')}
      danger
      busy={empty.isPending}
      onConfirm={() =>
        empty.mutate(undefined, {
          onSuccess: () => {
            onClose()
            toasts.show(t('All items removed.'), { tone: 'success' })
          },
          onError: notifyFailure,
        })
      }
      onClose={onClose}
    >
      <p>
        {t(
          "{count, plural, one {# item} other {# items}} will be removed from the list. The posts and comments themselves won't be deleted.",
          { count: list.numItems },
        )}
      </p>
    </ConfirmDialog>
  )
}

function DeleteQuestion({ list, onClose }: QuestionProps) {
  const { navigate } = useNavigator()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const deletion = useDeleteList(list)
  return (
    <ConfirmDialog
      title={t('Delete this list?')}
      confirmLabel={t('Delete list')}
      danger
      busy={deletion.isPending}
      onConfirm={() =>
        deletion.mutate(undefined, {
          onSuccess: () => {
            navigate(pathOfLists(list.username), { replace: true })
            toasts.show(t('List deleted.'), { tone: 'success' })
          },
          onError: notifyFailure,
        })
      }
      onClose={onClose}
    >
      <p>{t("This can't be undone. The posts and comments in it won't be deleted.")}</p>
    </ConfirmDialog>
  )
}
