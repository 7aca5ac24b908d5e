import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Comment } from '../../contract/entities/comment.ts'
import type { Post } from '../../contract/entities/post.ts'
import type { ShownPost } from './post.ts'

/** One of the posts and comments that the pages of members show together. */
export type Content =
  | { readonly type: 'post'; readonly item: ShownPost }
  | { readonly type: 'comment'; readonly item: Comment }

/** What queries whose key begins with `contents` keep. */
export interface ContentsPage {
  readonly items: readonly Content[]
  readonly next: string | null
}

/**
 * A post or comment as the API sends it, told apart by the type beside it.
 *
 * @throws Error for any other type: this page would not know what to show.
 */
export function contentOf({ item, type }: { item: Post | Comment; type: string }): Content {
  switch (type) {
    case 'post':
      return { type, item: item as Post }
    case 'comment':
      return { type, item: item as Comment }
    default:
      throw new Error(`A feed item of the unknown type '${type}'`)
  }
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

/** Puts what a change of a comment answered with into every loaded page of contents that has it. */
export const putCommentInContents = (queryClient: QueryClient, fresh: Comment): void =>
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
