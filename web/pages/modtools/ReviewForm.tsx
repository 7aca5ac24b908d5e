import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReviewSettings } from '../../../contract/entities/held.ts'
import { heldHours } from '../../../contract/limitValues.ts'
import { entriesOf } from '../../../contract/objects.ts'
import { holdLevelWords } from '../../../contract/settingWords.ts'
import { t } from '../../../contract/texts/t.ts'
import { reviewSettingsQuery, useSaveReviewSettings } from '../../data/moderation/held.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Select } from '../../ui/forms/Select.tsx'
import { SaveForm } from './SaveForm.tsx'
import { useDraft } from './useDraft.ts'

const levels = (): { value: ReviewSettings['holdNewMembers']; label: string }[] => [
  { value: 'site', label: t('Same as the site') },
  ...entriesOf(holdLevelWords()).map(([value, label]) => ({ value, label })),
]

/** What waits for review in a community, and what happens to it if nobody decides. */
export function ReviewForm({ communityId }: { communityId: string }) {
  const { data: saved } = useSuspenseQuery(reviewSettingsQuery(communityId))
  const { values: settings, isChanged, change, settle, question } = useDraft(saved)
  const save = useSaveReviewSettings(communityId)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const submit = () => {
    save.mutate(settings, {
      onSuccess: () => {
        settle(settings)
        toasts.show(t('Settings saved.'), { tone: 'success' })
      },
      onError: notifyFailure,
    })
  }
  return (
    <SaveForm canSave={isChanged} busy={save.isPending} onSave={submit}>
      <Select
        label={t('Review posts by new members')}
        hint={t('Their first posts and comments wait until a moderator approves them.')}
        value={settings.holdNewMembers}
        onChange={(holdNewMembers) => change({ holdNewMembers })}
        options={levels()}
      />
      <Select
        label={t('If no one decides')}
        hint={t('Applies to anything that has waited {hours, number} hours.', { hours: heldHours })}
        value={settings.undecided}
        onChange={(undecided) => change({ undecided })}
        options={[
          { value: 'approve', label: t('Approve') },
          { value: 'refuse', label: t('Decline') },
        ]}
      />
      {question}
    </SaveForm>
  )
}
