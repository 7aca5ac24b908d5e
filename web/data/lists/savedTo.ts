import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '../../../contract/entities/list.ts'

/** A post or comment that can be saved to lists. */
export interface ItemToSave {
  readonly type: ContentType
  readonly id: string
}

/** The key of the ids of the viewer's lists that have an item. */
export const savedToKey = ({ id }: ItemToSave) => ['saved', id] as const

/**
 * Whether an item is in at least one of the viewer's lists. It asks nothing.
 *
 * @param wasSaved whether it was when it was loaded, which counts until it is saved, or looked up for the dialog.
 */
export const useIsSaved: (item: ItemToSave, wasSaved?: boolean) => boolean = import.meta.env.SSR
  ? (_item, wasSaved = false) => wasSaved
  : (item, wasSaved = false) => {
      const { data } = useQuery<number[]>({ queryKey: savedToKey(item), enabled: false })
      return data ? data.length > 0 : wasSaved
    }
