import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Image } from '../../../contract/entities/image.ts'
import type { User } from '../../../contract/entities/ownUser.ts'
import { useApi } from '../api.ts'
import { type UploadOptions, uploadPicture } from '../uploads.ts'
import { initialQuery, useViewer } from './initial.ts'

/** The viewer has no picture that could be changed. The message is shown to people. */
export class NothingToUpdate extends Error {}

/**
 * The picture whose description is to be changed.
 *
 * @throws NothingToUpdate without a user, or without a picture.
 */
export function pictureToUpdate(user: { proPic: Image | null } | null): Image {
  if (!user) throw new NothingToUpdate('No user to update.')
  if (!user.proPic) throw new NothingToUpdate('No profile picture to update.')
  return user.proPic
}

/** Changes the viewer's own picture. Each change is shown everywhere once the server has it. */
export function useOwnPicture() {
  const api = useApi()
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const username = viewer?.username ?? ''
  const put = (proPic: Image | null) => putPicture(queryClient, username, proPic)
  const upload = useMutation({
    mutationFn: ({ file, ...options }: UploadOptions & { file: File }) =>
      uploadPicture(username, file, options),
    onSuccess: ({ proPic }: User) => put(proPic),
  })
  const remove = useMutation({
    mutationFn: () => api.call('deleteProfilePicture', { params: { username } }),
    onSuccess: ({ proPic }) => put(proPic),
  })
  const describe = useMutation({
    mutationFn: async (altText: string) => {
      const picture = pictureToUpdate(viewer)
      const fresh = await api.call('updateImage', {
        params: { imageId: picture.id },
        body: { altText },
      })
      return { ...picture, altText: fresh.altText }
    },
    onSuccess: put,
  })
  return { upload, remove, describe }
}

/** Feeds and discussions contain the URL of the old picture; the next visit fetches them again. */
function putPicture(queryClient: QueryClient, username: string, proPic: Image | null): void {
  queryClient.setQueryData(initialQuery.queryKey, (initial) =>
    initial?.user ? { ...initial, user: { ...initial.user, proPic } } : initial,
  )
  queryClient.setQueriesData<User>({ queryKey: ['user', username.toLowerCase()] }, (user) =>
    user ? { ...user, proPic } : user,
  )
  for (const key of ['feed', 'contents', 'post', 'thread', 'community'])
    queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' })
}
