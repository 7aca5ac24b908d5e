import { useEffect, useState } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { settingsOf } from '../../data/account/settings.ts'
import { InvitationsSection } from '../../features/invitations/InvitationsSection.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { classNames } from '../../ui/classNames.ts'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { SectionGroup } from '../../ui/layout/SectionGroup.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { AccountForm } from './AccountForm.tsx'
import { AppearanceGroup } from './AppearanceGroup.tsx'
import { BotOwnerForm } from './BotOwnerForm.tsx'
import { DataSection } from './DataSection.tsx'
import { DraftsSection } from './DraftsSection.tsx'
import { FeedGroup } from './FeedGroup.tsx'
import { HiddenPostsSection } from './HiddenPostsSection.tsx'
import { MutedSection } from './MutedSection.tsx'
import { NotificationsGroup } from './NotificationsGroup.tsx'
import { SessionsSection } from './SessionsSection.tsx'
import { SettingSwitch } from './SettingSwitch.tsx'
import styles from './Settings.module.css'
import { TrustSection } from './TrustSection.tsx'

/** In the order of the page, for the links beside it. */
const groupsOf = () => [
  { id: 'account', title: t('Account') },
  { id: 'appearance', title: t('Appearance') },
  { id: 'feed', title: t('Feed and posts') },
  { id: 'notifications', title: t('Notifications') },
  { id: 'privacy', title: t('Muted and hidden') },
  { id: 'devices', title: t('Devices and sessions') },
  { id: 'data', title: t('Data') },
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
    <PageLayout
      aside={
        viewer && (
          <NeedsScript>
            <Card padded>
              <Contents className={styles.contents} />
            </Card>
          </NeedsScript>
        )
      }
    >
      <Head title={t('Settings')} noindex />
      <PageHead title={t('Settings')} />
      <noscript>
        <Card padded>
          <p>{t('Settings need JavaScript. Turn it on for this site and reload.')}</p>
        </Card>
      </noscript>
      {viewer ? (
        <NeedsScript>
          <Contents className={classNames(styles.jump, 'fades')} />
          <SectionGroup id="account" title={t('Account')}>
            <AccountForm viewer={viewer} />
            <PasswordSection username={viewer.username} />
            <TrustSection />
            <BotSection viewer={viewer} />
            {(viewer.isAdmin || membersMayInvite) && <InvitationsSection />}
          </SectionGroup>
          <AppearanceGroup viewer={viewer} />
          <FeedGroup viewer={viewer} />
          <NotificationsGroup viewer={viewer} />
          <SectionGroup id="privacy" title={t('Muted and hidden')}>
            <MutedSection type="community" />
            <MutedSection type="user" />
            <HiddenPostsSection />
          </SectionGroup>
          <SectionGroup id="devices" title={t('Devices and sessions')}>
            <SessionsSection />
          </SectionGroup>
          <SectionGroup id="data" title={t('Data')}>
            <DraftsSection />
            <DataSection />
            <DeleteAccountSection username={viewer.username} onDeleted={() => setIsDeleted(true)} />
          </SectionGroup>
        </NeedsScript>
      ) : (
        <LoggedOut />
      )}
    </PageLayout>
  )
}

const BotSection = ({ viewer }: { viewer: User }) => (
  <Section id="bot" heading="h3" title={t('Bot')}>
    <SettingSwitch
      viewer={viewer}
      name="isBot"
      label={t('This account is a bot')}
      disabled={viewer.isBotByAdmin === true}
      hint={
        viewer.isBotByAdmin
          ? t('An admin labeled this account. Only admins can remove the label.')
          : t('“Bot” appears next to its name.')
      }
    />
    {settingsOf(viewer).isBot && viewer.isBotByAdmin !== true && <BotOwnerForm viewer={viewer} />}
  </Section>
)

const Contents = ({ className }: { className: string | undefined }) => (
  <nav aria-label={t('On this page')} className={className}>
    {groupsOf().map(({ id, title }) => (
      <a key={id} href={`#${id}`}>
        {title}
      </a>
    ))}
  </nav>
)

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
      heading="h3"
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

const ChangePasswordDialog = onDemand(() => import('./ChangePasswordDialog.tsx'))

function PasswordSection({ username }: { username: string }) {
  const dialog = useLayer()
  return (
    <Section
      id="password"
      heading="h3"
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
