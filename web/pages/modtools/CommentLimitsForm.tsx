import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useLimitCommentsInCommunity } from '../../data/posts/commentLimits.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { CommentLimitFields } from '../../features/postActions/CommentLimitFields.tsx'
import { changeOf, draftOf } from '../../features/postActions/limitDraft.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { SaveForm } from './SaveForm.tsx'
import { useDraft } from './useDraft.ts'

/** Slow mode on all posts of a community, and who may comment there. */
export function CommentLimitsForm({ community }: { community: Community }) {
  const saved = draftOf(community.commentLimits, new Date())
  const { values, isChanged, change, settle, question } = useDraft(saved)
  const limit = useLimitCommentsInCommunity(community)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const submit = () => {
    limit.mutate(changeOf(saved, values), {
      onSuccess: () => {
        settle(values)
        toasts.show(t('Settings saved.'), { tone: 'success' })
      },
      onError: notifyFailure,
    })
  }
  return (
    <SaveForm canSave={isChanged} busy={limit.isPending} onSave={submit}>
      <CommentLimitFields draft={values} saved={saved} onChange={change} />
      <p className="quiet">{t('Moderators and admins can always comment.')}</p>
      {question}
    </SaveForm>
  )
}
