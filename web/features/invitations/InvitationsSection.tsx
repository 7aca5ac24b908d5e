import { t } from '../../../contract/texts/t.ts'
import { invitationsQuery } from '../../data/access/invitations.ts'
import { Section } from '../../ui/layout/Section.tsx'
import { InvitationList } from './InvitationList.tsx'
import { NewInvitation } from './NewInvitation.tsx'

/** A member's own invitations. */
export function InvitationsSection() {
  return (
    <Section
      id="invitations"
      title={t('Invitations')}
      heading="h3"
      hint={t('Invite people with a link. You and the admins can see who joined.')}
      action={<NewInvitation />}
    >
      <InvitationList query={invitationsQuery({ of: 'me', from: null })} />
    </Section>
  )
}
