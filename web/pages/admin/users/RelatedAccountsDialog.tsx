import { t } from '../../../../contract/texts/t.ts'
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
    <Dialog title={t('Accounts sharing an IP address with @{name}', { name: username })} onClose={onClose}>
      <RelatedAccounts username={username} />
    </Dialog>
  )
}
