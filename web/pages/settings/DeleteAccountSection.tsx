import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { onDemand } from '../../ui/onDemand.tsx'

const DeleteAccountDialog = onDemand(() => import('./DeleteAccountDialog.tsx'))

/** @param onDeleted called after the account was deleted. */
export function DeleteAccountSection({ username, onDeleted }: { username: string; onDeleted: () => void }) {
  const dialog = useLayer()
  return (
    <Section
      id="delete-account"
      title="Delete account"
      hint="It cannot be brought back, and nobody can ever take its name again."
      action={
        <Button variant="danger" icon="delete" onClick={dialog.open}>
          Delete account
        </Button>
      }
    >
      {dialog.isOpen && (
        <DeleteAccountDialog username={username} onDeleted={onDeleted} onClose={dialog.close} />
      )}
    </Section>
  )
}
