import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'

/** On a site without communities: says that posts need one, with a link to create it for those who may. */
export function NoCommunitiesYet() {
  const { user, communityCreationOpen } = useInitial()
  const dialogs = useDialogs()
  const mayCreate = user !== null && (user.isAdmin || communityCreationOpen)
  return (
    <EmptyState
      icon="communities"
      title={t('No communities yet')}
      text={
        mayCreate
          ? t('Posts live in communities. Create the first one.')
          : t('Posts live in communities. The admins will create some soon.')
      }
      action={
        user && (
          <NeedsScript>
            <Button
              variant="main"
              onClick={() => dialogs.open(mayCreate ? 'create-community' : 'request-community')}
            >
              {mayCreate ? t('Create community') : t('Request community')}
            </Button>
          </NeedsScript>
        )
      }
    />
  )
}
