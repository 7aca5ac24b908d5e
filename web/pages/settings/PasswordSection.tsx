import { lazy, Suspense } from 'react'
import { Button } from '../../components/Button.tsx'
import { useLayer } from '../../shell/useLayer.ts'
import { Section } from './Section.tsx'

const ChangePasswordDialog = lazy(() => import('./ChangePasswordDialog.tsx'))

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
      {dialog.isOpen && (
        <Suspense>
          <ChangePasswordDialog username={username} onClose={dialog.close} />
        </Suspense>
      )}
    </Section>
  )
}
