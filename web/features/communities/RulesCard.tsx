import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import styles from './RulesCard.module.css'

interface RulesCardProps {
  community: Community
  /** Whether the descriptions are shown at once. */
  open?: boolean
}

/** The rules of a community in order, each expandable where it has a description; nothing when there are none. */
export function RulesCard({ community, open }: RulesCardProps) {
  const { navigate } = useNavigator()
  if (!community.rules?.length) return null
  return (
    <Card as="section" padded aria-label={t('Rules')}>
      <h2 className={styles.title}>{t('Rules')}</h2>
      <ol className={styles.rules}>
        {community.rules.map(({ id, ruleHtml, descriptionHtml }) => {
          const rule = <Markdown html={ruleHtml} dir="auto" />
          return (
            <li key={id}>
              {descriptionHtml ? (
                <details open={open}>
                  <summary>{rule}</summary>
                  <Markdown html={descriptionHtml} onNavigate={navigate} />
                </details>
              ) : (
                rule
              )}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
