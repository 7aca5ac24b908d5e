import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { EditedReportReason } from '../../../../contract/entities/setting.ts'
import { limits } from '../../../../contract/limits.ts'
import { t } from '../../../../contract/texts/t.ts'
import { reportReasonsQuery, useChangeReportReasons } from '../../../data/admin/settings.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { useConfirmLeave } from '../../../features/unsavedChanges/useConfirmLeave.tsx'
import { Button } from '../../../ui/buttons/Button.tsx'
import { IconButton } from '../../../ui/buttons/IconButton.tsx'
import { useToasts } from '../../../ui/feedback/toasts.tsx'
import { TextField } from '../../../ui/forms/TextField.tsx'
import { NeedsScript } from '../../../ui/layout/NeedsScript.tsx'
import { Section } from '../../../ui/layout/Section.tsx'
import { Tag } from '../../../ui/text/Tag.tsx'
import styles from './ReportReasons.module.css'
import { type DraftReason, draftsOf, isSameReasons, mistakeOf, moved, reasonsToSend } from './reasonDrafts.ts'

/** The reasons for reports, to add, reword, order and hide. Nothing changes before they are saved. */
export function ReportReasons() {
  const { data: saved } = useSuspenseQuery(reportReasonsQuery)
  const [drafts, setDrafts] = useState<readonly DraftReason[] | null>(null)
  const [isChecked, setIsChecked] = useState(false)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const added = useRef(0)
  const toasts = useToasts()
  const change = useChangeReportReasons()
  const notifyRefusal = useNotifyRefusal()
  const reasons = drafts ?? draftsOf(saved)
  const isUnsaved = drafts !== null && !isSameReasons(saved, drafts)
  const { question } = useConfirmLeave(isUnsaved, t('Your changes to the reasons will be lost.'))
  const discard = () => {
    setDrafts(null)
    setIsChecked(false)
  }

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change.isPending || !isUnsaved) return
    const wrong = reasons.findIndex((reason) => mistakeOf(reason) !== null)
    setIsChecked(wrong >= 0)
    if (wrong >= 0) {
      list.current?.children[wrong]?.querySelector('input')?.focus()
      return
    }
    change.mutate(reasonsToSend(reasons), {
      onSuccess: () => {
        discard()
        toasts.show(t('Reasons saved.'), { tone: 'success' })
      },
      onError: notifyRefusal,
    })
  }
  const edit = (key: string, more: Partial<DraftReason>) =>
    setDrafts(reasons.map((reason) => (reason.key === key ? { ...reason, ...more } : reason)))
  const move = (index: number, by: -1 | 1) => {
    setDrafts(moved(reasons, index, by))
    setSaid(
      t('Reason {number, number} of {count, number}.', { number: index + 1 + by, count: reasons.length }),
    )
  }
  const add = () => {
    added.current += 1
    setDrafts([
      ...reasons,
      {
        key: `new ${added.current}`,
        id: null,
        title: '',
        description: '',
        isHidden: false,
        isDeletable: true,
      },
    ])
  }
  return (
    <NeedsScript>
      <form onSubmit={save} noValidate>
        <Section
          id="report-reasons"
          title={t('Report reasons')}
          hint={t("Shown when someone reports content. Hiding a reason doesn't affect existing reports.")}
        >
          <ol ref={list} className={styles.list}>
            {reasons.map((reason, index) => (
              <Reason
                key={reason.key}
                reason={reason}
                number={index + 1}
                isLast={index === reasons.length - 1}
                mistake={isChecked ? mistakeOf(reason) : null}
                onEdit={(more) => edit(reason.key, more)}
                onMove={(by) => move(index, by)}
                onDelete={() => setDrafts(reasons.filter(({ key }) => key !== reason.key))}
              />
            ))}
          </ol>
          <p role="status" className="visually-hidden">
            {said}
          </p>
          <div className={styles.foot}>
            <Button icon="add" onClick={add} disabled={reasons.length >= limits.reportReasonsMax}>
              {t('Add reason')}
            </Button>
            <span className={styles.space} />
            {isUnsaved && <Button onClick={discard}>{t('Discard')}</Button>}
            <Button type="submit" variant="main" disabled={!isUnsaved} busy={change.isPending}>
              {t('Save reasons')}
            </Button>
          </div>
        </Section>
      </form>
      {question}
    </NeedsScript>
  )
}

interface ReasonProps {
  reason: DraftReason
  /** From 1. */
  number: number
  isLast: boolean
  mistake: string | null
  onEdit: (more: Partial<Pick<EditedReportReason, 'title' | 'isHidden'> & { description: string }>) => void
  onMove: (by: -1 | 1) => void
  onDelete: () => void
}

function Reason({ reason, number, isLast, mistake, onEdit, onMove, onDelete }: ReasonProps) {
  return (
    <li className={styles.reason}>
      <div className={styles.fields}>
        <TextField
          label={t('Reason {number, number}', { number })}
          value={reason.title}
          onChange={(title) => onEdit({ title })}
          maxLength={limits.reportReasonTitleMaxLength}
          error={mistake}
        />
        <TextField
          label={t('Explanation of reason {number, number}', { number })}
          hideLabel
          placeholder={t('Explanation (optional)')}
          value={reason.description}
          onChange={(description) => onEdit({ description })}
          maxLength={limits.reportReasonDescriptionMaxLength}
        />
      </div>
      <div className={styles.actions}>
        {reason.isHidden && <Tag tone="neutral">{t('Hidden')}</Tag>}
        <IconButton
          icon="chevron-up"
          label={t('Move reason {number, number} up', { number })}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon="chevron-down"
          label={t('Move reason {number, number} down', { number })}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        {reason.isDeletable ? (
          <IconButton
            icon="delete"
            label={t('Delete reason {number, number}', { number })}
            onClick={onDelete}
          />
        ) : (
          <IconButton
            icon={reason.isHidden ? 'show' : 'hide'}
            label={
              reason.isHidden
                ? t('Show reason {number, number}', { number })
                : t('Hide reason {number, number}', { number })
            }
            onClick={() => onEdit({ isHidden: !reason.isHidden })}
          />
        )}
      </div>
    </li>
  )
}
