import { useMutation } from '@tanstack/react-query'
import type { User } from '../../../contract/entities/ownUser.ts'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { rich } from '../../ui/text/rich.ts'
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
    return <p className={styles.facts}>{t('Save it, then confirm it by email.')}</p>
  if (viewer.emailRefusedAt)
    return (
      <div className={styles.state}>
        <p className={styles.facts}>
          {rich('An email to this address bounced on {day}. Check it for typos, or use another one.', {
            day: <Time at={viewer.emailRefusedAt} format="date" />,
          })}
        </p>
        {!viewer.emailConfirmedAt && <Unconfirmed key={viewer.email} />}
      </div>
    )
  if (viewer.emailConfirmedAt)
    return (
      <p className={`${styles.facts} ${styles.mark}`}>
        <Icon name="success" size={16} />
        {t('Confirmed. You can reset your password with it.')}
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
          ? t(
              "Email sent. The link works for {hours, plural, one {# hour} other {# hours}}. If it doesn't arrive, check your spam folder.",
              { hours: limits.emailConfirmationHours },
            )
          : t("Not confirmed yet. You can't reset your password without it.")}
      </p>
      <Button small icon="mail" busy={send.isPending} onClick={() => send.mutate()}>
        {send.isSuccess ? t('Send again') : t('Send confirmation email')}
      </Button>
    </div>
  )
}
