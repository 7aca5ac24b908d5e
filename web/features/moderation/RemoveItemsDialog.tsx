import { useEffect, useState } from 'react'
import type { DecisionResult, QueueItem } from '../../../contract/entities/queue.ts'
import { t } from '../../../contract/texts/t.ts'
import { useDecideItems } from '../../data/moderation/queue.ts'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { useNotifyActionFailure } from '../failures/useNotifyActionFailure.ts'
import { noRemovalReason, RemovalFields } from '../reasons/RemovalFields.tsx'
import { removalBodyOf, useRemovalReason } from '../reasons/useRemovalReason.ts'

interface RemoveItemsDialogProps {
  items: readonly QueueItem[]
  /** The community whose rules and templates can be chosen; null if the items are in several. */
  communityId: string | null
  onRemoved: (results: readonly DecisionResult[]) => void
  onClose: () => void
}

/**
 * Asks for the reason of removals in the queue. The most frequent reason of the reports is prefilled, and the focus is then on the button, so Enter is enough.
 */
export function RemoveItemsDialog({ items, communityId, onRemoved, onClose }: RemoveItemsDialogProps) {
  const decide = useDecideItems()
  const notifyFailure = useNotifyActionFailure()
  const removal = useRemovalReason(communityId)
  const { rules, setWhy } = removal
  const [isChanged, setIsChanged] = useState(false)
  const [item] = items
  const reported = items.length === 1 ? item?.reasons[0] : undefined
  // A rule is identified by its text, because reports store its wording.
  const rule = rules.find((one) => reported?.reasonId === 0 && one.rule === reported.title)
  useEffect(() => {
    if (isChanged || !reported) return
    setWhy({ ...noRemovalReason, ...(rule ? { ruleId: String(rule.id) } : { reason: reported.title }) })
  }, [isChanged, reported, rule, setWhy])
  const submit = () => {
    if (!removal.check()) return
    decide.mutate(
      { action: 'remove', items, ...removalBodyOf(removal.why) },
      {
        onSuccess: (results) => {
          onClose()
          onRemoved(results)
        },
        onError: (error) => {
          if (!removal.refuses(error)) notifyFailure(error)
        },
      },
    )
  }
  return (
    <FormDialog
      title={
        items.length > 1
          ? t('Remove {count, plural, one {# item} other {# items}}?', { count: items.length })
          : item?.type === 'post'
            ? t('Remove this post?')
            : t('Remove this comment?')
      }
      submitLabel={t('Remove')}
      danger
      focusSubmit={reported !== undefined}
      busy={decide.isPending}
      onSubmit={submit}
      isQuick
      onClose={onClose}
    >
      <RemovalFields
        {...removal.fields}
        onChange={(next) => {
          setIsChanged(true)
          // A rule says more than what the reports were for.
          const isReplaced = next.ruleId !== '' && next.ruleId !== removal.why.ruleId
          setWhy(isReplaced && next.reason === reported?.title ? { ...next, reason: '' } : next)
        }}
      />
    </FormDialog>
  )
}
