import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities/post.ts'
import { useApi } from '../api.ts'

/**
 * Requests in flight, by id of the post. They are serialized, so that an undo cannot arrive before the hiding.
 */
const underWay = new Map<string, Promise<unknown>>()

/**
 * Hides a post from the viewer's feeds, or shows it again, with an optimistic update everywhere. Feeds that
 * are loaded later come without it.
 */
export function useHidePost(
  { id, publicId }: Pick<Post, 'id' | 'publicId'>,
  onFailure: (error: unknown) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  // Never rejects: `onFailure` gets the error.
  return async (wants: 'hide' | 'undo') => {
    const cached = await import('./cachedPosts.ts').catch(onFailure)
    if (!cached) return
    const show = (hidden: boolean) => cached.changePost(queryClient, publicId, (old) => ({ ...old, hidden }))
    const send = (): Promise<unknown> =>
      wants === 'hide'
        ? api.call('hidePost', { body: { postId: id } })
        : api.call('unhidePost', { params: { postId: id } })
    show(wants === 'hide')
    const sent = (underWay.get(id) ?? Promise.resolve()).then(send, send)
    underWay.set(id, sent)
    try {
      await sent
    } catch (error) {
      show(wants === 'undo')
      onFailure(error)
    } finally {
      if (underWay.get(id) === sent) underWay.delete(id)
    }
  }
}
