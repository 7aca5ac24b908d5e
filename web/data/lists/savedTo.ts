import { useQuery } from '@tanstack/react-query'
import type { ContentType } from '../../../contract/entities/list.ts'

/** A post or comment that can be saved to lists. */
export interface ItemToSave {
  readonly type: ContentType
  readonly id: string
}

/** The key of the ids of the viewer's lists that have an item. */
export const savedToKey = ({ id }: ItemToSave) => ['saved', id] as const

/** Whether the viewer is known to have saved it: since the page was loaded, or it was looked up for the dialog. It asks nothing. */
export const useIsSaved: (item: ItemToSave) => boolean = import.meta.env.SSR
  ? () => false
  : (item) => Boolean(useQuery<number[]>({ queryKey: savedToKey(item), enabled: false }).data?.length)
