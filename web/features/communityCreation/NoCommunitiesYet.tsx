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
      title="No communities yet"
      text={
        mayCreate
          ? 'Every post is written in a community. Make the first one.'
          : 'Every post is written in a community. The admins will create some soon.'
      }
      action={
        user && (
          <NeedsScript>
            <Button
              variant="main"
              onClick={() => dialogs.open(mayCreate ? 'create-community' : 'request-community')}
            >
              {mayCreate ? 'Create community' : 'Request community'}
            </Button>
          </NeedsScript>
        )
      }
    />
  )
}
