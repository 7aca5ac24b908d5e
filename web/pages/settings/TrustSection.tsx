import { useQuery } from '@tanstack/react-query'
import type { Trust } from '../../../contract/entities/trust.ts'
import { t } from '../../../contract/texts/t.ts'
import { ownTrustQuery } from '../../data/trust/trust.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { abilityTexts, missingTexts } from '../../features/trust/trustTexts.ts'
import { Section } from '../../ui/layout/Section.tsx'
import styles from './TrustSection.module.css'

/** The viewer's trust level, what it allows here, and what comes next. */
export function TrustSection() {
  const { data: trust, error, refetch } = useQuery(ownTrustQuery)
  return (
    <Section
      id="trust"
      heading="h3"
      title={t('Trust')}
      hint={t('Your level goes up as you take part. Only you and the admins can see it.')}
    >
      {trust ? (
        <Level trust={trust} />
      ) : (
        <Loading error={error} onRetry={refetch} title={t("Couldn't load your level.")} lines={2} />
      )}
    </Section>
  )
}

function Level({ trust: { level, isSet, next, abilities } }: { trust: Trust }) {
  const later = abilities.filter((one) => one.level > level)
  const missing = next ? missingTexts(next.missing) : []
  return (
    <div className="stack">
      <p className={styles.level}>{t('Level {level, number} of 4', { level })}</p>
      {isSet && <p>{t('An admin chose this level for you.')}</p>}
      {later.length === 0 ? (
        <p>{t('You can do everything that members can do here.')}</p>
      ) : (
        <List
          title={t("What you'll unlock")}
          items={later.map((one) =>
            t('{ability} at level {level, number}', {
              ability: abilityTexts()[one.ability],
              level: one.level,
            }),
          )}
        />
      )}
      {next &&
        (missing.length > 0 ? (
          <List title={t('To reach level {level, number}', { level: next.level })} items={missing} />
        ) : (
          <p>{t("You'll reach level {level, number} within the hour.", { level: next.level })}</p>
        ))}
    </div>
  )
}

function List({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <div>
      <h4 className={styles.title}>{title}</h4>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  )
}
