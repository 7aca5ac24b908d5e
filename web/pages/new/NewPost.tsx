import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Community } from '../../../contract/entities/community.ts'
import { communityQuery } from '../../data/communities.ts'
import { refusalOf } from '../../data/failure.ts'
import { useInitial } from '../../data/initial.ts'
import { addressOfPost, useCreatePost } from '../../data/post.ts'
import { useNavigator } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { useNotifyFailure } from '../../shell/useNotifyFailure.ts'
import { CommunityAside } from '../post/CommunityAside.tsx'
import { CommunityPicker } from './CommunityPicker.tsx'
import { PostForm } from './PostForm.tsx'
import { mistakeOfRefusal, type PostMistakes, postMistakes } from './postMistakes.ts'

/** A new text post. `community` is the one to begin with. */
export function NewPost({ community: first }: { community: Community | null }) {
  const { bannedFrom } = useInitial()
  const { navigate } = useNavigator()
  const notifyFailure = useNotifyFailure()
  const create = useCreatePost()
  const [community, setCommunity] = useState(first)
  const [mistakes, setMistakes] = useState<PostMistakes>({})

  const submit = ({ title, body }: { title: string; body: string }) => {
    const found = postMistakes({ title, community }, bannedFrom ?? [])
    setMistakes(found)
    if (!community || found.title || found.community) return
    create.mutate(
      { type: 'text', title, body, community: community.name, userGroup: 'normal' },
      {
        onSuccess: (post) => navigate(addressOfPost(post), { replace: true }),
        onError: (error) => {
          const mistake = mistakeOfRefusal(refusalOf(error)?.code ?? '')
          if (mistake) setMistakes(mistake)
          else notifyFailure(error)
        },
      },
    )
  }

  return (
    <PageLayout aside={community && <ChosenCommunity name={community.name} />}>
      <Head title="New post" noindex />
      <PostForm
        heading="Create a post"
        hasBody
        mistakes={mistakes}
        isBusy={create.isPending}
        wayOut={first ? `/${first.name}` : '/'}
        onChange={() => setMistakes({})}
        onSubmit={submit}
      >
        <CommunityPicker
          chosen={community}
          error={mistakes.community}
          autoFocus={first === null}
          onChoose={(chosen) => {
            setCommunity(chosen)
            setMistakes({})
          }}
        />
      </PostForm>
    </PageLayout>
  )
}

/** The suggestions know less of a community than its card shows. */
function ChosenCommunity({ name }: { name: string }) {
  const { data: community } = useQuery(communityQuery(name))
  return community && <CommunityAside community={community} />
}
