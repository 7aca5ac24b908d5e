import { Dialog } from '../../components/Dialog.tsx'
export default function SignupDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Create account" onClose={onClose}>
      {null}
    </Dialog>
  )
}
