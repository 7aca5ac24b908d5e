import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { useCommunityPicture } from '../../data/communities/communityTools.ts'
import { CommunityAvatar } from '../../features/communities/CommunityAvatar.tsx'
import { CommunityBanner } from '../../features/communities/CommunityBanner.tsx'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { EditPictureDialog } from '../../features/pictures/EditPictureDialog.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import styles from './CommunityPictures.module.css'

/** Icon and banner of a community, with dialogs to change them. */
export function CommunityPictures({ community }: { community: Community }) {
  return (
    <div className={styles.pictures}>
      <div className={styles.picture}>
        <Icon community={community} />
        <EditPicture kind="icon" community={community} />
      </div>
      <div className={styles.picture}>
        <Banner community={community} />
        <EditPicture kind="banner" community={community} />
      </div>
    </div>
  )
}

const Icon = ({ community: { name, proPic } }: { community: Community }) => (
  <CommunityAvatar name={name} size="huge" picture={proPic} />
)

const Banner = ({ community: { bannerImage } }: { community: Community }) =>
  bannerImage ? (
    <CommunityBanner image={bannerImage} className={styles.banner} sizes="216px" />
  ) : (
    <span className={styles.noBanner}>{t('No banner')}</span>
  )

function EditPicture({ kind, community }: { kind: 'icon' | 'banner'; community: Community }) {
  const dialog = useLayer()
  const changes = useCommunityPicture(kind, community)
  const notifyFailure = useNotifyActionFailure()
  return (
    <>
      <Button small icon="edit" onClick={dialog.open}>
        {kind === 'icon' ? t('Edit icon') : t('Edit banner')}
      </Button>
      {dialog.isOpen && (
        <EditPictureDialog
          title={kind === 'icon' ? t('Icon') : t('Banner')}
          picture={kind === 'icon' ? community.proPic : community.bannerImage}
          preview={kind === 'icon' ? <Icon community={community} /> : <Banner community={community} />}
          changes={changes}
          notifyFailure={notifyFailure}
          onClose={dialog.close}
        />
      )}
    </>
  )
}
