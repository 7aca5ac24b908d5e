import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import { useInitial } from '../../data/account/initial.ts'
import { communityQuery } from '../../data/communities/communities.ts'
import { refusalOf } from '../../data/failure.ts'
import { uploadImage } from '../../data/uploads.ts'
import { rolesIn } from '../../data/users/roles.ts'
import type { PostDraft } from '../../device/postDrafts.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { acceptFiles, createImageUploads } from '../../features/images/imageUploads.ts'
import { mostTextImages } from '../../features/images/useTextImages.ts'
import { linkUrl } from './linkUrl.ts'
import { type Poster, type PostMistakes, typeMistake } from './postMistakes.ts'
import { useLinkTitle } from './useLinkTitle.ts'

/** The written and chosen values, except the community and the images. */
export type Fields = Pick<PostDraft, 'type' | 'title' | 'body' | 'url' | 'userGroup' | 'isMadeWithAi'>

const nothing: Fields = {
  type: 'text',
  title: '',
  body: '',
  url: '',
  userGroup: 'normal',
  isMadeWithAi: false,
}

export type NewPostState = ReturnType<typeof useNewPost>

/** The state of a new post. `first` is the preselected community. */
export function useNewPost(first: Community | null) {
  const poster = usePoster()
  const [fields, setFields] = useState(nothing)
  const [chosen, setChosen] = useState(first)
  const [mistakes, setMistakes] = useState<PostMistakes>({})
  const notifyFailure = useNotifyFailure()
  const [uploads] = useState(() =>
    createImageUploads({
      upload: (file, options) =>
        uploadImage(file, options).catch((error) => {
          // Other mistakes are shown at the image.
          if (refusalOf(error)?.code === 'not_logged_in') notifyFailure(error)
          throw error
        }),
    }),
  )
  const images = useSyncExternalStore(uploads.subscribe, uploads.images, uploads.images)
  useEffect(() => uploads.clear, [uploads])
  const { isFetching: isFetchingTitle, fetchTitle } = useLinkTitle(
    useCallback((title, url) => {
      setFields((old) => (old.title.trim() === '' && old.url === url ? { ...old, title } : old))
    }, []),
  )
  // The suggestions have fewer fields than the community's own query.
  const { data: known } = useQuery({ ...communityQuery(chosen?.name ?? ''), enabled: chosen !== null })
  const community = chosen && (known ?? chosen)
  const roles = rolesIn(community ?? undefined, poster)

  const change = (part: Partial<Fields>) => {
    setFields((old) => ({ ...old, ...part }))
    setMistakes({})
  }
  const addBelow = (files: readonly File[]) => {
    const most = mostTextImages(poster)
    const accepted = acceptFiles(files, { alreadyThere: images.length, most })
    setMistakes({})
    uploads.add(accepted.files)
    if (accepted.mistake !== null) setMistakes({ images: accepted.mistake })
  }
  return {
    poster,
    addBelow,
    // A role that the author does not have in the chosen community is ignored.
    fields: roles.some((role) => role === fields.userGroup)
      ? fields
      : { ...fields, userGroup: 'normal' as const },
    change,
    community,
    choose(community: Community | null) {
      setChosen(community)
      setMistakes({})
    },
    roles,
    images,
    uploads,
    /** Images are put below an existing text; otherwise they make an image post. */
    addFiles(files: readonly File[]) {
      if (fields.type === 'text' && fields.body.trim() !== '' && mostTextImages(poster) > 0)
        return addBelow(files)
      const accepted = acceptFiles(files, { alreadyThere: images.length, most: poster.imagesPerPost })
      change({ type: 'image' })
      // The form shows why posting is impossible.
      if (typeMistake('image', poster) !== null) return
      uploads.add(accepted.files)
      if (accepted.mistake !== null) setMistakes({ images: accepted.mistake })
    },
    isFetchingTitle,
    /** Fills an empty title with the title of a page. */
    fetchTitleOf(url: string) {
      if (linkUrl(url) !== null && fields.title.trim() === '') fetchTitle(url)
    },
    mistakes,
    setMistakes,
  }
}

function usePoster(): Poster & { readonly id: string } {
  const { user, ...site } = useInitial()
  // Someone whose session ends while they write can continue; the next call prompts them to log in.
  const [begunBy] = useState(user)
  const poster = user ?? begunBy
  if (!poster) throw new Error('Guests are sent to /login.')
  return { ...site, ...poster }
}
