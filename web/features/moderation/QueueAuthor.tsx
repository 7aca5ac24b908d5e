import type { QueueAuthor as Author } from '../../../contract/entities/queue.ts'
import { t } from '../../../contract/texts/t.ts'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './QueueAuthor.module.css'

/** What moderators need to know of the author of an item, in a line; what deserves attention, where there is any, in red. */
export function QueueAuthor({ author }: { author: Author }) {
  const { createdAt, points, noPosts, noComments, noRemovals, noBans, isBanned, noOtherReports } = author
  return (
    <ul className={styles.facts} aria-label={t('About the author')}>
      <li>{rich('Joined {time}', { time: <Time at={createdAt} /> })}</li>
      <li
        title={t(
          '{posts, plural, one {# post} other {# posts}}, {comments, plural, one {# comment} other {# comments}}',
          {
            posts: noPosts,
            comments: noComments,
          },
        )}
      >
        {t('{points, plural, one {# point} other {# points}}', { points })}
      </li>
      {noRemovals > 0 && (
        <li className={styles.notable}>{t('{count, number} removed', { count: noRemovals })}</li>
      )}
      {(noBans > 0 || isBanned) && <li className={styles.notable}>{bansText(author)}</li>}
      {noOtherReports > 0 && (
        <li className={styles.notable}>
          {t('{count, plural, one {# other report} other {# other reports}}', { count: noOtherReports })}
        </li>
      )}
    </ul>
  )
}

function bansText({ isBanned, noBans }: Author): string {
  if (!isBanned) return t('{bans, plural, one {# ban} other {# bans}}', { bans: noBans })
  if (noBans <= 1) return t('Banned')
  return t('Banned ({bans, plural, one {# ban} other {# bans}})', { bans: noBans })
}
