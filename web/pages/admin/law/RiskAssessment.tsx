import { useSuspenseQuery } from '@tanstack/react-query'
import { lawDocumentsQuery } from '../../../data/admin/law.ts'
import { LawDocument } from './LawDocument.tsx'

/** The template of a risk assessment for the UK Online Safety Act. */
export function RiskAssessment() {
  const { data } = useSuspenseQuery(lawDocumentsQuery)
  return (
    <LawDocument
      title="Risk assessment"
      hint="A template for the UK Online Safety Act. No legal advice."
      file="risk-assessment"
      html={data.riskAssessmentHtml}
    />
  )
}
