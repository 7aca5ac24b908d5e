import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { Avatar } from '../../components/Avatar.tsx'
import { refusalOf } from '../../data/failure.ts'
import { addressOfPost, useEditPost } from '../../data/post.ts'
import { useNavigator } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { useNotifyFailure } from '../../shell/useNotifyFailure.ts'
import { CommunityAside } from '../post/CommunityAside.tsx'
import styles from './EditPost.module.css'
import { PostForm } from './PostForm.tsx'
import { mistakeOfRefusal, type PostMistakes, titleMistake } from './postMistakes.ts'

/** A post of one's own, whose title and body can be changed; community and type stay. */
export function EditPost({ post }: { post: Post }) {
  const { navigate } = useNavigator()
  const notifyFailure = useNotifyFailure()
  const edit = useEditPost(post.publicId)
  const [mistakes, setMistakes] = useState<PostMistakes>({})
  const hasBody = post.type === 'text' && !post.deletedContent

  const submit = ({ title, body }: { title: string; body: string }) => {
    const mistake = titleMistake(title)
    setMistakes(mistake === null ? {} : { title: mistake })
    if (mistake !== null) return
    edit.mutate(
      { title, ...(hasBody && { body }) },
      {
        onSuccess: () => navigate(addressOfPost(post), { replace: true }),
        onError: (error) => {
          const mistake = mistakeOfRefusal(refusalOf(error)?.code ?? '')
          if (mistake) setMistakes(mistake)
          else notifyFailure(error)
        },
      },
    )
  }

  return (
    <PageLayout aside={post.community && <CommunityAside community={post.community} />}>
      <Head title="Edit post" noindex />
      <PostForm
        heading="Edit post"
        initial={{ title: post.title, body: post.body ?? '' }}
        hasBody={hasBody}
        mistakes={mistakes}
        isBusy={edit.isPending}
        wayOut={addressOfPost(post)}
        onChange={() => setMistakes({})}
        onSubmit={submit}
      >
        <p className={styles.community}>
          <Avatar name={post.communityName} square src={post.communityProPic?.url} />
          {post.communityName}
        </p>
      </PostForm>
    </PageLayout>
  )
}
