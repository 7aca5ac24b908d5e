import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { invitationQuery } from '../../data/access/invitations.ts'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { SignupForm } from '../../features/signup/SignupForm.tsx'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import styles from './InvitePage.module.css'

/** The target of an invitation: the form to join. */
export default function InvitePage({ params }: PageProps) {
  const code = params.code ?? ''
  const site = useContext(SiteContext)
  const { user, joining } = useInitial()
  const { data: invitation } = useQuery(invitationQuery(code))
  return (
    <PageLayout>
      <Head title={t('Invitation')} noindex />
      <Card as="section" padded className={styles.card}>
        <h1 className={styles.title}>
          {user
            ? `You are a member of ${site.name}`
            : invitation
              ? `Join ${site.name}`
              : t('This invitation is over')}
        </h1>
        {user ? (
          <>
            <p className={styles.text}>You are logged in as @{user.username}, so you need no invitation.</p>
            <Button variant="main" wide href="/">
              {t('Go home')}
            </Button>
          </>
        ) : invitation ? (
          <>
            <p className={styles.text}>
              @{invitation.invitedBy} invites you. {site.description}
            </p>
            <noscript>
              <p>
                {t('Joining needs JavaScript. Please switch it on for this site and load the page again.')}
              </p>
            </noscript>
            <NeedsScript>
              {joining === 'closed' && (
                <Banner tone="warning">{t('Nobody can join at the moment. Please come back later.')}</Banner>
              )}
              <SignupForm isDisabled={joining === 'closed'} invitation={code} />
            </NeedsScript>
          </>
        ) : (
          <>
            <p className={styles.text}>
              {t('It is used up, withdrawn or too old. Please ask whoever sent it for another one.')}
            </p>
            <Button variant="main" wide href="/login">
              {joining === 'open' || joining === 'approval' ? t('Join without it') : t('Login')}
            </Button>
          </>
        )}
      </Card>
    </PageLayout>
  )
}
