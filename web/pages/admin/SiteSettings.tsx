import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { SettingName } from '../../../contract/siteSettings.ts'
import { t } from '../../../contract/texts/t.ts'
import { settingsQuery } from '../../data/admin/settings.ts'
import { siteSettingsQuery, useUpdateSiteSettings } from '../../data/admin/siteSettings.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { useNotifyRefusal } from '../../features/failures/useNotifyRefusal.ts'
import { usePasswordPrompt } from '../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { rich } from '../../ui/text/rich.ts'
import { LogoSection } from './LogoSection.tsx'
import { Status } from './Status.tsx'
import { SettingsForm, type SettingsSection } from './settings/SettingsForm.tsx'

const sections = (): readonly SettingsSection[] => [
  { id: 'site', title: t('About the site'), rows: ['siteName', 'siteDescription', 'languages'] },
  {
    id: 'links',
    title: t('Contact and links'),
    hint: t('Shown in the footer and sidebar.'),
    rows: ['contactEmail', 'footerPages'],
  },
  {
    id: 'announcement',
    title: t('Announcement'),
    hint: t('If you edit it, everyone sees it again.'),
    rows: ['announcement', 'announcementKind', 'announcementEnd'],
  },
  { id: 'look', title: t('Appearance'), rows: ['accentColor'] },
  { id: 'welcome', title: t('Welcome'), rows: ['welcomeText', 'groupKind', 'welcomeCommunity'] },
  { id: 'advanced', title: t('Advanced'), rows: ['sourceUrl', 'docsUrl', 'aboutCommunities'] },
]

/** They are part of every page. */
const seenAfterReload: readonly SettingName[] = [
  'siteName',
  'siteDescription',
  'contactEmail',
  'sourceUrl',
  'docsUrl',
  'accentColor',
  'announcement',
  'announcementKind',
  'announcementEnd',
  'footerPages',
]

/** Name and presentation of the site. Nothing changes before it is saved. */
export function SiteSettings() {
  const { data: saved } = useSuspenseQuery(siteSettingsQuery)
  const { data: access } = useSuspenseQuery(settingsQuery('access'))
  const joining = access.find(({ name }) => name === 'joining')
  const [signupsDisabled, setSignupsDisabled] = useState(saved.signupsDisabled)
  const question = useLayer()
  const toasts = useToasts()
  const notifyRefusal = useNotifyRefusal()
  const { prompt, askIfNeeded } = usePasswordPrompt()
  const send = () => update.mutate({ signupsDisabled })
  const update = useUpdateSiteSettings({
    success: () => toasts.show(t('Settings saved.'), { tone: 'success' }),
    failure: askIfNeeded(() => send(), notifyRefusal),
  })
  const isChanged = signupsDisabled !== saved.signupsDisabled
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged) send()
  }
  return (
    <>
      <Status />
      <NeedsScript>
        <LogoSection />
      </NeedsScript>
      <SettingsForm group="site" sections={sections()} seenAfterReload={seenAfterReload} />
      <NeedsScript>
        <Section
          id="site-settings"
          title={t('Sign-ups')}
          hint={rich('More options are under <access>Access</access>.', {
            access: (inside) => <Link href="/admin/access">{inside}</Link>,
          })}
        >
          <form className="stack" onSubmit={save}>
            <Switch
              label={t('Allow sign-ups')}
              hint={
                joining?.lockedBy
                  ? t('Set by the environment variable {name}.', { name: joining.lockedBy })
                  : t("When off, no new accounts can be created. Existing members aren't affected.")
              }
              disabled={Boolean(joining?.lockedBy)}
              checked={!signupsDisabled}
              onChange={question.open}
            />
            <div>
              <Button type="submit" variant="main" disabled={!isChanged} busy={update.isPending}>
                {t('Save')}
              </Button>
            </div>
          </form>
        </Section>
        <Communities />
      </NeedsScript>
      {question.isOpen && (
        <ConfirmDialog
          title={signupsDisabled ? t('Turn on sign-ups?') : t('Turn off sign-ups?')}
          confirmLabel={signupsDisabled ? t('Turn on sign-ups') : t('Turn off sign-ups')}
          onConfirm={() => {
            setSignupsDisabled(!signupsDisabled)
            question.close()
          }}
          onClose={question.close}
        >
          <p>{t('This takes effect when you save.')}</p>
        </ConfirmDialog>
      )}
      {prompt}
    </>
  )
}

function Communities() {
  const dialogs = useDialogs()
  return (
    <Section
      id="site-communities"
      title={t('Communities')}
      hint={t("You'll be the first moderator of communities you create.")}
    >
      <div>
        <Button icon="add" onClick={() => dialogs.open('create-community')}>
          {t('Create community')}
        </Button>
      </div>
    </Section>
  )
}
