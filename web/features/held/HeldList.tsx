import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { type HeldWhere, ownHeldQuery } from '../../data/users/held.ts'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './HeldList.module.css'
import { OwnHeldItems } from './OwnHeldItems.tsx'

/** What of the viewer waits for review on a post or in a community; nothing if nothing does. */
export default function HeldList({ where }: { where: HeldWhere }) {
  const { data = [] } = useQuery(ownHeldQuery(where))
  const waiting = data.filter(({ outcome }) => outcome === null)
  if (waiting.length === 0) return null
  return (
    <Card as="section" className={styles.list} aria-label={t('Waiting for review')}>
      <OwnHeldItems items={waiting} showsPlace={false} />
    </Card>
  )
}
