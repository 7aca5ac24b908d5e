import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { silencedReportersQuery, useSilenceReporter } from '../../data/moderation/reports.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import styles from './SilencedReporters.module.css'

interface SilencedReportersProps {
  /** null: on the whole site. */
  communityId: string | null
  /** Shown where there are none. */
  empty?: ReactNode
  onFailure: (error: unknown) => void
}

/** The members whose reports moderators do not see, in a community or on the whole site. */
export function SilencedReporters({ communityId, empty, onFailure }: SilencedReportersProps) {
  const { data } = useQuery(silencedReportersQuery(communityId))
  const silence = useSilenceReporter()
  if (!data) return null
  if (data.items.length === 0) return empty
  return (
    <Card as="section" padded aria-labelledby="silenced" className={styles.card}>
      <h2 id="silenced" className={styles.title}>
        {t('Hidden reports')}
      </h2>
      <p className={styles.hint}>{t("Moderators don't see reports by these members.")}</p>
      <ul className={styles.list}>
        {data.items.map(({ username, silencedAt, silencedBy }) => (
          <li key={username} className={styles.item}>
            <span className={styles.name}>
              <AuthorLink item={{ username, userDeleted: false }} />
              <span className={styles.hint}>
                {' '}
                {silencedBy === null
                  ? rich('Hidden {time}', { time: <Time at={silencedAt} /> })
                  : rich('Hidden {time} by @{name}', { time: <Time at={silencedAt} />, name: silencedBy })}
              </span>
            </span>
            <Button
              small
              aria-label={t('Show reports by @{name}', { name: username })}
              onClick={() =>
                silence.mutate({ username, communityId, silenced: false }, { onError: onFailure })
              }
            >
              {t('Show again')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
