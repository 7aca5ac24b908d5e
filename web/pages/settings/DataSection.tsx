import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { limits } from '../../../contract/limits.ts'
import { t } from '../../../contract/texts/t.ts'
import { type DataExport, dataExportQuery, useRequestExport } from '../../data/account/dataExport.ts'
import { refusalOf } from '../../data/failure.ts'
import { Loading } from '../../features/failures/Loading.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { needsPassword, usePasswordPrompt } from '../../features/passwordPrompt/usePasswordPrompt.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Spinner } from '../../ui/feedback/Spinner.tsx'
import { useToasts } from '../../ui/feedback/toasts.tsx'
import { Section } from '../../ui/layout/Section.tsx'
import { byteSize } from '../../ui/text/byteSize.ts'
import { rich } from '../../ui/text/rich.ts'
import { Time } from '../../ui/text/Time.tsx'
import styles from './Account.module.css'

/** Exports the viewer's data as a file. */
export function DataSection() {
  const { data, error, refetch } = useQuery(dataExportQuery)
  return (
    <Section
      id="archive"
      heading="h3"
      title={t('Your data')}
      hint={t("Download everything you've posted, voted on and saved.")}
    >
      {data === undefined ? (
        <Loading error={error} onRetry={refetch} title={t("Couldn't load your archive.")} lines={1} />
      ) : (
        <Archive archive={data} />
      )}
    </Section>
  )
}

function Archive({ archive }: { archive: DataExport | null }) {
  if (archive?.state === 'ready' && archive.expiresAt)
    return (
      <State
        actions={
          <>
            {archive.url ? (
              <Button variant="main" href={archive.url} download>
                {t('Download')}
              </Button>
            ) : (
              <Unlock />
            )}
            <Request label={t('Request a new one')} />
          </>
        }
      >
        {rich('Your archive from {day} is ready ({size}). You can download it until {end}.', {
          day: <Time at={archive.requestedAt} format="date" />,
          size: byteSize(archive.bytes ?? 0),
          end: <Time at={archive.expiresAt} format="date" />,
        })}
      </State>
    )
  if (archive?.state === 'waiting')
    return (
      <State actions={<Spinner />}>
        {t(
          "We're preparing your archive. Once it's ready, you can download it here for {days, plural, one {# day} other {# days}}.",
          { days: limits.exportDays },
        )}
      </State>
    )
  if (archive?.state === 'failed')
    return <State actions={<Request label={t('Try again')} />}>{t("Couldn't create your archive.")}</State>
  return (
    <State actions={<Request label={t('Request archive')} />}>
      {t('Ready in a few minutes. You can download it for {days, plural, one {# day} other {# days}}.', {
        days: limits.exportDays,
      })}
    </State>
  )
}

function State({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.state}>
      <p role="status">{children}</p>
      <div className="buttons">{actions}</div>
    </div>
  )
}

/** Shows the link to the archive again: it is there only soon after the password was given. */
function Unlock() {
  const { prompt, askPassword } = usePasswordPrompt()
  const queryClient = useQueryClient()
  return (
    <>
      <Button
        variant="main"
        onClick={() =>
          askPassword(() => {
            // Never rejects: the query shows its own failure.
            void queryClient.invalidateQueries({ queryKey: dataExportQuery.queryKey })
          })
        }
      >
        {t('Confirm password to download')}
      </Button>
      {prompt}
    </>
  )
}

function Request({ label }: { label: string }) {
  const toasts = useToasts()
  const notifyFailure = useNotifyFailure()
  const request = useRequestExport()
  const { prompt, askPassword } = usePasswordPrompt()
  const send = () => request.mutate(undefined, { onError })
  const onError = (error: unknown) => {
    if (needsPassword(error)) askPassword(send)
    else if (refusalOf(error)?.status === 429)
      toasts.show(t('You can request three archives a day. Try again tomorrow.'), { tone: 'danger' })
    else notifyFailure(error)
  }
  return (
    <>
      <Button busy={request.isPending} onClick={send}>
        {label}
      </Button>
      {prompt}
    </>
  )
}
