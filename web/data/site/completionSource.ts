import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useViewer } from '../account/initial.ts'
import { threadsOf } from '../comments/cachedComments.ts'
import { postQuery } from '../posts/post.ts'
import { suggestionsQuery } from './search.ts'

interface Named {
  readonly name: string
  readonly picture: string | null
}

/**
 * Names for the completion in an editor: people of the loaded thread, moderators, and suggestions of the search.
 *
 * @param publicId of the post whose thread it is, if there is one.
 */
export function useCompletionSource(publicId?: string) {
  const queryClient = useQueryClient()
  const viewer = useViewer()
  const hidesPictures = viewer?.hideUserProfilePictures === true
  const viewerName = viewer?.username
  return useMemo(
    () => ({
      known: (sign: '@' | '/'): readonly Named[] => {
        if (sign === '/' || publicId === undefined) return []
        const post = queryClient.getQueryData(postQuery(publicId).queryKey)
        const comments = threadsOf(queryClient, publicId).flatMap((thread) => thread.comments)
        const people = [
          // The latest authors first, because they get most answers.
          ...comments
            .filter((comment) => !comment.deleted && !comment.userDeleted)
            .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
            .map(({ username, authorPicture }) => ({ name: username, picture: authorPicture ?? null })),
          ...(post && !post.userDeleted ? [{ name: post.username, picture: null }] : []),
          ...(post?.community?.mods ?? [])
            .filter(({ deleted }) => !deleted)
            .map(({ username, proPic }) => ({
              name: username,
              picture: proPic?.copies.find((copy) => copy.name === 'tiny')?.url ?? null,
            })),
        ]
        const byName = new Map<string, Named>()
        for (const person of people) if (!byName.has(person.name)) byName.set(person.name, person)
        if (viewerName !== undefined) byName.delete(viewerName)
        return [...byName.values()].map((person) => (hidesPictures ? { ...person, picture: null } : person))
      },
      find: async (sign: '@' | '/', prefix: string): Promise<readonly Named[]> => {
        const { users, communities } = await queryClient.fetchQuery(suggestionsQuery(prefix))
        if (sign === '/') return communities.map(({ name, picture }) => ({ name, picture }))
        return users
          .filter(({ username }) => username !== viewerName)
          .map(({ username, picture }) => ({ name: username, picture: hidesPictures ? null : picture }))
      },
    }),
    [queryClient, publicId, viewerName, hidesPictures],
  )
}
