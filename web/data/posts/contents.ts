import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment } from '../../../contract/entities/comment.ts'
import type { Post } from '../../../contract/entities/post.ts'
import type { ShownPost } from './shownPost.ts'

/** A post or comment, in a list that has both. */
export type Content =
  | { readonly type: 'post'; readonly item: ShownPost }
  | { readonly type: 'comment'; readonly item: Comment }

/** A page of a query whose key begins with `contents`. */
export interface ContentsPage {
  readonly items: readonly Content[]
  readonly next: string | null
}

/**
 * Turns a post or comment of the API into a discriminated union.
 *
 * @throws Error for any other type: this version of the page could not show it.
 */
export function contentOf({ item, type }: { item: Post | Comment; type: string }): Content {
  if (type === 'post' && 'publicId' in item) return { type, item }
  if (type === 'comment' && !('publicId' in item)) return { type, item }
  throw new Error(`A feed item of the unknown type '${type}'`)
}

/** Changes a post in every loaded page of contents; the others stay the same objects. */
export const changePostInContents = (
  queryClient: QueryClient,
  publicId: string,
  change: (old: ShownPost) => ShownPost,
): void =>
  changeContents(queryClient, (old) =>
    old.type === 'post' && old.item.publicId === publicId ? { ...old, item: change(old.item) } : old,
  )

/** Updates a comment in every loaded page of contents that has it. */
export const updateCommentInContents = (queryClient: QueryClient, fresh: Comment): void =>
  changeContents(queryClient, (old) =>
    old.type === 'comment' && old.item.id === fresh.id
      ? {
          ...old,
          item: { ...fresh, ...(old.item.postTitle !== undefined && { postTitle: old.item.postTitle }) },
        }
      : old,
  )

/** A post as some loaded page of contents has it. */
export function findPostInContents(queryClient: QueryClient, publicId: string): ShownPost | undefined {
  for (const [, contents] of queryClient.getQueriesData<InfiniteData<ContentsPage>>({
    queryKey: ['contents'],
  }))
    for (const { items } of contents?.pages ?? [])
      for (const { type, item } of items) if (type === 'post' && item.publicId === publicId) return item
  return undefined
}

function changeContents(queryClient: QueryClient, change: (old: Content) => Content): void {
  queryClient.setQueriesData<InfiniteData<ContentsPage>>({ queryKey: ['contents'] }, (contents) => {
    if (!contents) return contents
    const pages = contents.pages.map((page) => {
      const items = page.items.map(change)
      return items.some((item, position) => item !== page.items[position]) ? { ...page, items } : page
    })
    return pages.some((page, position) => page !== contents.pages[position])
      ? { ...contents, pages }
      : contents
  })
}
