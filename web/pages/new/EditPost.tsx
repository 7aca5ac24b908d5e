import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { refusalOf } from '../../data/failure.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { useEditPost } from '../../data/posts/writePost.ts'
import { CommunityAside } from '../../features/communities/CommunityAside.tsx'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useConfirmLeave } from '../../features/unsavedChanges/useConfirmLeave.tsx'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { BodyField } from './BodyField.tsx'
import styles from './EditPost.module.css'
import { FixedContents } from './FixedContents.tsx'
import { PostForm } from './PostForm.tsx'
import { mistakeOfRefusal, type PostMistakes, titleMistake } from './postMistakes.ts'
import { TitleField } from './TitleField.tsx'

/** Edits title and body of the viewer's own post; community, type, images and URL are fixed. */
export function EditPost({ post }: { post: Post }) {
  const before = { title: post.title, body: post.body ?? '' }
  const notifyFailure = useNotifyFailure()
  const edit = useEditPost(post.publicId)
  const [{ title, body }, setTexts] = useState(before)
  const [mistakes, setMistakes] = useState<PostMistakes>({})
  const hasBody = post.type === 'text' && !post.deletedContent
  const isEdited = title !== before.title || body !== before.body
  const { question, leaveTo } = useConfirmLeave(
    isEdited && !edit.isPending,
    'What you have written is lost then.',
  )

  const change = (part: Partial<typeof before>) => {
    setTexts((old) => ({ ...old, ...part }))
    setMistakes({})
  }
  const submit = () => {
    const mistake = titleMistake(title)
    setMistakes(mistake === null ? {} : { title: mistake })
    if (mistake !== null) return
    edit.mutate(
      { title, ...(hasBody && { body }) },
      {
        onSuccess: () => leaveTo(pathOfPost(post), { replace: true }),
        onError: (error) => {
          const mistake = mistakeOfRefusal(refusalOf(error)?.code ?? '', post.type)
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
        type={post.type}
        isBusy={edit.isPending}
        wayOut={pathOfPost(post)}
        onSubmit={submit}
      >
        <p className={styles.community}>
          <CommunityAvatar name={post.communityName} picture={post.communityProPic} />
          {post.communityName}
        </p>
        <TitleField value={title} error={mistakes.title} onChange={(title) => change({ title })} />
        {hasBody && <BodyField value={body} onChange={(body) => change({ body })} onSubmit={submit} />}
        <FixedContents post={post} />
      </PostForm>
      {question}
    </PageLayout>
  )
}
