import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { onDemand } from '../../ui/onDemand.tsx'

const ChangePasswordDialog = onDemand(() => import('./ChangePasswordDialog.tsx'))

export function PasswordSection({ username }: { username: string }) {
  const dialog = useLayer()
  return (
    <Section
      id="password"
      title="Password"
      hint="Changing it logs you out everywhere else."
      action={
        <Button icon="lock" onClick={dialog.open}>
          Change password
        </Button>
      }
    >
      {dialog.isOpen && <ChangePasswordDialog username={username} onClose={dialog.close} />}
    </Section>
  )
}
