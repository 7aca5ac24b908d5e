import { t } from '../../../../contract/texts/t.ts'
import { invitationsQuery } from '../../../data/access/invitations.ts'
import { InvitationList } from '../../../features/invitations/InvitationList.tsx'
import { NewInvitation } from '../../../features/invitations/NewInvitation.tsx'
import { useShownPage } from '../../../router/page.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseTable } from '../tableParams.ts'

/** Every invitation of the site. */
export function AllInvitations() {
  const { from } = parseTable(new URLSearchParams(useShownPage().search))
  return (
    <>
      <ScreenHead
        title={t('Invitations')}
        hint={t('Links that let people join.')}
        action={<NewInvitation />}
      />
      <Card padded>
        <InvitationList query={invitationsQuery({ of: 'all', from })} namesMaker />
      </Card>
    </>
  )
}
