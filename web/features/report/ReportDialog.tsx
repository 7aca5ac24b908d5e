import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { noticePageFor } from '../../../contract/noticePage.ts'
import { t } from '../../../contract/texts/t.ts'
import { unmarkedAiReason } from '../../../contract/words.ts'
import { useInitial } from '../../data/account/initial.ts'
import { communityQuery } from '../../data/communities/communities.ts'
import { refusalOf } from '../../data/failure.ts'
import { type ReportTarget, useReport } from '../../data/moderation/reports.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { RadioGroup } from '../../ui/forms/RadioGroup.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { FormDialog } from '../../ui/overlays/FormDialog.tsx'
import { plainText } from '../../ui/text/plainText.ts'
import { rich } from '../../ui/text/rich.ts'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { anyRule, reasonText } from '../reasons/reasonText.ts'
import { IllegalHint } from './IllegalHint.tsx'
import styles from './ReportDialog.module.css'
import { reportedText, reportRefusalText } from './reportTexts.ts'

/** How much of the description of a rule is shown, in characters. */
const hintMaxLength = 160

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
  const [reason, setReason] = useState<string | null>(null)
  const [note, setNote] = useState('')
  // The reasons of the site are shown until the others are loaded.
  const { data: community } = useQuery(communityQuery(target.communityName))
  const rules = community?.rules ?? []
  const offersAi = !target.isMadeWithAi && (community?.madeWithAi ?? 'allowed') !== 'allowed'
  const [mistake, setMistake] = useState<string | null>(null)

  const submit = () => {
    if (reason === null) return setMistake(t('Choose a reason'))
    const [kind, number] = reason.split(' ')
    const chosen =
      kind === 'rule'
        ? { ruleId: Number(number) }
        : kind === 'ai'
          ? { isUnmarkedAi: true as const }
          : { reason: Number(number) }
    report.mutate(note.trim() === '' ? chosen : { ...chosen, note: note.trim() }, {
      onSuccess: () => {
        onClose()
        toasts.show(reportedText(target.type), { tone: 'success' })
      },
      onError: (error) => {
        const text = reportRefusalText(refusalOf(error), target.type)
        if (text === null) notifyFailure(error)
        else setMistake(text)
      },
    })
  }

  return (
    <FormDialog
      title={target.type === 'post' ? t('Report post') : t('Report comment')}
      submitLabel={t('Report')}
      busy={report.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup
        legend={
          target.type === 'post' ? t("What's wrong with this post?") : t("What's wrong with this comment?")
        }
        options={[
          ...reportReasons
            .filter(({ id, title }) => title !== anyRule || rules.length === 0 || reason === `reason ${id}`)
            .map(({ id, title, description }) => ({
              value: `reason ${id}`,
              label: reasonText(title),
              hint: description,
            })),
          ...(offersAi ? [{ value: 'ai', label: reasonText(unmarkedAiReason) }] : []),
          ...rules.map(({ id, ruleHtml, descriptionHtml }, index) => ({
            value: `rule ${id}`,
            label: rich('Breaks rule {number, number}: {rule}', {
              number: index + 1,
              rule: <Markdown html={ruleHtml} dir="auto" className={styles.rule} />,
            }),
            hint: descriptionHtml && plainText(descriptionHtml, hintMaxLength),
          })),
        ]}
        value={reason}
        error={mistake}
        onChange={(chosen) => {
          setReason(chosen)
          setMistake(null)
        }}
      />
      <TextArea
        label={t('Note to the moderators (optional)')}
        hint={t("Moderators can see that you reported it. The author can't.")}
        rows={2}
        maxLength={limits.reportNoteMaxLength}
        value={note}
        onChange={setNote}
      />
      <IllegalHint href={noticePageFor(target.address)} />
    </FormDialog>
  )
}
