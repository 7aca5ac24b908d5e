import { useQuery } from '@tanstack/react-query'
import { ownHeldQuery } from '../../data/users/held.ts'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './HeldList.module.css'
import { OwnHeldItems } from './OwnHeldItems.tsx'

interface HeldListProps {
  where: { postId: string } | { communityId: string }
  label: string
}

/** What of the viewer waits for review on a post or in a community; nothing if nothing does. */
export default function HeldList({ where, label }: HeldListProps) {
  const { data = [] } = useQuery(ownHeldQuery(where))
  const waiting = data.filter(({ outcome }) => outcome === null)
  if (waiting.length === 0) return null
  return (
    <Card as="section" className={styles.list} aria-label={label}>
      <OwnHeldItems items={waiting} showsPlace={false} />
    </Card>
  )
}
