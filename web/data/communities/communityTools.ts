import addresses from 'virtual:calls'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import type { Image } from '../../../contract/entities/image.ts'
import type { Post } from '../../../contract/entities/post.ts'
import { initialQuery } from '../account/initial.ts'
import { useApi } from '../api.ts'
import { urlOf } from '../browserApi.ts'
import { sendImage, type UploadOptions } from '../uploads.ts'
import { useApiMutation } from '../useApiMutation.ts'
import { communityQuery } from './communities.ts'

/** Changes the settings of a community, and updates them everywhere once the server has them. */
export const useEditCommunity = ({ id }: Community) =>
  useApiMutation(
    (api, body: InputOf<'updateCommunity'>['body']) =>
      api.call('updateCommunity', { params: { communityId: id }, query: { render: 'page' }, body }),
    { onSuccess: (queryClient, fresh) => putCommunity(queryClient, fresh.name, fresh) },
  )

/** Renames a community, for admins. Whatever is cached may name it, so all of it is fetched again where it is shown. */
export const useRenameCommunity = ({ id }: Community) =>
  useApiMutation(
    (api, name: string) => api.call('renameCommunity', { params: { communityId: id }, body: { name } }),
    {
      onSuccess: async (queryClient) => {
        await queryClient.refetchQueries(initialQuery)
        queryClient.invalidateQueries()
      },
    },
  )

/** Makes a community a default one, or ends that; for admins. */
export const useSetDefault = ({ name }: Community) =>
  useApiMutation(
    (api, isDefault: boolean) =>
      api.call('administrate', {
        body: { action: isDefault ? 'add_default_forum' : 'remove_default_forum', name },
      }),
    { onSuccess: (queryClient, _answer, isDefault) => putCommunity(queryClient, name, { isDefault }) },
  )

const pictures = {
  icon: { field: 'proPic', set: addresses.setIcon, remove: 'removeIcon' },
  banner: { field: 'bannerImage', set: addresses.setBanner, remove: 'removeBanner' },
} as const

/** Changes the icon or the banner of a community, and updates it everywhere once the server has it. */
export function useCommunityPicture(kind: keyof typeof pictures, community: Community) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { field, set, remove: removal } = pictures[kind]
  const params = { communityId: community.id }
  const put = (picture: Image | null) => putPicture(queryClient, community.name, { [field]: picture })
  const upload = useMutation({
    mutationFn: ({ file, ...options }: UploadOptions & { file: File }) =>
      sendImage<Community>(urlOf(set, params), file, options),
    onSuccess: (fresh) => put(fresh[field]),
  })
  const remove = useApiMutation((api) => api.call(removal, { params }), {
    onSuccess: () => put(null),
  })
  const describe = useMutation({
    mutationFn: async (altText: string) => {
      const picture = community[field]
      if (!picture) return null
      const fresh = await api.call('updateImage', { params: { imageId: picture.id }, body: { altText } })
      return { ...picture, altText: fresh.altText }
    },
    onSuccess: put,
  })
  return { upload, remove, describe }
}

function putPicture(queryClient: QueryClient, name: string, change: Partial<Community>): void {
  putCommunity(queryClient, name, change)
  queryClient.setQueryData(
    initialQuery.queryKey,
    (initial) =>
      initial && {
        ...initial,
        communities: initial.communities.map((one) => (one.name === name ? { ...one, ...change } : one)),
      },
  )
  // The next visit of a feed or post fetches it again.
  for (const key of ['feed', 'contents', 'post', 'user'])
    queryClient.invalidateQueries({ queryKey: [key], refetchType: 'none' })
}

/** Updates a community in every cached query that contains it. */
export function putCommunity(queryClient: QueryClient, name: string, change: Partial<Community>): void {
  const put = (old: Community): Community => (old.name === name ? { ...old, ...change } : old)
  queryClient.setQueryData(communityQuery(name).queryKey, (old) => old && put(old))
  queryClient.setQueriesData<Post>({ queryKey: ['post'] }, (old) =>
    old?.community?.name === name ? { ...old, community: put(old.community) } : old,
  )
  // The next visit of the directory fetches it again.
  queryClient.invalidateQueries({ queryKey: ['communities'], refetchType: 'none' })
}
