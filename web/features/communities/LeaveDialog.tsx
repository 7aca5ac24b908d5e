import { t } from '../../../contract/texts/t.ts'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'

interface LeaveDialogProps {
  communityName: string
  onLeave: () => void
  onClose: () => void
}

/** Asks moderators for confirmation that they give up the role. */
export default function LeaveDialog({ communityName, onLeave, onClose }: LeaveDialogProps) {
  return (
    <ConfirmDialog
      title={`Leave ${communityName}?`}
      confirmLabel={t('Leave')}
      danger
      onConfirm={onLeave}
      onClose={onClose}
    >
      <p>{t('You are a moderator of this community. When you leave it, you are no longer one.')}</p>
    </ConfirmDialog>
  )
}
