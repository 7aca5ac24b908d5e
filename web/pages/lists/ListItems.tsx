import { hashKey, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { List } from '../../../contract/entities/list.ts'
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { listItemsQuery, type SavedContent, useRemoveItem } from '../../data/listItems.ts'
import { useLayer } from '../../shell/useLayer.ts'
import { useNotifyFailure } from '../../shell/useNotifyFailure.ts'
import { FeedPages } from '../feed/FeedPages.tsx'
import { feedItemKey } from '../feed/feedMemory.ts'
import { SavedItem } from './SavedItem.tsx'

interface ListItems {
  list: List
  /** Cursor of the first page shown, for readers without JavaScript; null: from the beginning. */
  from: string | null
  isOwner: boolean
}

/** What is in a list, one page after the other. Its owner can take things out. */
export function ListItems({ list, from, isOwner }: ListItems) {
  const query = listItemsQuery({ username: list.username, listName: list.name, from })
  const layer = useLayer()
  const [asked, setAsked] = useState<SavedContent | null>(null)
  const ask = (saved: SavedContent) => {
    setAsked(saved)
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
            title="Nothing in this list"
            text={isOwner ? 'Save posts and comments to find them here again.' : undefined}
          />
        }
      />
      {layer.isOpen && asked && <RemoveQuestion list={list} saved={asked} onClose={layer.close} />}
    </>
  )
}

interface RemoveQuestion {
  list: List
  saved: SavedContent
  onClose: () => void
}

function RemoveQuestion({ list, saved, onClose }: RemoveQuestion) {
  const notifyFailure = useNotifyFailure()
  const remove = useRemoveItem(list)
  return (
    <ConfirmDialog
      title={`Remove this ${saved.type} from the list?`}
      confirmLabel="Remove"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(saved.listItemId, {
          onSuccess: () => {
            // The button that was pressed is gone, and while the dialog is there nothing else takes the focus.
            flushSync(onClose)
            document.getElementById('main')?.focus({ preventScroll: true })
          },
          onError: notifyFailure,
        })
      }
      onClose={onClose}
    >
      <p>The {saved.type} itself stays where it is.</p>
    </ConfirmDialog>
  )
}
