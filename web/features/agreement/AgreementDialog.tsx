import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { initialQuery, useInitial } from '../../data/account/initial.ts'
import { useApi } from '../../data/api.ts'
import { refusalOf } from '../../data/failure.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { useLogout } from '../login/useLogout.ts'
import styles from './Agreement.module.css'
import { AgreementFields, type Asked, agreementOf, isAgreed, nothingTicked } from './AgreementFields.tsx'

/** Asks members for what they have not agreed to yet. Closing it leaves everything as it is: they keep reading. */
export default function AgreementDialog({ onClose }: { onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const asked = useInitial()
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  const form = useId()
  const [ticked, setTicked] = useState(nothingTicked)
  const [isChecked, setIsChecked] = useState(false)
  const [isBusy, setIsBusy] = useState(false)

  // Members are also asked when a call is refused, and then this page is older than the question.
  const isAsked = asked.termsToAccept !== '' || asked.ageToDeclare > 0
  useEffect(() => {
    if (isAsked) return
    queryClient.fetchQuery({ ...initialQuery, staleTime: 0 }).then(
      (now) => {
        // Answered in another window.
        if (now.termsToAccept === '' && now.ageToDeclare === 0) onClose()
      },
      (error) => {
        onClose()
        notifyFailure(error)
      },
    )
  }, [isAsked, queryClient, onClose, notifyFailure])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    if (!isAgreed(asked, ticked)) return
    setIsBusy(true)
    try {
      await api.call('agree', { body: agreementOf(asked) })
      await queryClient.fetchQuery({ ...initialQuery, staleTime: 0 })
      onClose()
    } catch (error) {
      setIsBusy(false)
      if (refusalOf(error)?.code !== 'terms-not-accepted') return notifyFailure(error)
      // The version that was sent is no longer the one that is shown.
      setTicked({ ...ticked, terms: false })
      setIsChecked(false)
      toasts.show(t('The terms have just changed. Please read them again.'))
      void queryClient.invalidateQueries(initialQuery)
    }
  }
  const logOut = useLogout()

  return (
    <Dialog
      title={t('Before you continue')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Not now')}</Button>
          <Button type="submit" form={form} variant="main" busy={isBusy} disabled={!isAsked}>
            {t('Continue')}
          </Button>
        </>
      }
    >
      <form id={form} className="stack" onSubmit={submit} noValidate>
        <p>{questionOf(asked)}</p>
        <AgreementFields asked={asked} ticked={ticked} onChange={setTicked} isChecked={isChecked} />
        <p className={styles.ways}>
          <Link href="/settings">{t('Download your data or delete your account')}</Link>
          <button type="button" onClick={logOut}>
            {t('Log out')}
          </button>
        </p>
      </form>
    </Dialog>
  )
}

function questionOf({ termsToAccept, ageToDeclare }: Asked): string {
  if (ageToDeclare === 0) return t('Please accept the terms. Until then you can read, but not post or vote.')
  return termsToAccept === ''
    ? t('Please confirm your age. Until then you can read, but not post or vote.')
    : t('Please confirm your age and accept the terms. Until then you can read, but not post or vote.')
}
