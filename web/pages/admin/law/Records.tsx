import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../../contract/texts/t.ts'
import { lawDocumentsQuery } from '../../../data/admin/law.ts'
import { LawDocument } from './LawDocument.tsx'

/** The records of processing activities. */
export function Records() {
  const { data } = useSuspenseQuery(lawDocumentsQuery)
  return (
    <LawDocument
      title={t('Records of processing')}
      hint={t('For GDPR Article 30, generated from your settings.')}
      file="records-of-processing"
      html={data.recordsHtml}
    />
  )
}
