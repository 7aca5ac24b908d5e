import { Avatar } from '../../components/Avatar.tsx'
import { copyNamed } from '../../components/imageCopies.ts'
import { useViewer } from '../../data/initial.ts'
import { NothingToUpdate, useOwnPicture } from '../../data/ownPicture.ts'
import { EditPictureDialog } from '../../shell/pictures/EditPictureDialog.tsx'
import { useToasts } from '../../shell/toasts.tsx'
import { useNotifyFailure } from '../../shell/useNotifyFailure.ts'

/** The viewer's own picture. */
export default function PictureDialog({ onClose }: { onClose: () => void }) {
  const viewer = useViewer()
  const notifyFailure = useNotifyFailure()
  const toasts = useToasts()
  const picture = viewer?.proPic ?? null
  return (
    <EditPictureDialog
      title="Profile picture"
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
