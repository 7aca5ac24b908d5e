import type { DecisionResult, QueueItem, QueueReview } from '../../../contract/entities/queue.ts'
import type { ShownKind } from '../../../contract/queueWords.ts'
import { listText } from '../../../contract/texts/list.ts'
import { t } from '../../../contract/texts/t.ts'
import { contentOfItem } from '../../data/moderation/queue.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { reasonText } from '../reasons/reasonText.ts'
import { QueueActions } from './QueueActions.tsx'
import { QueueAuthor } from './QueueAuthor.tsx'
import styles from './QueueItemCard.module.css'
import { reviewText } from './queueTexts.ts'
import { ReportActions, Reporters } from './Reporters.tsx'
import { TargetCard } from './TargetCard.tsx'

interface QueueItemCardProps {
  item: QueueItem
  kind: ShownKind
  /** The names of other moderators who have it open. */
  lookers: readonly string[]
  isSelected: boolean
  /** Another moderator's decision since it was loaded; null if it no longer exists; undefined for none. */
  overtakenBy: QueueReview | null | undefined
  onFocus: () => void
  onSelect: (isSelected: boolean) => void
  onOvertaken: (results: readonly DecisionResult[]) => void
  /** Removes it from the list. */
  onDismiss: () => void
}

/** A post or comment in the queue, with its reports, its author, other moderators who have it open, and actions. */
export function QueueItemCard(props: QueueItemCardProps) {
  const { item, kind, lookers, isSelected, overtakenBy, onFocus, onSelect, onOvertaken, onDismiss } = props
  const content = contentOfItem(item)
  const { noReports, reasons, review, author } = item
  return (
    <TargetCard
      content={content}
      copy={item.deletedCopy}
      onFocus={onFocus}
      head={
        <div className={styles.head}>
          {kind !== 'removed' && overtakenBy === undefined && (
            <Checkbox
              label={<span className="visually-hidden">{t('Select')}</span>}
              title={t('Select')}
              data-key="x"
              checked={isSelected}
              onChange={onSelect}
            />
          )}
          <div className={styles.why}>
            {noReports > 0 && (
              <>
                <Tag tone="danger" icon="report">
                  {t('{count, plural, one {# report} other {# reports}}', { count: noReports })}
                </Tag>{' '}
                {noReports > item.reports.length || reasons.length === 1 ? (
                  <ul className={styles.reasons}>
                    {reasons.map(({ reasonId, title, noReports: times }) => (
                      <li key={`${reasonId} ${title}`}>
                        {reasons.length === 1
                          ? reasonText(title)
                          : t('{name} ({count, number})', { name: reasonText(title), count: times })}
                      </li>
                    ))}
                  </ul>
                ) : null}
              </>
            )}
            {kind === 'edited' && <Tag tone="neutral">{t('Edited')}</Tag>}
            {kind === 'new' && <Tag tone="neutral">{t('New member')}</Tag>}
            {author?.isBanned && <Tag tone="neutral">{t('Author banned')}</Tag>}
            {item.removal && <Removal removal={item.removal} />}
            {kind !== 'removed' && review && (
              <span className={styles.time}>
                {reviewText(review)} <Time at={review.at} />
              </span>
            )}
            {lookers.length > 0 && (
              <span role="status">
                <Tag tone="new" icon="show">
                  {t('{count, plural, one {{names} is viewing this} other {{names} are viewing this}}', {
                    names: listText(lookers.map((name) => `@${name}`)),
                    count: lookers.length,
                  })}
                </Tag>
              </span>
            )}
            {item.reports.length > 0 && <Reporters item={item} showsReasons={reasons.length > 1} />}
          </div>
          {item.reports.length > 0 && <ReportActions item={item} />}
        </div>
      }
      author={author && <QueueAuthor author={author} />}
      actions={
        overtakenBy === undefined ? (
          <QueueActions item={item} content={content} kind={kind} onOvertaken={onOvertaken} />
        ) : (
          <div className={styles.overtaken} role="status">
            <Banner
              action={
                <Button small data-key="a" onClick={onDismiss}>
                  {t('Next')}
                </Button>
              }
            >
              {overtakenBy ? (
                <>
                  {reviewText(overtakenBy)} <Time at={overtakenBy.at} />
                </>
              ) : (
                t('It no longer exists.')
              )}
            </Banner>
          </div>
        )
      }
    />
  )
}

function removedText(by: string | null, as: NonNullable<QueueItem['removal']>['as']): string {
  if (by === null) return as === 'mods' ? t('Removed by a moderator') : t('Removed by an admin')
  return as === 'mods'
    ? t('Removed by @{name} (moderator)', { name: by })
    : t('Removed by @{name} (admin)', { name: by })
}

function Removal({ removal }: { removal: NonNullable<QueueItem['removal']> }) {
  const { by, as, rule, reason, at } = removal
  return (
    <p className={styles.removal}>
      {removedText(by, as)} <Time at={at} />
      {rule !== null && <> · {rich('Rule: {rule}', { rule: <bdi>{isolated(rule)}</bdi> })}</>}
      {reason !== null && <> · {rich('Reason: {reason}', { reason: <bdi>{isolated(reason)}</bdi> })}</>}
    </p>
  )
}
