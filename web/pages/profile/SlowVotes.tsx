import { t } from '../../../contract/texts/t.ts'
import { useChangeMembers } from '../../data/admin/members.ts'
import { useNotifyRefusal } from '../../features/failures/useNotifyRefusal.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AdminDetails.module.css'

/** Since when a member's voting is slowed down, and a button that ends it. Load it lazily. */
export default function SlowVotes({ username, since }: { username: string; since: string }) {
  const change = useChangeMembers()
  const toasts = useToasts()
  const notifyRefusal = useNotifyRefusal()
  const end = () =>
    change.mutate(
      { action: 'end_slow_votes', usernames: [username] },
      {
        onSuccess: ([result]) =>
          toasts.show(result?.changed ? t('They can vote normally again.') : t('Already done.'), {
            tone: 'success',
          }),
        onError: notifyRefusal,
      },
    )
  return (
    <span className={styles.slow}>
      <Time at={since} format="date" />
      <Button small icon="undo" busy={change.isPending} onClick={end}>
        {t('Allow normal voting')}
      </Button>
    </span>
  )
}
