import { useId, useState } from 'react'
import type { SearchFilters as Filters, SearchFilterName } from '../../../contract/searchFilters.ts'
import { t } from '../../../contract/texts/t.ts'
import { type SearchSort, searchSorts } from '../../../contract/words.ts'
import type { SearchParams } from '../../data/site/search.ts'
import { dayBefore, filtersOf, withFilters } from '../../features/search/searchFilters.ts'
import { pathOfSearch } from '../../features/search/searchPath.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { useTextNow } from '../../ui/text/clock.ts'
import { formatDate } from '../../ui/text/formatDate.ts'
import styles from './SearchFilters.module.css'

const typeNamesOf = (): Readonly<Record<string, string>> => ({
  text: t('Text posts'),
  link: t('Links'),
  image: t('Images'),
})
const spansOf = () => [
  { label: t('Past week'), days: 7 },
  { label: t('Past month'), days: 30 },
  { label: t('Past year'), days: 365 },
]

const sortLabels = (): Record<SearchSort, string> => ({
  relevance: t('Best match'),
  new: t('New'),
  top: t('Top'),
})

const day = (value: string) => formatDate(new Date(value))

const chipTexts: Readonly<Record<SearchFilterName, (value: string) => string>> = {
  author: (value) => t('by @{username}', { username: value }),
  community: (value) => t('in {place}', { place: value }),
  type: (value) => typeNamesOf()[value] ?? value,
  after: (value) => t('since {day}', { day: day(value) }),
  before: (value) => t('before {day}', { day: day(value) }),
}

/**
 * The order of results, and the filters of the query as links that remove them and links that add others. All are URLs, so
 * they work without JavaScript. On phones, the filters are behind a button that says how many there are.
 */
export function SearchFilters({ searchParams }: { searchParams: SearchParams }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const today = useTextNow((now) => now.toISOString().slice(0, 10))
  const { q } = searchParams
  const filters = filtersOf(q)
  const has = (name: SearchFilterName) => filters.some((filter) => filter.name === name)
  const hrefWith = (changes: Partial<Filters>) =>
    pathOfSearch({ ...searchParams, q: withFilters(q, changes) })
  const additions = [
    ...(has('type')
      ? []
      : Object.entries(typeNamesOf()).map(([type, label]) => ({ label, href: hrefWith({ type }) }))),
    ...(has('after') || has('before')
      ? []
      : spansOf().map(({ label, days }) => ({
          label,
          href: hrefWith({ after: dayBefore(new Date(today), days) }),
        }))),
  ]
  return (
    <div className={styles.controls}>
      <span className={styles.toggle}>
        <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          {filters.length === 0 ? t('Filters') : t('Filters ({count, number})', { count: filters.length })}
          <Icon name="chevron-down" size={15} />
        </Button>
      </span>
      <SegmentedLinks
        label={t('Sort by')}
        items={searchSorts.map((sort) => ({
          label: sortLabels()[sort],
          href: pathOfSearch({ ...searchParams, sort }),
          current: sort === searchParams.sort,
        }))}
      />
      <nav id={id} aria-label={t('Filters')} className={classNames(styles.filters, isOpen && styles.open)}>
        {filters.map(({ name, value }) => (
          <Link
            key={name}
            href={hrefWith({ [name]: null })}
            className={styles.chip}
            aria-label={t('Remove filter: {filter}', { filter: chipTexts[name](value) })}
          >
            {chipTexts[name](value)}
            <Icon name="close" size={14} />
          </Link>
        ))}
        {additions.map(({ label, href }) => (
          <Link key={label} href={href} className={styles.add}>
            {label}
          </Link>
        ))}
      </nav>
    </div>
  )
}
