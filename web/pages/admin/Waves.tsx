import { useSuspenseQuery } from '@tanstack/react-query'
import type { Wave, WaveSignal } from '../../../contract/entities/wave.ts'
import { listText } from '../../../contract/texts/list.ts'
import { t } from '../../../contract/texts/t.ts'
import type { WaveStep } from '../../../contract/waves.ts'
import { useChangeWave, wavesQuery } from '../../data/admin/waves.ts'
import { useNotifyRefusal } from '../../features/failures/useNotifyRefusal.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { formatDateTime } from '../../ui/text/formatDate.ts'
import { ScreenHead } from './ScreenHead.tsx'
import { SettingsForm, type SettingsSection } from './settings/SettingsForm.tsx'
import { TimeBy } from './TimeBy.tsx'
import { pathOfScreen } from './tableParams.ts'
import styles from './Waves.module.css'

const sections = (): readonly SettingsSection[] => [
  { id: 'waves', title: t('Settings'), rows: ['raiseBar', 'barHours', 'barApproval', 'barRaisedUntil'] },
]

/** Waves of bots: whether new members are checked more strictly, why, and until when. */
export function Waves() {
  const { data } = useSuspenseQuery(wavesQuery)
  const change = useChangeWave()
  const notifyRefusal = useNotifyRefusal()
  const does = (step: WaveStep) => () => change.mutate(step, { onError: notifyRefusal })
  const { until, now, waves } = data
  const busy = change.isPending
  return (
    <>
      <ScreenHead
        title={t('Bot waves')}
        hint={t(
          "While the site is protected, signing up is harder, first posts wait for review and new members can't post as often.",
        )}
      />
      <div className="cards">
        <Section
          id="now"
          title={until === null ? t('Not protected') : t('Protected')}
          action={
            <span className="buttons">
              {until === null ? (
                <Button small busy={busy} onClick={does('raise')}>
                  {t('Protect now')}
                </Button>
              ) : (
                <>
                  <Button small busy={busy} onClick={does('prolong')}>
                    {t('Extend')}
                  </Button>
                  <Button small busy={busy} onClick={does('end')}>
                    {t('End')}
                  </Button>
                </>
              )}
              <Button small variant="soft" href={pathOfScreen('clean-up')}>
                {t('Clean up')}
              </Button>
            </span>
          }
        >
          {until !== null && <p>{t('Until {time}.', { time: formatDateTime(new Date(until)) })}</p>}
          {now.length > 0 ? (
            <Banner tone="warning">
              {t('Above normal right now: {signals}.', { signals: listText(now.map(signalText)) })}
            </Banner>
          ) : (
            <p className={styles.quiet}>{t('Sign-ups and posts are at normal levels.')}</p>
          )}
        </Section>
        <Section id="earlier" title={t('Recent waves')}>
          {waves.length === 0 ? (
            <p className={styles.quiet}>{t('No waves yet.')}</p>
          ) : (
            <Table
              caption={t('Waves')}
              hideCaption
              stacksOnPhones
              rows={waves}
              keyOf={({ id }) => id}
              columns={[
                { header: t('Started'), cell: (wave) => <TimeBy at={wave.startedAt} by={wave.startedBy} /> },
                { header: t('Reasons'), cell: (wave) => <Reasons wave={wave} /> },
                {
                  header: t('Ended'),
                  cell: (wave) => (wave.endedAt ? <TimeBy at={wave.endedAt} by={wave.endedBy} /> : '–'),
                },
              ]}
            />
          )}
        </Section>
        <SettingsForm group="waves" sections={sections()} />
      </div>
    </>
  )
}

const Reasons = ({ wave: { signals } }: { wave: Wave }) => (
  <>{signals.length > 0 ? listText(signals.map(signalText)) : t('Started manually')}</>
)

/** What is more than usual, such as `40 sign-ups in 10 minutes (usually 2)`. */
function signalText({ kind, count, usual, about }: WaveSignal): string {
  switch (kind) {
    case 'signups':
      return t(
        '{count, plural, one {# sign-up} other {# sign-ups}} in 10 minutes (usually {usual, number})',
        {
          count,
          usual,
        },
      )
    case 'first_posts':
      return t(
        '{count, plural, one {# new member posting} other {# new members posting}} in 10 minutes (usually {usual, number})',
        { count, usual },
      )
    case 'link':
      return t(
        '{count, plural, one {# new member linking} other {# new members linking}} to {domain} (usually {usual, number})',
        { count, usual, domain: about },
      )
    case 'likeness':
      return t('{count, plural, one {# new member} other {# new members}} posting similar text', { count })
    case 'network':
      return t(
        '{count, plural, one {# sign-up} other {# sign-ups}} from {network} (usually {usual, number})',
        {
          count,
          usual,
          network: about,
        },
      )
  }
}
