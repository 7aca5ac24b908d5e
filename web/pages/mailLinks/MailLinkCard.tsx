import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './MailLinks.module.css'

/** The card that pages around mailed links consist of. */
export function MailLinkCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageLayout>
      <Head title={title} noindex />
      <Card as="section" padded className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        <noscript>
          <p>{t('This page needs JavaScript. Turn it on for this site and reload the page.')}</p>
        </noscript>
        {children}
      </Card>
    </PageLayout>
  )
}
