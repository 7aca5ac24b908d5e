import { useInitial } from '../../data/account/initial.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { SignupForm } from './SignupForm.tsx'

export default function SignupDialog({ onClose }: { onClose: () => void }) {
  const { awaitsFirstAdmin, signupsDisabled } = useInitial()
  return (
    <Dialog title="Create account" onClose={onClose}>
      {signupsDisabled ? (
        <Banner tone="warning">
          We have temporarily disabled creating new accounts. Please check back again later.
        </Banner>
      ) : (
        awaitsFirstAdmin && (
          <Banner>Nobody has signed up yet: this account becomes the admin of the site.</Banner>
        )
      )}
      <SignupForm isDisabled={signupsDisabled} />
    </Dialog>
  )
}
