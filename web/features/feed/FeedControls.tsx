import type { ReactNode } from 'react'
import { type FeedSort, feedSorts } from '../../../contract/sorts.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { sortOf } from '../../data/posts/feed.ts'
import { setPreference, useFeedLayout } from '../../device/preferences.ts'
import { useShownPage } from '../../router/page.ts'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import type { IconName } from '../../ui/icons/names.ts'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import styles from './FeedControls.module.css'

const namesOf = (): Record<FeedSort, { label: string; whole?: string; icon: IconName }> => ({
  hot: { label: t('Hot'), icon: 'hot' },
  activity: { label: t('Activity'), icon: 'activity' },
  latest: { label: t('New'), icon: 'new' },
  day: { label: t('Day'), whole: t('Top today'), icon: 'top' },
  week: { label: t('Week'), whole: t('Top this week'), icon: 'top' },
  month: { label: t('Month'), whole: t('Top this month'), icon: 'top' },
  year: { label: t('Year'), whole: t('Top this year'), icon: 'top' },
  all: { label: t('All'), whole: t('Top of all time'), icon: 'top' },
})

/** The orders by points, of different times, are after these. */
const firstOfTop = feedSorts.indexOf('day')

/** Links to the orders of the feed, and the switch of its layout. Without a title where the page already has a heading. */
export function FeedControls({ title, action }: { title?: string; action?: ReactNode }) {
  const { path } = useShownPage()
  const current = sortOf(new URLSearchParams(useShownPage().search), useInitial())
  const names = namesOf()
  const items = feedSorts.map((sort) => ({
    ...names[sort],
    href: `${path}?sort=${sort}`,
    current: sort === current,
  }))
  return (
    <div className={styles.controls}>
      {title !== undefined && <h1 className={styles.title}>{title}</h1>}
      {action}
      <SegmentedLinks
        label={t('Sort by')}
        items={items.slice(0, firstOfTop)}
        group={{ label: t('Top'), items: items.slice(firstOfTop) }}
      />
      <LayoutSwitch />
    </div>
  )
}

/** Switches between cards and compact rows. */
export function LayoutSwitch() {
  const layout = useFeedLayout()
  const other = layout === 'card' ? 'compact' : 'card'
  return (
    <span className={styles.layout}>
      <IconButton
        icon={other === 'compact' ? 'compact' : 'layout'}
        label={other === 'compact' ? t('Compact view') : t('Card view')}
        onClick={() => setPreference('feed_layout', other)}
      />
    </span>
  )
}
