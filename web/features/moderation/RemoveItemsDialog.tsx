import { type KeyboardEvent, useEffect, useState } from 'react'
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
          if (removal.refuses(error)) return
          onClose()
          notifyFailure(error)
        },
      },
    )
  }
  const press = (event: KeyboardEvent) => {
    const { target } = event
    // In an empty field there is no line to break.
    const isText = target instanceof HTMLTextAreaElement && target.value !== ''
    if (event.key !== 'Enter' || event.shiftKey || (isText && !event.ctrlKey && !event.metaKey)) return
    if (target instanceof HTMLButtonElement && !event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    if (!decide.isPending) submit()
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
      onKeyDown={press}
      onClose={onClose}
    >
      <RemovalFields
        {...removal.fields}
        onChange={(next) => {
          setIsChanged(true)
          setWhy(next)
        }}
      />
    </FormDialog>
  )
}
