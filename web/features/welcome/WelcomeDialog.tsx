import { type ReactNode, useContext, useState } from 'react'
import { sameSitePath } from '../../../contract/sameSitePath.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { type Settings, settingsOf, useSaveSettings } from '../../data/account/settings.ts'
import { SiteContext } from '../../data/account/site.ts'
import { useChangeMemberships } from '../../data/communities/memberships.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { StepFoot, StepHead } from '../../ui/layout/StepHead.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import { useNotifyFailure } from '../failures/useNotifyFailure.ts'
import { type Choices, changesOf, isChosen } from './chosen.ts'
import { NotificationChoices } from './NotificationChoices.tsx'
import { PickCommunities } from './PickCommunities.tsx'
import styles from './Welcome.module.css'

interface WelcomeDialogProps {
  onClose: () => void
}

/** The first choices of new members: communities, then notifications. Both can be skipped. */
export default function WelcomeDialog({ onClose }: WelcomeDialogProps) {
  const site = useContext(SiteContext)
  const { user, hasCommunities } = useInitial()
  const { path, search } = useShownPage()
  const { navigate } = useNavigator()
  const [step, setStep] = useState<'communities' | 'notifications'>(
    hasCommunities ? 'communities' : 'notifications',
  )
  const next = path === '/login' ? sameSitePath(new URLSearchParams(search).get('next')) : '/'
  const close = () => {
    onClose()
    // The page for logging in or joining is useless for members.
    if (path === '/login' || path.startsWith('/invite/')) navigate(next)
  }
  const finish = () => navigate(next)
  if (!user) return null
  return (
    <Dialog title={t('Welcome to {site}', { site: site.name })} onClose={close}>
      {step === 'communities' ? (
        <CommunitiesStep onDone={() => setStep('notifications')} />
      ) : (
        <NotificationsStep steps={hasCommunities ? t('Step 2 of 2') : ''} onDone={finish} />
      )}
    </Dialog>
  )
}

interface StepProps {
  title: string
  steps: string
  hint: string
  children: ReactNode
  actions: ReactNode
}

function Step({ title, steps, hint, children, actions }: StepProps) {
  return (
    <div className="stack">
      <StepHead level="h3" title={title} steps={steps} hint={hint} />
      {children}
      <StepFoot>{actions}</StepFoot>
    </div>
  )
}

function CommunitiesStep({ onDone }: { onDone: () => void }) {
  const { communities } = useInitial()
  const [own] = useState(communities)
  const [joined] = useState(() => new Set(own.map(({ id }) => id)))
  const [choices, setChoices] = useState<Choices>(new Map())
  const change = useChangeMemberships()
  const notifyFailure = useNotifyFailure()
  const { join, leave } = changesOf(choices, joined)
  const count = joined.size + join.length - leave.length
  const save = () => {
    if (join.length + leave.length === 0) return onDone()
    change.mutate({ join, leave }, { onSuccess: onDone, onError: notifyFailure })
  }
  return (
    <Step
      title={t('Choose your communities')}
      steps={t('Step 1 of 2')}
      hint={t('They appear in your menu and your Subscriptions feed. You can change this any time.')}
      actions={
        <>
          <span className={styles.count} role="status">
            {t('{count, plural, =0 {None selected} other {# selected}}', { count })}
          </span>
          <Button variant="soft" onClick={onDone}>
            {t('Skip')}
          </Button>
          <Button variant="main" busy={change.isPending} onClick={save}>
            {t('Continue')}
          </Button>
        </>
      }
    >
      <PickCommunities
        own={own}
        choices={choices}
        onChoose={(community, isWanted) => {
          if (isWanted !== isChosen(community, choices))
            setChoices((before) => new Map(before).set(community.id, isWanted))
        }}
      />
    </Step>
  )
}

function NotificationsStep({ steps, onDone }: { steps: string; onDone: () => void }) {
  const { user } = useInitial()
  const [changes, setChanges] = useState<Partial<Settings>>({})
  const save = useSaveSettings()
  const notifyFailure = useNotifyFailure()
  if (!user) return null
  const submit = () => {
    if (Object.keys(changes).length === 0) return onDone()
    save.mutate(changes, { onSuccess: onDone, onError: notifyFailure })
  }
  return (
    <Step
      title={t('Notifications')}
      steps={steps}
      hint={t("You'll find them under the bell. Change this any time in Settings.")}
      actions={
        <>
          <Button variant="soft" onClick={onDone}>
            {t('Skip')}
          </Button>
          <Button variant="main" busy={save.isPending} onClick={submit}>
            {t('Go to feed')}
          </Button>
        </>
      }
    >
      <NotificationChoices
        settings={{ ...settingsOf(user), ...changes }}
        onChange={(more) => setChanges((before) => ({ ...before, ...more }))}
      />
    </Step>
  )
}
