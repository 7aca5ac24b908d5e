import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { formPath } from '../../../contract/plainForms.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { useEditPost } from '../../data/posts/writePost.ts'
import { CommunityAside } from '../../features/communities/CommunityAside.tsx'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { DraftConflict } from '../../features/drafts/DraftConflict.tsx'
import { useServerDraft } from '../../features/drafts/useServerDraft.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { waitsText } from '../../features/held/waitsText.ts'
import { DropZone } from '../../features/images/DropZone.tsx'
import { TextImages } from '../../features/images/TextImages.tsx'
import { useImageDrop } from '../../features/images/useImageDrop.ts'
import { useTextImages } from '../../features/images/useTextImages.ts'
import { MadeWithAiField, mayMark } from '../../features/madeWithAi/MadeWithAiField.tsx'
import { useConfirmLeave } from '../../features/unsavedChanges/useConfirmLeave.tsx'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
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
  const toasts = useToasts()
  const [{ title, body }, setTexts] = useState(before)
  const [mistakes, setMistakes] = useState<PostMistakes>({})
  const isMarked = post.madeWithAiBy !== undefined
  const [isMadeWithAi, setIsMadeWithAi] = useState(isMarked)
  const [isBrought, setIsBrought] = useState(false)
  const server = useServerDraft({
    place: `edit:${post.publicId}`,
    initial: { ...before, community: post.communityName, isMadeWithAi: isMarked },
    isWritten: false,
    written,
    unchanged: written(before),
    onTake({ title, body, isMadeWithAi }) {
      if (isMadeWithAi !== undefined && mayMark(post.madeWithAiBy)) setIsMadeWithAi(isMadeWithAi)
      setTexts({ title, body })
      setIsBrought(true)
    },
  })
  const edit = useEditPost(post.publicId, server.end)
  const { images, uploads, areTaken, ...pictures } = useTextImages(post.attachments)
  const hasBody = post.type === 'text' && !post.deletedContent
  const isMarkChanged = isMadeWithAi !== isMarked
  const isEdited = title !== before.title || body !== before.body || pictures.isChanged || isMarkChanged
  const isDraggedOver = useImageDrop((files) => {
    if (hasBody && areTaken && !edit.isPending) pictures.add(files)
  })
  const { question, leaveTo } = useConfirmLeave(
    isEdited && !edit.isPending,
    pictures.isChanged ? t('Your changes to the images will be lost.') : t("We'll keep a draft in Settings."),
  )

  const giveUp = () => {
    setTexts(before)
    setIsMadeWithAi(isMarked)
    server.change({ ...before, isMadeWithAi: isMarked })
    setIsBrought(false)
  }

  const change = (part: Partial<typeof before>) => {
    setTexts((old) => ({ ...old, ...part }))
    server.change(part)
    setMistakes({})
  }
  const submit = () => {
    const mistake = titleMistake(title)
    setMistakes(mistake === null ? {} : { title: mistake })
    const attachments = hasBody ? pictures.accept() : undefined
    if (mistake !== null || attachments === null) return
    edit.mutate(
      {
        title,
        ...(hasBody && { body }),
        ...(attachments && { attachments }),
        ...(isMarkChanged && { isMadeWithAi }),
      },
      {
        onSuccess: (edited) => {
          if (!edited) toasts.show(waitsText())
          leaveTo(pathOfPost(post), { replace: true })
        },
        onError: (error) => {
          const { code = '', message = '' } = refusalOf(error) ?? {}
          const mistake = mistakeOfRefusal(code, post.type, message)
          if (mistake) setMistakes(mistake)
          else notifyFailure(error)
        },
      },
    )
  }

  return (
    <PageLayout aside={post.community && <CommunityAside community={post.community} />} narrowAside="shown">
      <Head title={t('Edit post')} noindex />
      <PostForm
        heading={t('Edit post')}
        type={post.type}
        isBusy={edit.isPending}
        wayOut={pathOfPost(post)}
        withoutScript={`${formPath('edit-post')}?post=${post.publicId}`}
        onSubmit={submit}
        notice={
          server.conflict !== null ? (
            <DraftConflict mine={written({ title, body })} other={server.conflict} onSettle={server.settle} />
          ) : (
            isBrought && <BroughtDraft onGiveUp={giveUp} />
          )
        }
        options={
          <MadeWithAiField
            policy={post.community?.madeWithAi}
            marker={post.madeWithAiBy}
            checked={isMadeWithAi}
            onChange={(isMadeWithAi) => {
              setIsMadeWithAi(isMadeWithAi)
              server.change({ isMadeWithAi })
            }}
          />
        }
        overlay={hasBody && areTaken && isDraggedOver && <DropZone />}
      >
        <p className={styles.community}>
          <CommunityAvatar name={post.communityName} picture={post.communityProPic} />
          {post.communityName}
        </p>
        <TitleField value={title} error={mistakes.title} onChange={(title) => change({ title })} />
        {hasBody && (
          <BodyField
            value={body}
            onChange={(body) => change({ body })}
            onSubmit={submit}
            onImages={areTaken ? pictures.add : undefined}
            below={<TextImages images={images} uploads={uploads} mistake={pictures.mistake} />}
          />
        )}
        <FixedContents post={post} />
      </PostForm>
      {question}
    </PageLayout>
  )
}

/** The form has the unsent changes of an earlier visit. */
function BroughtDraft({ onGiveUp }: { onGiveUp: () => void }) {
  return (
    <div className={styles.brought}>
      <Banner
        icon="edit"
        action={
          <Button small onClick={onGiveUp}>
            {t('Discard')}
          </Button>
        }
      >
        <p>{t('Unsaved changes.')}</p>
      </Banner>
    </div>
  )
}

/** The title is a separate line, also when two drafts are compared. */
const written = ({ title, body }: { title: string; body: string }) => `${title}\n\n${body}`
