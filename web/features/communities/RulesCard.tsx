import type { Community } from '../../../contract/entities/community.ts'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './RulesCard.module.css'

interface RulesCardProps {
  community: Community
  /** Without descriptions: only the rules themselves, as a reminder. */
  withDescriptions?: boolean
}

/** The rules of a community in order; nothing when it has none. */
export function RulesCard({ community, withDescriptions = false }: RulesCardProps) {
  if (!community.rules?.length) return null
  return (
    <Card as="section" padded aria-label="Rules">
      <h2 className={styles.title}>Rules</h2>
      <ol className={styles.rules}>
        {community.rules.map(({ id, rule, description }) => (
          <li key={id}>
            <span className={withDescriptions ? styles.rule : undefined} dir="auto">
              {rule}
            </span>
            {withDescriptions && description && (
              <p className={styles.description} dir="auto">
                {description}
              </p>
            )}
          </li>
        ))}
      </ol>
    </Card>
  )
}
