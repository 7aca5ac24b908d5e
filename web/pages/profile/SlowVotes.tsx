import { t } from '../../../contract/texts/t.ts'
import { useEndSlowVotes } from '../../data/admin/bulkActions.ts'
import { useNotifyRefusal } from '../../features/failures/useNotifyRefusal.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AdminDetails.module.css'

/** Since when a member's voting is slowed down, and a button that ends it. Load it lazily. */
export default function SlowVotes({ username, since }: { username: string; since: string }) {
  const endSlowVotes = useEndSlowVotes(username)
  const toasts = useToasts()
  const notifyRefusal = useNotifyRefusal()
  const end = () =>
    endSlowVotes.mutate(undefined, {
      onSuccess: () => toasts.show(t('They can vote normally again.'), { tone: 'success' }),
      onError: notifyRefusal,
    })
  return (
    <span className={styles.slow}>
      <Time at={since} format="date" />
      <Button small icon="undo" busy={endSlowVotes.isPending} onClick={end}>
        {t('Allow normal voting')}
      </Button>
    </span>
  )
}
