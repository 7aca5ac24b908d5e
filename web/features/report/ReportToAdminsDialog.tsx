import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { noticePageFor } from '../../../contract/noticePage.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useReportToAdmins } from '../../data/moderation/notices.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { refusalText } from '../failures/refusalText.ts'
import { reasonText } from '../reasons/reasonText.ts'
import { IllegalHint } from './IllegalHint.tsx'

interface ReportToAdminsDialogProps {
  /** Such as `@wren`; undefined: a message. */
  what: string | undefined
  /** Its path. */
  address: string
  onClose: () => void
}

/** Asks why the admins should look at a member, a community or a message. For members only. */
export default function ReportToAdminsDialog({ what, address, onClose }: ReportToAdminsDialogProps) {
  const { reportReasons } = useInitial()
  const toasts = useToasts()
  const report = useReportToAdmins()
  const [reason, setReason] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [mistakes, setMistakes] = useState<{ reason?: string; text?: string }>({})
  const submit = () => {
    if (reason === null) return setMistakes({ reason: t('Choose a reason') })
    if (text.trim() === '') return setMistakes({ text: t("Explain what's wrong") })
    report.mutate(
      { address, reason: Number(reason), text: text.trim() },
      {
        onSuccess: () => {
          onClose()
          toasts.show(t('Reported to the admins.'), { tone: 'success' })
        },
        onError: (error) => setMistakes({ text: refusalText(error) }),
      },
    )
  }
  return (
    <FormDialog
      title={what === undefined ? t('Report message') : t('Report {name}', { name: what })}
      submitLabel={t('Report')}
      busy={report.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        legend={
          what === undefined
            ? t("What's wrong with this message?")
            : t('Why are you reporting {name}?', { name: what })
        }
        options={reportReasons.map(({ id, title, description }) => ({
          value: String(id),
          label: reasonText(title),
          hint: description,
        }))}
        value={reason}
        error={mistakes.reason ?? null}
        onChange={(chosen) => {
          setReason(chosen)
          setMistakes({})
        }}
      />
      <TextArea
        label={t('Details')}
        hint={t("Only admins can read this. You'll get their answer as a notification.")}
        rows={3}
        maxLength={limits.noticeMaxLength}
        value={text}
        error={mistakes.text}
        onChange={(value) => {
          setText(value)
          setMistakes({})
        }}
      />
      <IllegalHint href={noticePageFor(address)} />
    </FormDialog>
  )
}
