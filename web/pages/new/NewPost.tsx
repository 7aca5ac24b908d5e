import type { InputOf } from '../../../contract/endpoints/index.ts'
import type { Community } from '../../../contract/entities/community.ts'
import { formPath } from '../../../contract/plainForms.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { postingRefusal } from '../../data/posts/posting.ts'
import { pathOfPost } from '../../data/posts/postPath.ts'
import { useCreatePost } from '../../data/posts/writePost.ts'
import type { Role } from '../../data/users/roles.ts'
import { CommunityAside } from '../../features/communities/CommunityAside.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { waitsText } from '../../features/held/waitsText.ts'
import { DropZone } from '../../features/images/DropZone.tsx'
import { type DraftImage, isUploading } from '../../features/images/imageUploads.ts'
import { useImageDrop } from '../../features/images/useImageDrop.ts'
import { attachmentsOf } from '../../features/images/useTextImages.ts'
import { MadeWithAiField } from '../../features/madeWithAi/MadeWithAiField.tsx'
import { useConfirmLeave } from '../../features/unsavedChanges/useConfirmLeave.tsx'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { CommunityPicker } from './CommunityPicker.tsx'
import { DraftOffer } from './drafts/DraftOffer.tsx'
import { useNewPostDraft } from './drafts/useNewPostDraft.ts'
import { keptImages } from './keptImages.ts'
import { linkUrl } from './linkUrl.ts'
import { NewPostFields } from './NewPostFields.tsx'
import { PostForm } from './PostForm.tsx'
import { mistakeOfRefusal, postMistakes } from './postMistakes.ts'
import { TitleField } from './TitleField.tsx'
import { type Fields, useNewPost } from './useNewPost.ts'

/** The form for a new post. `community` is preselected. */
export function NewPost({ community: first }: { community: Community | null }) {
  const post = useNewPost(first)
  const { fields, change, community, images, mistakes, setMistakes, poster } = post
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  const isWritten = Boolean(fields.title || fields.body || fields.url || images.length > 0)
  const draft = useNewPostDraft(post, isWritten)
  const create = useCreatePost(draft.forget)
  const { question, leaveTo } = useConfirmLeave(
    isWritten && !create.isPending,
    isUploading(images)
      ? t("Images that haven't finished uploading will be lost.")
      : t("We'll keep a draft on this device."),
  )
  const isDraggedOver = useImageDrop((files) => {
    if (!create.isPending) post.addFiles(files)
  })

  const submit = () => {
    const found = postMistakes({ ...fields, community, images }, poster)
    setMistakes(found)
    if (!community || Object.keys(found).length > 0) return
    // What the field does not offer is not sent.
    const isMadeWithAi = fields.isMadeWithAi && community.madeWithAi !== 'refused'
    create.mutate(bodyOf({ ...fields, isMadeWithAi }, community.name, images), {
      onSuccess: (created) => {
        if (!created) toasts.show(waitsText())
        leaveTo(created ? pathOfPost(created) : `/${community?.name}`, { replace: true })
      },
      onError: (error) => {
        const { code = '', message = '' } = refusalOf(error) ?? {}
        const mistake = mistakeOfRefusal(code, fields.type, message)
        if (mistake) setMistakes(mistake)
        else notifyFailure(error)
      },
    })
  }

  const titleField = (
    <TitleField
      value={fields.title}
      error={mistakes.title}
      hint={post.isFetchingTitle && <span role="status">{t('Fetching the title…')}</span>}
      onChange={(title) => change({ title })}
    />
  )
  return (
    <PageLayout
      aside={community && <CommunityAside community={community} />}
      // The rules of the community matter most while someone writes, also on a phone.
      narrowAside="shown"
    >
      <Head title={t('New post')} noindex />
      <PostForm
        heading={t('Create a post')}
        type={fields.type}
        onType={(type) => change({ type })}
        isBusy={create.isPending}
        withoutScript={formPath('post') + (first ? `?community=${first.name}` : '')}
        wayOut={first ? `/${first.name}` : '/'}
        onSubmit={submit}
        notice={
          draft.offered && (
            <DraftOffer
              draft={draft.offered}
              isRestoring={draft.isRestoring}
              onRestore={draft.restore}
              onDiscard={draft.discard}
            />
          )
        }
        overlay={isDraggedOver && <DropZone />}
        options={
          <>
            <MadeWithAiField
              policy={community?.madeWithAi}
              checked={fields.isMadeWithAi}
              onChange={(isMadeWithAi) => change({ isMadeWithAi })}
            />
            <SpeakingAs
              roles={post.roles}
              chosen={fields.userGroup}
              onChoose={(userGroup) => change({ userGroup })}
            />
          </>
        }
      >
        <CommunityPicker
          // The field keeps its text in its own state; `key` resets it when a draft is restored.
          key={draft.restored}
          chosen={community}
          error={mistakes.community ?? (community && postingRefusal(community, poster))}
          autoFocus={first === null}
          onChoose={post.choose}
        />
        {fields.type !== 'link' && titleField}
        <NewPostFields post={post} onSubmit={submit} />
        {fields.type === 'link' && titleField}
      </PostForm>
      {question}
    </PageLayout>
  )
}

/** The body of the request that creates the post. */
function bodyOf(
  { type, title, body, url, userGroup, isMadeWithAi }: Fields,
  community: string,
  images: readonly DraftImage[],
): InputOf<'createPost'>['body'] {
  const post = { type, title, community, userGroup, ...(isMadeWithAi && { isMadeWithAi }) }
  if (type === 'text')
    return { ...post, body, ...(images.length > 0 && { attachments: attachmentsOf(images) }) }
  if (type === 'link') return { ...post, url: linkUrl(url) ?? url }
  return {
    ...post,
    images: keptImages(images).map(({ imageId, altText }) => ({ imageId, caption: altText })),
  }
}

interface SpeakingAsProps {
  /** The roles that the author can post with; empty hides the field. */
  roles: readonly Role[]
  chosen: 'normal' | Role
  onChoose: (group: 'normal' | Role) => void
}

const labelsOf = (): Record<Role, string> => ({
  mods: t('Speaking as a moderator'),
  admins: t('Speaking as an admin'),
})

/** Lets moderators and admins choose one role to post with. */
function SpeakingAs({ roles, chosen, onChoose }: SpeakingAsProps) {
  return roles.map((role) => (
    <Checkbox
      key={role}
      label={labelsOf()[role]}
      checked={role === chosen}
      onChange={(isChecked) => onChoose(isChecked ? role : 'normal')}
    />
  ))
}
