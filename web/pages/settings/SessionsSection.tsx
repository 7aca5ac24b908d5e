import { useQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { type OwnSession, sessionsQuery, useEndSessions } from '../../data/account/sessions.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { rich } from '../../ui/text/rich.ts'
import { Tag } from '../../ui/text/Tag.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Account.module.css'
import { deviceName } from './deviceName.ts'

/** The viewer's sessions, with buttons to end them. */
export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery)
  const hasOthers = sessions?.some(({ isCurrent }) => !isCurrent)
  return (
    <Section
      id="sessions"
      heading="h3"
      title={t("Where you're logged in")}
      hint={t("Don't recognize one? Log it out and change your password.")}
      action={hasOthers && <EndAllOthers />}
    >
      {sessions ? (
        <ul className={styles.rows} aria-label={t('Sessions')}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <Loading error={error} onRetry={refetch} title={t("Couldn't load your sessions.")} lines={2} />
      )}
    </Section>
  )
}

function SessionRow({ session }: { session: OwnSession }) {
  const notifyFailure = useNotifyFailure()
  const end = useEndSessions()
  const device = deviceName(session.userAgent)
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.name} title={session.userAgent ?? undefined}>
          {device} {session.isCurrent && <Tag>{t('This device')}</Tag>}
        </p>
        <p className={styles.facts}>
          {session.isCurrent ? t('Active now') : <Seen at={session.lastSeen} />}
          {session.lastSeenIP && ` · ${session.lastSeenIP}`} ·{' '}
          {rich('since {day}', { day: <Time at={session.createdAt} format="date" /> })}
        </p>
      </div>
      {!session.isCurrent && (
        <Button
          small
          aria-label={t('Log out: {device}', { device })}
          busy={end.isPending}
          onClick={() => end.mutate(session.id, { onError: notifyFailure })}
        >
          {t('Log out')}
        </Button>
      )}
    </li>
  )
}

const Seen = ({ at }: { at: string }) => rich('Last seen {time}', { time: <Time at={at} /> })

function EndAllOthers() {
  const dialog = useLayer()
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const end = useEndSessions()
  const endAll = () =>
    end.mutate(undefined, {
      onSuccess: () => {
        dialog.close()
        toasts.show(t("You're logged out everywhere else."), { tone: 'success' })
      },
      onError: notifyFailure,
    })
  return (
    <>
      <Button icon="logout" onClick={dialog.open}>
        {t('Log out everywhere else')}
      </Button>
      {dialog.isOpen && (
        <ConfirmDialog
          title={t('Log out everywhere else?')}
          confirmLabel={t('Log out')}
          danger
          busy={end.isPending}
          onConfirm={endAll}
          onClose={dialog.close}
        >
          <p>{t("You'll need to log in again on your other devices.")}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
