import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Avatar } from '../../ui/media/Avatar.tsx'
import { copyNamed } from '../../ui/media/imageCopies.ts'
import { onDemand } from '../../ui/onDemand.tsx'
import styles from './Picture.module.css'

const PictureDialog = onDemand(() => import('./PictureDialog.tsx'))

type WithPicture = Pick<User, 'username' | 'proPic'>

/** A member's large picture with its alt text. */
export function Picture({ user: { username, proPic } }: { user: WithPicture }) {
  const isHidden = useViewer()?.hideUserProfilePictures === true
  const src = proPic && !isHidden ? copyNamed(proPic, 'medium') : null
  return <Avatar name={username} size="huge" src={src} alt={proPic?.altText ?? ''} />
}

/** The viewer's own picture, which opens the dialog to change it. */
export function OwnPicture({ user }: { user: WithPicture }) {
  const dialog = useLayer()
  return (
    <>
      <button
        type="button"
        className={styles.own}
        aria-label={t('Edit profile picture')}
        onClick={dialog.open}
      >
        <Picture user={user} />
        <span className={styles.pencil}>
          <Icon name="edit" size={14} />
        </span>
      </button>
      {dialog.isOpen && <PictureDialog onClose={dialog.close} />}
    </>
  )
}
