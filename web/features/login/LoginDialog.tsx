import { t } from '../../../contract/texts/t.ts'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { LoginForm } from './LoginForm.tsx'

export default function LoginDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Login')} onClose={onClose}>
      <LoginForm onLoggedIn={() => location.reload()} />
    </Dialog>
  )
}
