import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { ownUserKey, useViewer } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useShownPage } from '../../router/page.ts'
import { CardPage } from '../../shell/layout/CardPage.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import styles from './MailLinks.module.css'

/**
 * The target of the mailed link that confirms an email address. It confirms on a press only, because some mail
 * programs open links automatically.
 */
export default function ConfirmEmailPage() {
  const token = new URLSearchParams(useShownPage().search).get('token')
  const api = useApi()
  const queryClient = useQueryClient()
  const notifyFailure = useNotifyFailure()
  const confirm = useMutation({
    mutationFn: () => api.call('confirmEmail', { body: { token } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ownUserKey }),
    onError: (error) => {
      if (!isUsedUp(error)) notifyFailure(error)
    },
  })
  return (
    <CardPage title={t('Confirm your email address')} needsScript>
      {confirm.isSuccess ? (
        <div className="stack" role="status">
          <Banner icon="success">{t('Your email address is confirmed.')}</Banner>
          <Button variant="main" wide href="/">
            {t('Go home')}
          </Button>
        </div>
      ) : token === null || token === '' || isUsedUp(confirm.error) ? (
        <UsedUp />
      ) : (
        <NeedsScript>
          <div className="stack">
            <p className={styles.text}>{t('One last step before we can email you.')}</p>
            <Button variant="main" wide busy={confirm.isPending} onClick={() => confirm.mutate()}>
              {t('Confirm')}
            </Button>
          </div>
        </NeedsScript>
      )}
    </CardPage>
  )
}

const isUsedUp = (error: unknown) => refusalOf(error)?.code === 'invalid_token'

function UsedUp() {
  const settings = '/settings#profile'
  const href = useViewer() ? settings : `/login?${new URLSearchParams({ next: settings })}`
  return (
    <div className="stack" role="alert">
      <Banner tone="danger">{t('This link has expired, was already used or is incomplete.')}</Banner>
      <p className={styles.text}>
        {t('Your address may already be confirmed. Check Settings, or get a new link there.')}
      </p>
      <Button variant="main" wide href={href}>
        {t('Go to Settings')}
      </Button>
    </div>
  )
}
