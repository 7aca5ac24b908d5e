import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../../contract/texts/t.ts'
import { lawDocumentsQuery } from '../../../data/admin/law.ts'
import { LawDocument } from './LawDocument.tsx'

/** The template of a risk assessment for the UK Online Safety Act. */
export function RiskAssessment() {
  const { data } = useSuspenseQuery(lawDocumentsQuery)
  return (
    <LawDocument
      title={t('Risk assessment')}
      hint={t('A template for the UK Online Safety Act. Not legal advice.')}
      file="risk-assessment"
      html={data.riskAssessmentHtml}
    />
  )
}
