import { ConfirmDialog } from '../../components/ConfirmDialog.tsx'

interface LeaveDialog {
  communityName: string
  onLeave: () => void
  onClose: () => void
}

/** Asks moderators whether they mean to stop being one. */
export default function LeaveDialog({ communityName, onLeave, onClose }: LeaveDialog) {
  return (
    <ConfirmDialog
      title={`Leave ${communityName}?`}
      confirmLabel="Leave"
      danger
      onConfirm={onLeave}
      onClose={onClose}
    >
      <p>You are a moderator of this community. When you leave it, you are no longer one.</p>
    </ConfirmDialog>
  )
}
