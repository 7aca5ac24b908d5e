import { t } from '../../../../contract/texts/t.ts'
import { urlOfLawFile } from '../../../data/admin/law.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Markdown } from '../../../ui/markdown/Markdown.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import styles from './Law.module.css'

interface LawDocumentProps {
  title: string
  hint: string
  file: Parameters<typeof urlOfLawFile>[0]
  html: string
}

/** A document made from the settings, with its download. */
export function LawDocument({ title, hint, file, html }: LawDocumentProps) {
  return (
    <>
      <ScreenHead
        title={title}
        hint={hint}
        action={
          <Button icon="download" href={urlOfLawFile(file)} download>
            {t('Download Markdown')}
          </Button>
        }
      />
      <Card padded className={styles.document}>
        <Markdown html={html} />
      </Card>
    </>
  )
}
