import { useId } from 'react'
import type { OwnHeldItem } from '../../../contract/entities/held.ts'
import { errorText } from '../../../contract/errorTexts.ts'
import { t } from '../../../contract/texts/t.ts'
import { useWithdrawHeld } from '../../data/users/held.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { useFocusNeighbour } from '../../ui/useFocusNeighbour.ts'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { HeldPlace } from './HeldPlace.tsx'
import { HeldText } from './HeldText.tsx'
import styles from './OwnHeldItems.module.css'

/** What of the viewer waits for review or was declined, each with a way to take it back. */
export function OwnHeldItems({ items, showsPlace }: { items: readonly OwnHeldItem[]; showsPlace: boolean }) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id} className={styles.item}>
          <OwnItem item={item} showsPlace={showsPlace} />
        </li>
      ))}
    </ul>
  )
}

function OwnItem({ item, showsPlace }: { item: OwnHeldItem; showsPlace: boolean }) {
  const { id, kind, outcome, reason, communityName, post, createdAt } = item
  const head = useId()
  const ref = useFocusNeighbour<HTMLElement>()
  const withdraw = useWithdrawHeld()
  const toasts = useToasts()
  const { navigate } = useNavigator()
  const notifyFailure = useNotifyFailure()
  const isDeclined = outcome !== null
  const take = () =>
    withdraw.mutate(id, {
      onSuccess: () =>
        toasts.show(t('Your text is in your drafts.'), {
          action: { label: t('Show'), onPress: () => navigate('/settings#drafts') },
        }),
      onError: notifyFailure,
    })
  return (
    <article ref={ref} className={styles.card} aria-labelledby={head}>
      <header id={head} className={styles.head}>
        <Tag tone={isDeclined ? 'danger' : 'new'} icon={isDeclined ? 'error' : 'new'}>
          {isDeclined ? t('Not approved') : t('Waiting for review')}
        </Tag>
        {showsPlace ? (
          <HeldPlace kind={kind} communityName={communityName} post={post} />
        ) : (
          kind === 'edit' && t('Your edit')
        )}
        <Time at={createdAt} />
      </header>
      <HeldText item={item} />
      {isDeclined && reason !== null && (
        <p className={styles.reason}>
          {rich('Reason: {reason}', { reason: <bdi>{isolated(errorText(reason) ?? reason)}</bdi> })}
        </p>
      )}
      <div className={styles.actions}>
        <Button small busy={withdraw.isPending} onClick={take}>
          {isDeclined ? t('Move to drafts') : t('Withdraw')}
        </Button>
      </div>
    </article>
  )
}
