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
      title={t('Leave {name}?', { name: communityName })}
      confirmLabel={t('Leave')}
      danger
      onConfirm={onLeave}
      onClose={onClose}
    >
      <p>{t("You moderate this community. If you leave, you'll stop being a moderator.")}</p>
    </ConfirmDialog>
  )
}
