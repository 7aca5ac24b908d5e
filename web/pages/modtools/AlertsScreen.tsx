import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AlertChoice, AlertSettings, QuietHours } from '../../../contract/entities/alerts.ts'
import { t } from '../../../contract/texts/t.ts'
import { alertsQuery, useQueueFeed, useSaveAlerts, useSaveQuietHours } from '../../data/moderation/alerts.ts'
import { useNotifyActionFailure } from '../../features/failures/useNotifyActionFailure.ts'
import { usePasswordPrompt } from '../../features/passwordPrompt/usePasswordPrompt.tsx'
import { useCopyLink } from '../../features/sharing/useCopyLink.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { numberOptions } from '../../ui/forms/numberOptions.ts'
import { Select } from '../../ui/forms/Select.tsx'
import { Switch } from '../../ui/forms/Switch.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { afterText } from '../../ui/text/durationText.ts'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AlertsScreen.module.css'
import { SaveForm } from './SaveForm.tsx'
import type { ScreenContext, ScreenProps } from './screen.ts'
import { useDraft } from './useDraft.ts'

export const prepareAlerts = ({ community, load }: ScreenContext) => load(alertsQuery(community.id))

/** Settings: which reports notify the viewer, and when. */
export function AlertsScreen({ community }: ScreenProps) {
  const { data: settings } = useSuspenseQuery(alertsQuery(community.id))
  return (
    <div className="cards">
      <Section
        id="alerts"
        title={t('Notifications')}
        hint={t('Choose your notifications for {community}. This only affects you.', {
          community: community.name,
        })}
      >
        <ChoiceForm communityId={community.id} settings={settings} />
      </Section>
      <NeedsScript>
        <Section
          id="quiet-hours"
          title={t('Quiet hours')}
          hint={t('No push notifications from any of your communities during these hours.')}
        >
          <QuietHoursForm saved={settings.quietHours} />
        </Section>
        <Section
          id="feed"
          title={t('Moderation queue in a feed reader')}
          hint={t('An Atom feed of open reports in your communities. Anyone with the address can read it.')}
        >
          <QueueFeed madeAt={settings.feedMadeAt} />
        </Section>
      </NeedsScript>
    </div>
  )
}

const never = () => ({ value: '', label: t('Never') })
const numberOf = (value: string) => (value === '' ? null : Number(value))
const textOf = (number: number | null) => (number === null ? '' : String(number))

function ChoiceForm({ communityId, settings }: { communityId: string; settings: AlertSettings }) {
  const { onFirst, threshold, ageHours } = settings
  const {
    values: choice,
    isChanged,
    change,
    settle,
    question,
  } = useDraft<AlertChoice>({ onFirst, threshold, ageHours })
  const save = useSaveAlerts(communityId)
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const submit = () => {
    save.mutate(choice, {
      onSuccess: () => {
        settle(choice)
        toasts.show(t('Notifications saved.'), { tone: 'success' })
      },
      onError: notifyFailure,
    })
  }
  return (
    <SaveForm canSave={isChanged} busy={save.isPending} onSave={submit}>
      <Switch
        label={t('First report')}
        hint={t('When a post or comment gets its first open report.')}
        checked={choice.onFirst}
        onChange={(onFirst) => change({ onFirst })}
      />
      <Select
        label={t('Many reports')}
        hint={t('One notification when a post or comment reaches this many open reports.')}
        value={textOf(choice.threshold)}
        onChange={(value) => change({ threshold: numberOf(value) })}
        options={[
          never(),
          ...numberOptions([2, 3, 5, 10, 20, 50], threshold, (count) =>
            t('{count, number} or more reports', { count }),
          ),
        ]}
      />
      <Select
        label={t('Reports left open')}
        hint={t('One notification when a report has been open this long.')}
        value={textOf(choice.ageHours)}
        onChange={(value) => change({ ageHours: numberOf(value) })}
        options={[never(), ...numberOptions([1, 3, 6, 12, 24, 48, 72, 168], ageHours, afterText)]}
      />
      {question}
    </SaveForm>
  )
}

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

/** The initial value of the switch. */
const night = (): QuietHours => ({
  fromHour: 22,
  untilHour: 7,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
})

function QuietHoursForm({ saved }: { saved: QuietHours | null }) {
  const [draft, setDraft] = useState<QuietHours | null>(saved)
  const save = useSaveQuietHours()
  const toasts = useToasts()
  const notifyFailure = useNotifyActionFailure()
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved)
  const isEmpty = draft !== null && draft.fromHour === draft.untilHour
  const submit = () => {
    save.mutate(draft, {
      onSuccess: () => toasts.show(t('Quiet hours saved.'), { tone: 'success' }),
      onError: notifyFailure,
    })
  }
  return (
    <SaveForm canSave={isChanged && !isEmpty} busy={save.isPending} onSave={submit}>
      <Switch
        label={t('Quiet hours')}
        checked={draft !== null}
        onChange={(isOn) => setDraft(isOn ? (saved ?? night()) : null)}
      />
      {draft && (
        <div className={styles.hours}>
          <Select
            label={t('From')}
            value={String(draft.fromHour)}
            onChange={(hour) => setDraft({ ...draft, fromHour: Number(hour) })}
            options={hours}
          />
          <Select
            label={t('Until')}
            error={isEmpty ? t('Choose a different end time.') : null}
            value={String(draft.untilHour)}
            onChange={(hour) => setDraft({ ...draft, untilHour: Number(hour) })}
            options={hours}
          />
          <Select
            label={t('Time zone')}
            value={draft.timeZone}
            onChange={(timeZone) => setDraft({ ...draft, timeZone })}
            options={[...new Set([draft.timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map(
              (value) => ({ value, label: value.replaceAll('_', ' ') }),
            )}
          />
        </div>
      )}
    </SaveForm>
  )
}

function QueueFeed({ madeAt }: { madeAt: string | null }) {
  const { make, withdraw } = useQueueFeed()
  const notifyFailure = useNotifyActionFailure()
  const copyLink = useCopyLink()
  const question = useLayer()
  const { prompt, askIfNeeded } = usePasswordPrompt()
  const makeFeed = () => make.mutate(undefined, { onError: askIfNeeded(makeFeed, notifyFailure) })
  const path = madeAt === null ? undefined : make.data?.path
  return (
    <div className={styles.form} aria-live="polite">
      {path !== undefined && (
        <div>
          <p className={styles.address}>{new URL(path, location.origin).href}</p>
          <p className="quiet">{t("Copy it now. It won't be shown again.")}</p>
        </div>
      )}
      {madeAt !== null && path === undefined && (
        <p>
          {rich('Created {time}. Lost the address? Create a new one to replace it.', {
            time: <Time at={madeAt} />,
          })}
        </p>
      )}
      <div className={styles.foot}>
        {madeAt !== null && <Button onClick={question.open}>{t('Revoke')}</Button>}
        {path === undefined ? (
          <Button busy={make.isPending} onClick={makeFeed}>
            {madeAt === null ? t('Create address') : t('Create new address')}
          </Button>
        ) : (
          <Button variant="main" icon="copy" onClick={() => void copyLink(path)}>
            {t('Copy')}
          </Button>
        )}
      </div>
      {question.isOpen && (
        <ConfirmDialog
          title={t('Revoke this address?')}
          confirmLabel={t('Revoke')}
          danger
          busy={withdraw.isPending}
          onConfirm={() =>
            withdraw.mutate(undefined, {
              onSuccess: () => {
                question.close()
                make.reset()
              },
              onError: notifyFailure,
            })
          }
          onClose={question.close}
        >
          <p>{t('Feed readers using it will stop getting updates.')}</p>
        </ConfirmDialog>
      )}
      {prompt}
    </div>
  )
}
