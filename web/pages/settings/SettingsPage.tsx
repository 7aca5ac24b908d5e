import { useEffect, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { InvitationsSection } from '../../features/invitations/InvitationsSection.tsx'
import { DevicePush } from '../../features/notifications/DevicePush.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { AccountForm } from './AccountForm.tsx'
import { DataSection } from './DataSection.tsx'
import { DeviceSection } from './DeviceSection.tsx'
import { DraftsSection } from './DraftsSection.tsx'
import { LanguageSection } from './LanguageSection.tsx'
import { MutedSection } from './MutedSection.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import styles from './Settings.module.css'

/** The sections in the order of the page, for the links beside it. */
const contentsOf = () => [
  { id: 'profile', title: t('Profile') },
  { id: 'preferences', title: t('Preferences') },
  { id: 'language', title: t('Language') },
  { id: 'device', title: t('This device') },
  { id: 'notifications', title: t('Notifications') },
  { id: 'drafts', title: t('Drafts') },
  { id: 'muted-communities', title: t('Muted communities') },
  { id: 'muted-users', title: t('Muted users') },
  { id: 'password', title: t('Password') },
  { id: 'sessions', title: t("Where you're logged in") },
  { id: 'invitations', title: t('Invitations') },
  { id: 'data', title: t('Your data') },
  { id: 'delete-account', title: t('Delete account') },
]

export default function SettingsPage() {
  const { user: viewer, membersMayInvite } = useInitial()
  const [isDeleted, setIsDeleted] = useState(false)
  if (isDeleted)
    return (
      <PageLayout>
        <Head title={t('Settings')} noindex />
        <AccountDeleted />
      </PageLayout>
    )
  return (
    <PageLayout aside={viewer && <Contents />}>
      <Head title={t('Settings')} noindex />
      <h1 className={styles.heading}>{t('Settings')}</h1>
      <noscript>
        <Card padded>
          <p>{t('Settings need JavaScript. Turn it on for this site and reload.')}</p>
        </Card>
      </noscript>
      {viewer ? (
        <NeedsScript>
          <AccountForm viewer={viewer} />
          <LanguageSection viewer={viewer} />
          <DeviceSection />
          <NotificationsSection />
          <DraftsSection />
          <MutedSection type="community" />
          <MutedSection type="user" />
          <PasswordSection username={viewer.username} />
          <SessionsSection />
          {(viewer.isAdmin || membersMayInvite) && <InvitationsSection />}
          <DataSection />
          <DeleteAccountSection username={viewer.username} onDeleted={() => setIsDeleted(true)} />
        </NeedsScript>
      ) : (
        <LoggedOut />
      )}
    </PageLayout>
  )
}

function Contents() {
  const { user, membersMayInvite } = useInitial()
  const mayInvite = user?.isAdmin || membersMayInvite
  const shown = contentsOf().filter(({ id }) => id !== 'invitations' || mayInvite)
  return (
    <NeedsScript>
      <Card padded>
        <nav aria-label={t('On this page')} className={styles.contents}>
          {shown.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
        </nav>
      </Card>
    </NeedsScript>
  )
}

/** The session ended elsewhere while the page was open. */
const LoggedOut = () => (
  <EmptyState
    icon="login"
    title={t("You're logged out")}
    text={t('Log in to see your settings.')}
    action={<Button href="/login?next=/settings">{t('Login')}</Button>}
  />
)

const readingMs = 3000

/** Shown after the account was deleted, long enough to be read. */
function AccountDeleted() {
  useEffect(() => {
    // A full page load, because everything in memory belongs to the deleted account.
    const leaving = setTimeout(() => location.assign('/'), readingMs)
    return () => clearTimeout(leaving)
  }, [])
  return (
    <div role="alert">
      <EmptyState
        icon="success"
        title={t('Your account is successfully deleted!')}
        action={
          <Button href="/" target="_self">
            {t('Go home')}
          </Button>
        }
      />
    </div>
  )
}

const DeleteAccountDialog = onDemand(() => import('./DeleteAccountDialog.tsx'))

/** @param onDeleted called after the account was deleted. */
function DeleteAccountSection({ username, onDeleted }: { username: string; onDeleted: () => void }) {
  const dialog = useLayer()
  return (
    <Section
      id="delete-account"
      title={t('Delete account')}
      hint={t("This is permanent. Your username can't be used again.")}
      action={
        <Button variant="danger" icon="delete" onClick={dialog.open}>
          {t('Delete account')}
        </Button>
      }
    >
      {dialog.isOpen && (
        <DeleteAccountDialog username={username} onDeleted={onDeleted} onClose={dialog.close} />
      )}
    </Section>
  )
}

/** Push messages on this device; they arrive even while the site is closed. */
function NotificationsSection() {
  const { vapidPublicKey } = useInitial()
  return (
    <Section
      id="notifications"
      title={t('Notifications')}
      hint={t('Get push notifications on this device, even when the site is closed.')}
    >
      {vapidPublicKey === '' ? <p>{t("This site doesn't send push notifications.")}</p> : <DevicePush />}
    </Section>
  )
}

const ChangePasswordDialog = onDemand(() => import('./ChangePasswordDialog.tsx'))

function PasswordSection({ username }: { username: string }) {
  const dialog = useLayer()
  return (
    <Section
      id="password"
      title={t('Password')}
      hint={t('Changing your password logs you out everywhere else.')}
      action={
        <Button icon="lock" onClick={dialog.open}>
          {t('Change password')}
        </Button>
      }
    >
      {dialog.isOpen && <ChangePasswordDialog username={username} onClose={dialog.close} />}
    </Section>
  )
}
