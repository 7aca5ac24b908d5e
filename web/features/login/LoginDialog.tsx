import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { LoginForm } from './LoginForm.tsx'

export default function LoginDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Login" onClose={onClose}>
      <LoginForm onLoggedIn={() => location.reload()} />
    </Dialog>
  )
}
