import type { ReactNode } from 'react'
import { Card } from '../../components/Card.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import styles from './Mailed.module.css'

/** A page with one thing to do, which somebody came to by mail or wants a mail from. */
export function MailedCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PageLayout>
      <Head title={title} noindex />
      <Card as="section" padded className={styles.card}>
        <h1 className={styles.title}>{title}</h1>
        <noscript>
          <p>This needs JavaScript. Please switch it on for this site and load the page again.</p>
        </noscript>
        {children}
      </Card>
    </PageLayout>
  )
}
