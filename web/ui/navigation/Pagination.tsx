import { t } from '../../../contract/texts/t.ts'
import { Link } from './Link.tsx'
import styles from './Pagination.module.css'
import { pageNumbers } from './pageNumbers.ts'

interface PaginationProps {
  /** From 1. */
  page: number
  pageCount: number
  hrefFor: (page: number) => string
}

/** Links to the pages of a list; nothing when there is only one. */
export function Pagination({ page, pageCount, hrefFor }: PaginationProps) {
  if (pageCount <= 1) return null
  return (
    <nav aria-label={t('Pages')} className={styles.pages}>
      {page > 1 && (
        <Link href={hrefFor(Math.min(page - 1, pageCount))} rel="prev" className={styles.page}>
          {t('Previous')}
        </Link>
      )}
      {pageNumbers(page, pageCount).map((number, position, all) =>
        number === 'gap' ? (
          <span key={`gap after ${all[position - 1]}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            href={hrefFor(number)}
            className={styles.page}
            aria-label={t('Page {number, number}', { number })}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {page < pageCount && (
        <Link href={hrefFor(page + 1)} rel="next" className={styles.page}>
          {t('Next')}
        </Link>
      )}
    </nav>
  )
}
