import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { NothingToUpdate, useOwnPicture } from '../../data/account/ownPicture.ts'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Avatar } from '../../ui/media/Avatar.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { EditPictureDialog } from './EditPictureDialog.tsx'

export default function PictureDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer()
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  const picture = viewer?.proPic ?? null
  return (
    <EditPictureDialog
      title={t('Profile picture')}
      picture={picture}
      preview={
        <Avatar
          name={viewer?.username ?? ''}
          size="huge"
          src={picture && copyNamed(picture, 'medium')}
          alt={picture?.altText ?? ''}
        />
      }
      changes={useOwnPicture()}
      notifyFailure={(failure) =>
        failure instanceof NothingToUpdate
          ? toasts.show(failure.message, { tone: 'danger' })
          : notifyFailure(failure)
      }
      onClose={onClose}
    />
  )
}
