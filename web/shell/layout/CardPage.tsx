import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { classNames } from '../../ui/classNames.ts'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './CardPage.module.css'
import { Head } from './Head.tsx'
import { PageLayout } from './PageLayout.tsx'

interface CardPageProps {
  title: string
  /** In place of the title, where the page says more. */
  heading?: string
  /** For texts rather than a few fields. */
  wide?: boolean
  /** Says that nothing on it works without JavaScript. */
  needsScript?: boolean
  children: ReactNode
}

/** A page that consists of one card in the middle, and that search engines leave out. */
export function CardPage({ title, heading = title, wide, needsScript, children }: CardPageProps) {
  return (
    <PageLayout>
      <Head title={title} noindex />
      <Card as="section" padded className={classNames(styles.card, wide && styles.wide)}>
        <h1 className={styles.title}>{heading}</h1>
        {needsScript && (
          <noscript>
            <p>{t('This page needs JavaScript. Turn it on for this site and reload the page.')}</p>
          </noscript>
        )}
        {children}
      </Card>
    </PageLayout>
  )
}
