import { useState } from 'react'
import type { Post } from '../../../contract/entities/post.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { refusalOf } from '../../data/failure.ts'
import { useMovePost } from '../../data/moderation/moves.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { useLeavePost } from './useLeavePost.ts'
import { useNotifyPostFailure } from './useNotifyPostFailure.ts'

interface MovePostDialogProps {
  post: Pick<Post, 'publicId' | 'communityName'>
  onClose: () => void
}

/** Asks to which community a post moves, and why. */
export default function MovePostDialog({ post, onClose }: MovePostDialogProps) {
  const [community, setCommunity] = useState('')
  const [reason, setReason] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const move = useMovePost(post)
  const toasts = useToasts()
  const leave = useLeavePost(post)
  const notifyFailure = useNotifyPostFailure()
  const submit = () => {
    const name = community.trim()
    if (name === '') return setMistake(t('Enter the name of a community.'))
    move.mutate(
      { community: name, reason: reason.trim() },
      {
        onSuccess: ({ state, to, post: moved }) => {
          onClose()
          toasts.show(
            state === 'done'
              ? t('Moved to {community}.', { community: to.name })
              : t('Move request sent to the moderators of {community}.', { community: to.name }),
            { tone: 'success' },
          )
          if (state === 'done') leave(moved)
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
      title={t('Move this post?')}
      submitLabel={t('Move')}
      busy={move.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {t(
          "Comments and votes move too, and old links keep working. The other community's moderators have to accept.",
        )}
      </p>
      <TextField
        label={t('Community')}
        value={community}
        maxLength={limits.communityNameMaxLength}
        limitedText
        autoComplete="off"
        error={mistake}
        onChange={(name) => {
          setCommunity(name)
          setMistake(null)
        }}
      />
      <TextArea
        label={t('Reason (optional)')}
        hint={t('Shown to moderators and in the moderation log.')}
        rows={2}
        maxLength={limits.moderationReasonMaxLength}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}

/** The error for the name; null when the failure has another cause. */
function mistakeText(error: unknown): string | null {
  switch (refusalOf(error)?.code) {
    case 'community/not-found':
      return t("There's no community with this name.")
    case 'already-there':
      return t('The post is already there.')
    case 'move-proposed':
      return t('A move is already pending for this post.')
    default:
      return null
  }
}
