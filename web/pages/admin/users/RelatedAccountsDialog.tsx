import { RelatedAccounts } from '../../../features/moderation/RelatedAccounts.tsx'
import { Dialog } from '../../../ui/overlays/Dialog.tsx'

/** Accounts that may belong to the same person as this one. */
export default function RelatedAccountsDialog({
  username,
  onClose,
}: {
  username: string
  onClose: () => void
}) {
  return (
    <Dialog title={`Accounts at the address of @${username}`} onClose={onClose}>
      <RelatedAccounts username={username} />
    </Dialog>
  )
}
