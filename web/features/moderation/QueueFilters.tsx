import type { QueueItemsPage } from '../../../contract/entities/queue.ts'
import { queueSorts, shownKinds } from '../../../contract/queueWords.ts'
import { t } from '../../../contract/texts/t.ts'
import { type ReportFilter, reportFilters } from '../../../contract/words.ts'
import type { QueueParams } from '../../data/moderation/queue.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { reasonText } from '../reasons/reasonText.ts'
import styles from './Queue.module.css'
import { pathOfQueue } from './queueParams.ts'
import { kindLabels } from './queueTexts.ts'

const filterLabels = (): Record<ReportFilter, string> => ({
  all: t('All'),
  posts: t('Posts'),
  comments: t('Comments'),
})

interface QueueFiltersProps {
  params: QueueParams
  base: string
  /** Undefined while they are being loaded. */
  counted: Pick<QueueItemsPage, 'counts' | 'reasons'> | undefined
}

const sortLabels = () => ({ newest: t('Newest'), most: t('Most reports') })

/** Chooses which part of the queue is shown. Each choice is a part of the URL. */
export function QueueFilters({ params, base, counted }: QueueFiltersProps) {
  const { navigate } = useNavigator()
  const counts: Partial<Record<string, number>> = counted?.counts ?? {}
  const isReported = params.kind === 'reported'
  const reasons = counted?.reasons ?? []
  const chosen = params.rule !== '' ? `rule ${params.rule}` : params.reason
  return (
    <div className="filters">
      <SegmentedLinks
        label={t('Queue')}
        items={shownKinds.map((kind) => ({
          label:
            counts[kind] === undefined
              ? kindLabels()[kind]
              : t('{name} ({count, number})', { name: kindLabels()[kind], count: counts[kind] }),
          href: pathOfQueue(base, { ...params, kind, reason: '', rule: '' }),
          current: kind === params.kind,
        }))}
      />
      {params.kind !== 'waiting' && (
        <SegmentedLinks
          label={t('Show')}
          items={reportFilters.map((filter) => ({
            label: filterLabels()[filter],
            href: pathOfQueue(base, { ...params, filter }),
            current: filter === params.filter,
          }))}
        />
      )}
      {isReported && (
        <SegmentedLinks
          label={t('Sort')}
          items={queueSorts.map((sort) => ({
            label: sortLabels()[sort],
            href: pathOfQueue(base, { ...params, sort }),
            current: sort === params.sort,
          }))}
        />
      )}
      {isReported && (reasons.length > 1 || chosen !== '') && (
        <div className={styles.choices}>
          <Select
            label={t('Reason')}
            hideLabel
            value={chosen}
            options={[
              { value: '', label: t('Any reason') },
              ...reasons.map(({ reasonId, title, noReports }) => ({
                value: reasonId === 0 ? `rule ${title}` : String(reasonId),
                label: t('{name} ({count, number})', { name: reasonText(title), count: noReports }),
              })),
              ...(chosen !== '' && !reasons.some((one) => isChosen(one, params))
                ? [{ value: chosen, label: params.rule || t('Other reason') }]
                : []),
            ]}
            onChange={(value) => {
              const isRule = value.startsWith('rule ')
              navigate(
                pathOfQueue(base, {
                  ...params,
                  reason: isRule ? '' : value,
                  rule: isRule ? value.slice(5) : '',
                }),
              )
            }}
          />
        </div>
      )}
    </div>
  )
}

const isChosen = ({ reasonId, title }: QueueItemsPage['reasons'][number], { reason, rule }: QueueParams) =>
  reasonId === 0 ? title === rule : String(reasonId) === reason
