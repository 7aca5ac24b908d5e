import { useQueryClient } from '@tanstack/react-query'
import type { Post } from '../../../contract/entities/post.ts'
import { useApi } from '../api.ts'

/** By id of the post. They are serialized, so that an undo cannot arrive before the hiding. */
const requestsInFlight = new Map<string, Promise<unknown>>()

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
    // Only when it is needed, because few readers of a feed hide a post.
    const cachedPosts = await import('./cachedPosts.ts').catch(onFailure)
    if (!cachedPosts) return
    const setHidden = (hidden: boolean) =>
      cachedPosts.changePost(queryClient, publicId, (old) => ({ ...old, hidden }))
    const send = (): Promise<unknown> =>
      wants === 'hide'
        ? api.call('hidePost', { body: { postId: id } })
        : api.call('unhidePost', { params: { postId: id } })
    setHidden(wants === 'hide')
    const sent = (requestsInFlight.get(id) ?? Promise.resolve()).then(send, send)
    requestsInFlight.set(id, sent)
    try {
      await sent
    } catch (error) {
      setHidden(wants === 'undo')
      onFailure(error)
    } finally {
      if (requestsInFlight.get(id) === sent) requestsInFlight.delete(id)
    }
  }
}
