import { useQuery } from '@tanstack/react-query'
import { useContext } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { invitationQuery } from '../../data/access/invitations.ts'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { SignupForm } from '../../features/signup/SignupForm.tsx'
import type { PageProps } from '../../router/route.ts'
import { CardPage } from '../../shell/layout/CardPage.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import styles from './InvitePage.module.css'

/** The target of an invitation: the form to join. */
export default function InvitePage({ params }: PageProps) {
  const code = params.code ?? ''
  const site = useContext(SiteContext)
  const { user, joining } = useInitial()
  const { data: invitation } = useQuery(invitationQuery(code))
  return (
    <CardPage
      title={t('Invitation')}
      heading={
        user
          ? t("You're already a member of {site}", { site: site.name })
          : invitation
            ? t('Join {site}', { site: site.name })
            : t('This invitation no longer works')
      }
    >
      {user ? (
        <>
          <p className={styles.text}>
            {t("You're logged in as @{name}, so you don't need an invitation.", { name: user.username })}
          </p>
          <Button variant="main" wide href="/">
            {t('Go home')}
          </Button>
        </>
      ) : invitation ? (
        <>
          <p className={styles.text}>
            {t('@{name} invited you.', { name: invitation.invitedBy })}{' '}
            <bdi>{isolated(site.description)}</bdi>
          </p>
          <noscript>
            <p>{t('You need JavaScript to join. Turn it on for this site and reload the page.')}</p>
          </noscript>
          <NeedsScript>
            {joining === 'closed' && (
              <Banner tone="warning">{t('New sign-ups are paused. Please come back later.')}</Banner>
            )}
            <SignupForm isDisabled={joining === 'closed'} invitation={code} />
          </NeedsScript>
        </>
      ) : (
        <>
          <p className={styles.text}>
            {t('It expired, reached its limit or was withdrawn. Ask for a new one.')}
          </p>
          <Button variant="main" wide href="/login">
            {joining === 'open' || joining === 'approval' ? t('Sign up without an invitation') : t('Log in')}
          </Button>
        </>
      )}
    </CardPage>
  )
}
