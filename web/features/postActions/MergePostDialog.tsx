import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { sameLinksQuery, useMergePost, useUndoMerge } from '../../data/moderation/moves.ts'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { useLeavePost } from './useLeavePost.ts'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface MergePostDialogProps {
  post: Pick<Post, 'publicId' | 'communityName'>
  onClose: () => void
}

/** Stands for the address of a post that is not in the list. */
const another = 'another'

/** The public id in the address of a post, or the id itself. */
const publicIdIn = (address: string): string => /\/post\/([^/?#]+)/.exec(address)?.[1] ?? address.trim()

/** Asks into which post another is merged, and why. Posts with the same link are offered; where they cannot be loaded, its URL is asked for. */
export default function MergePostDialog({ post, onClose }: MergePostDialogProps) {
  const { data, isPending } = useQuery(sameLinksQuery(post.publicId))
  const [chosen, setChosen] = useState<string | null>(null)
  const [address, setAddress] = useState('')
  const [reason, setReason] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const merge = useMergePost(post)
  const undo = useUndoMerge()
  const toasts = useToasts()
  const leave = useLeavePost(post)
  const notifyFailure = useNotifyPostFailure()
  const found = data?.items ?? []
  // The choices load after the dialog has focused the reason. Someone who has begun to write one keeps the focus.
  const takesFocus = reason === ''
  const target = chosen ?? found[0]?.publicId ?? another
  const submit = () => {
    const into = target === another ? publicIdIn(address) : target
    if (into === '') return setMistake(t("Enter the other post's URL."))
    merge.mutate(
      { into, reason: reason.trim() },
      {
        onSuccess: ({ id, into: { publicId, title } }) => {
          onClose()
          toasts.show(t('Merged into “{title}”.', { title }), {
            tone: 'success',
            action: {
              label: t('Undo'),
              onPress: () => undo.mutate(id, { onError: notifyFailure }),
              isOnce: true,
            },
          })
          leave({ communityName: post.communityName, publicId })
        },
        onError: (error) => {
          const text = mistakeText(error)
          if (text) setMistake(text)
          else notifyFailure(error)
        },
      },
    )
  }
  return (
    <FormDialog
      title={t('Merge this post?')}
      submitLabel={t('Merge')}
      busy={merge.isPending}
      disabled={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('Its comments move to the other post, and its URL redirects there. You can undo this.')}</p>
      {found.length > 0 && (
        <RadioGroup
          legend={t('Merge into')}
          options={[
            ...found.map(({ publicId, title, noComments: count }) => ({
              value: publicId,
              label: <span dir="auto">{isolated(title)}</span>,
              hint: t('{count, plural, one {# comment} other {# comments}}', { count }),
            })),
            { value: another, label: t('Another post') },
          ]}
          value={target}
          autoFocus={takesFocus}
          error={target === another ? null : mistake}
          onChange={(value) => {
            setChosen(value)
            setMistake(null)
          }}
        />
      )}
      {isPending && <Spinner label={t('Loading')} />}
      {!isPending && target === another && (
        <TextField
          label={t('URL of the other post')}
          value={address}
          autoComplete="off"
          autoFocus={found.length === 0 && takesFocus}
          error={mistake}
          onChange={(value) => {
            setAddress(value)
            setMistake(null)
          }}
        />
      )}
      <TextArea
        label={t('Reason (optional)')}
        hint={t('Shown in the moderation log.')}
        rows={2}
        maxLength={limits.moderationReasonMaxLength}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}

/** The error for the other post; null when the failure has another cause. */
function mistakeText(error: unknown): string | null {
  switch (refusalOf(error)?.code) {
    case 'post/not-found':
      return t("There's no post at this URL.")
    case 'merge-of-same-post':
      return t('Choose a different post.')
    case 'cannot-merge-deleted':
      return t("Removed posts can't be merged.")
    case 'merge-elsewhere':
      return t('Both posts must be in the same community.')
    case 'merge-too-large':
      return t("Posts with more than 10,000 comments can't be merged.")
    default:
      return null
  }
}
