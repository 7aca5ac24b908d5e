import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { SignupForm } from './SignupForm.tsx'

export default function SignupDialog({ onClose }: { onClose: () => void }) {
  const { awaitsFirstAdmin, signupsDisabled, joining } = useInitial()
  const needsInvitation = joining === 'invitation' && !awaitsFirstAdmin
  return (
    <Dialog
      title={joining === 'approval' ? t('Apply for an account') : t('Create account')}
      onClose={onClose}
    >
      {signupsDisabled ? (
        <Banner tone="warning">
          {t('We have temporarily disabled creating new accounts. Please check back again later.')}
        </Banner>
      ) : needsInvitation ? (
        <Banner>{t('You need an invitation to join. Open the link you were sent.')}</Banner>
      ) : (
        awaitsFirstAdmin && <Banner>{t('The first account becomes the site admin.')}</Banner>
      )}
      {!needsInvitation && <SignupForm isDisabled={signupsDisabled} />}
    </Dialog>
  )
}
