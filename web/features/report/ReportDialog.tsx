import { type FormEvent, useId, useState } from 'react'
import { useInitial } from '../../data/account/initial.ts'
import { refusalOf } from '../../data/failure.ts'
import { type ReportTarget, useReport } from '../../data/moderation/reports.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { reportedText, reportRefusalText } from './reportTexts.ts'

interface ReportDialogProps {
  target: ReportTarget
  onClose: () => void
}

/**
 * Asks why the moderators should look at a post or comment. Load it lazily; do not offer it to authors for their own
 * content, and show guests the login prompt instead.
 */
export default function ReportDialog({ target, onClose }: ReportDialogProps) {
  const { reportReasons } = useInitial()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const report = useReport(target)
  const formId = useId()
  const [reason, setReason] = useState<string | null>(null)
  const [mistake, setMistake] = useState<string | null>(null)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (report.isPending) return
    if (reason === null) return setMistake('Choose a reason')
    report.mutate(Number(reason), {
      onSuccess: () => {
        onClose()
        toasts.show(reportedText(target.type), { tone: 'success' })
      },
      onError: (error) => {
        const text = reportRefusalText(refusalOf(error), target.type)
        if (text === null) return notifyFailure(error)
        onClose()
        toasts.show(text, { tone: 'danger' })
      },
    })
  }

  return (
    <Dialog
      title={`Report ${target.type}`}
      onClose={onClose}
      actions={
        <>
          <Button variant="soft" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="main" type="submit" form={formId} busy={report.isPending}>
            Report
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <RadioGroup
          legend={`What is wrong with this ${target.type}?`}
          options={reportReasons.map(({ id, title, description }) => ({
            value: String(id),
            label: title,
            hint: description,
          }))}
          value={reason}
          error={mistake}
          onChange={(chosen) => {
            setReason(chosen)
            setMistake(null)
          }}
        />
      </form>
    </Dialog>
  )
}
