import { useSuspenseQuery } from '@tanstack/react-query'
import type { Erasure } from '../../../../contract/entities/erasure.ts'
import { t } from '../../../../contract/texts/t.ts'
import type { ErasedContent } from '../../../../contract/words.ts'
import { erasuresQuery } from '../../../data/admin/erasures.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import styles from './Erasures.module.css'

function contentText(content: ErasedContent): string {
  switch (content) {
    case 'keep':
      return t('Posts and comments kept')
    case 'blank':
      return t('Text and images erased')
    case 'remove':
      return t('Text erased, posts hidden')
  }
}

/** The members who were erased for good, each with the report. */
export function Erasures() {
  const { data } = useSuspenseQuery(erasuresQuery)
  return (
    <>
      <ScreenHead title={t('Erasures')} hint={t('Each one has a report you can send to the member.')} />
      {data.length === 0 ? (
        <EmptyState
          icon="delete"
          title={t('No erasures yet')}
          text={t('Erased members show up here. You can erase a member from their menu in Users.')}
        />
      ) : (
        <div className="cards">
          {data.map((erasure) => (
            <Report key={erasure.id} erasure={erasure} />
          ))}
        </div>
      )}
    </>
  )
}

function Report({ erasure }: { erasure: Erasure }) {
  const { username, content, orderedBy, isOwn, orderedAt, progress } = erasure
  return (
    <Card as="section" padded aria-label={t('Erasure of @{name}', { name: username })}>
      <div className={styles.head}>
        <h3 className={styles.name}>
          <bdi>@{username}</bdi>
        </h3>
        <span className={styles.facts}>
          {isOwn
            ? t('By the member')
            : orderedBy
              ? t('By @{name}', { name: orderedBy })
              : t('From the command line or by a former admin')}
          {' · '}
          <Time at={orderedAt} /> · {contentText(content)}
        </span>
      </div>
      <div role="status" className={styles.facts}>
        {progress
          ? t('Step {number, number} of {count, number}: {step}', {
              number: progress.number,
              count: progress.of,
              step: progress.step,
            })
          : t('Done')}
      </div>
      <Lines title={t('What was erased')} lines={erasure.erased} />
      <Lines title={t('What remains, and why')} lines={erasure.remains} />
      <Lines title={t('Backups')} lines={erasure.backups} />
    </Card>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h4 className={styles.title}>{title}</h4>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}
