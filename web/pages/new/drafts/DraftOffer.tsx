import { t } from '../../../../contract/texts/t.ts'
import type { PostDraft } from '../../../device/postDrafts.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { isolated } from '../../../ui/text/isolated.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import styles from './DraftOffer.module.css'

interface DraftOfferProps {
  draft: PostDraft
  isRestoring: boolean
  onRestore: () => void
  onDiscard: () => void
}

/** Offers the draft of an earlier visit. */
export function DraftOffer({ draft, isRestoring, onRestore, onDiscard }: DraftOfferProps) {
  const { title, body, url, images, community, savedAt } = draft
  const count = t('{count, plural, one {# image} other {# images}}', { count: images.length })
  return (
    <section className={styles.offer} aria-label={t('Unfinished draft')}>
      <Banner
        icon="edit"
        action={
          <span className={styles.buttons}>
            <Button small variant="main" busy={isRestoring} onClick={onRestore}>
              {t('Restore')}
            </Button>
            <Button small onClick={onDiscard}>
              {t('Discard')}
            </Button>
          </span>
        }
      >
        <p className={styles.title}>{t('Unfinished draft')}</p>
        <p className={styles.what}>
          <bdi>{isolated(title || body || url || count)}</bdi>
        </p>
        <p className={styles.where}>
          {community && `${community} · `}
          <Time at={new Date(savedAt).toISOString()} />
        </p>
      </Banner>
    </section>
  )
}
