import { t } from '../../../contract/texts/t.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'

/** Shown when a guest tries something that needs an account. */
export default function LoginPrompt({ onClose }: { onClose: () => void }) {
  const dialogs = useDialogs()
  const go = (name: 'login' | 'signup') => {
    dialogs.open(name)
    // It may be over the dialog that was open.
    onClose()
  }
  return (
    <Dialog
      title={t('Login to continue')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => go('signup')}>{t('Signup')}</Button>
          <Button variant="main" onClick={() => go('login')}>
            {t('Login')}
          </Button>
        </>
      }
    >
      <p>{t('You need to be logged in to do that.')}</p>
    </Dialog>
  )
}
