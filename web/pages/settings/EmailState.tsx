import { useMutation } from '@tanstack/react-query'
import type { User } from '../../../contract/entities/ownUser.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Account.module.css'

/**
 * Whether the viewer's email address is confirmed, and the button that requests a confirmation; nothing on sites that
 * send no mail.
 */
export function EmailState({ viewer, draft }: { viewer: User; draft: string }) {
  const { mail } = useInitial()
  if (!mail || (!viewer.email && draft.trim() === '')) return null
  if (draft.trim() !== (viewer.email ?? ''))
    return <p className={styles.facts}>{t('Once it is saved you can have a mail sent that confirms it.')}</p>
  if (viewer.emailRefusedAt)
    return (
      <div className={styles.state}>
        <p className={styles.facts}>
          A mail to this address came back on <Time at={viewer.emailRefusedAt} format="date" />. Check it for
          typing mistakes, or use another one.
        </p>
        {!viewer.emailConfirmedAt && <Unconfirmed key={viewer.email} />}
      </div>
    )
  if (viewer.emailConfirmedAt)
    return (
      <p className={`${styles.facts} ${styles.mark}`}>
        <Icon name="success" size={16} />
        Confirmed: a forgotten password can be replaced with it.
      </p>
    )
  return <Unconfirmed key={viewer.email} />
}

function Unconfirmed() {
  const api = useApi()
  const notifyFailure = useNotifyFailure()
  const send = useMutation({
    mutationFn: () => api.call('confirmEmail', { body: {} }),
    onError: notifyFailure,
  })
  return (
    <div className={styles.state}>
      <p role="status" className={styles.facts}>
        {send.isSuccess
          ? `A mail is on its way. The link in it works for ${limits.emailConfirmationHours} hours; if it does not come, look among the unwanted mail.`
          : t('Not confirmed. Only with a confirmed address a forgotten password can be replaced.')}
      </p>
      <Button small icon="mail" busy={send.isPending} onClick={() => send.mutate()}>
        {send.isSuccess ? t('Send again') : t('Send a confirmation mail')}
      </Button>
    </div>
  )
}
