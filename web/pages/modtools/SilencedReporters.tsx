import { useQuery } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import { silencedReportersQuery, useSilenceReporter } from '../../data/moderation/reports.ts'
import { AuthorLink } from '../../features/authors/AuthorLink.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './SilencedReporters.module.css'
import { useNotifyToolsFailure } from './useNotifyToolsFailure.ts'

/** The members whose reports moderators of a community do not see; nothing where there are none. */
export function SilencedReporters({ community }: { community: Community }) {
  const { data } = useQuery(silencedReportersQuery(community.id))
  const silence = useSilenceReporter()
  const notifyFailure = useNotifyToolsFailure()
  if (!data || data.items.length === 0) return null
  return (
    <Card as="section" padded aria-labelledby="silenced" className={styles.card}>
      <h2 id="silenced" className={styles.title}>
        Hidden reports
      </h2>
      <p className={styles.hint}>Moderators do not see what these members report here.</p>
      <ul className={styles.list}>
        {data.items.map(({ username, silencedAt, silencedBy }) => (
          <li key={username} className={styles.item}>
            <span className={styles.name}>
              <AuthorLink item={{ username, userDeleted: false }} />
              <span className={styles.hint}>
                {' '}
                <Time at={silencedAt} />
                {silencedBy !== null && ` by ${silencedBy}`}
              </span>
            </span>
            <Button
              small
              aria-label={`Show the reports of ${username}`}
              onClick={() =>
                silence.mutate(
                  { username, communityId: community.id, silenced: false },
                  { onError: notifyFailure },
                )
              }
            >
              Show again
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
