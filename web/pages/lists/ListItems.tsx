import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { List } from '../../../contract/entities/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { listItemsQuery, type SavedContent, useRemoveItem } from '../../data/lists/listItems.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { FeedPages } from '../../features/feed/FeedPages.tsx'
import { feedItemKey } from '../../features/feed/feedMemory.ts'
import { useLayer } from '../../router/useLayer.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { SavedItem } from './SavedItem.tsx'

interface ListItemsProps {
  list: List
  /** Cursor of the first page, for readers without JavaScript; null: from the beginning. */
  from: string | null
  isOwner: boolean
}

/** The items of a list, page by page. Its owner can remove items. */
export function ListItems({ list, from, isOwner }: ListItemsProps) {
  const query = listItemsQuery({ username: list.username, listName: list.name, from })
  const layer = useLayer()
  const [selected, setSelected] = useState<SavedContent | null>(null)
  const ask = (saved: SavedContent) => {
    setSelected(saved)
    layer.open()
  }
  return (
    <>
      <FeedPages
        name={hashKey(query.queryKey)}
        feed={useInfiniteQuery(query)}
        itemsOf={({ items }) => items}
        keyOf={({ type, item }) => feedItemKey(type, item.id)}
        show={(saved, isFirst) => (
          <SavedItem saved={saved} isFirst={isFirst} {...(isOwner && { onRemove: () => ask(saved) })} />
        )}
        empty={
          <EmptyState
            icon="save"
            title={t('This list is empty')}
            text={isOwner ? t('Posts and comments you save to this list show up here.') : undefined}
          />
        }
      />
      {layer.isOpen && selected && <RemoveQuestion list={list} saved={selected} onClose={layer.close} />}
    </>
  )
}

interface RemoveQuestionProps {
  list: List
  saved: SavedContent
  onClose: () => void
}

function RemoveQuestion({ list, saved, onClose }: RemoveQuestionProps) {
  const notifyFailure = useNotifyFailure()
  const remove = useRemoveItem(list)
  return (
    <ConfirmDialog
      title={
        saved.type === 'post' ? t('Remove this post from the list?') : t('Remove this comment from the list?')
      }
      confirmLabel={t('Remove')}
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(saved.listItemId, {
          onSuccess: () => {
            // The pressed button is gone, but while the dialog is open nothing outside it can take the focus.
            flushSync(onClose)
            document.getElementById('main')?.focus({ preventScroll: true })
          },
          onError: notifyFailure,
        })
      }
      onClose={onClose}
    >
      <p>
        {saved.type === 'post'
          ? t("The post itself won't be deleted.")
          : t("The comment itself won't be deleted.")}
      </p>
    </ConfirmDialog>
  )
}
