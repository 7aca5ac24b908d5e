import { useSuspenseQuery } from '@tanstack/react-query'
import type { ServerFailure, SystemState } from '../../../../contract/endpoints/system.ts'
import { formatNumber } from '../../../../contract/texts/language.ts'
import { t } from '../../../../contract/texts/t.ts'
import { systemQuery, useSendTestMail } from '../../../data/admin/system.ts'
import { useNotifyRefusal } from '../../../features/failures/useNotifyRefusal.ts'
import { progressText } from '../../../features/search/progressText.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { byteSize } from '../../../ui/text/byteSize.ts'
import { durationText } from '../../../ui/text/durationText.ts'
import { isolated } from '../../../ui/text/isolated.tsx'
import { rich } from '../../../ui/text/rich.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { SettingsForm, type SettingsSection } from '../settings/SettingsForm.tsx'
import { type Fact, Facts } from './Facts.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { LastBackup } from './LastBackup.tsx'
import styles from './System.module.css'
import { isDiskShort, outcomesText } from './systemTexts.ts'

/** The state of the server, its database, its jobs and its mail. */
export function System() {
  const { data: state, isFetching, refetch } = useSuspenseQuery(systemQuery)
  return (
    <>
      <ScreenHead
        title={t('System')}
        hint={t('Server, database, jobs and email.')}
        action={
          <Button icon="refresh" small busy={isFetching} onClick={() => void refetch()}>
            {t('Refresh')}
          </Button>
        }
      />
      <div className="cards">
        <Facts title={t('Server')} rows={serverFacts(state)} />
        <Facts title={t('Database')} rows={databaseFacts(state)} />
        <Card padded>
          <Table
            caption={t('Largest tables')}
            columns={tableColumns()}
            rows={state.database.tables}
            keyOf={({ name }) => name}
          />
        </Card>
        <Facts title={t('Background jobs')} rows={jobFacts(state)} />
        <FailedJobs jobs={state.jobs.failedJobs} count={state.jobs.failed} />
        <LastBackup backups={state.backups} />
        <Mail state={state} />
        <Failures failures={state.failures} count={state.failuresOfDay} />
        <SettingsForm group="system" sections={settingSections()} />
      </div>
    </>
  )
}

const settingSections = (): readonly SettingsSection[] => [
  {
    id: 'maintenance',
    title: t('Maintenance'),
    hint: t('Visitors see a notice on every page.'),
    rows: ['readOnly'],
  },
  { id: 'versions', title: t('Updates'), rows: ['newestVersionUrl'] },
]

function versionFacts({ version, newestVersion }: SystemState): Fact[] {
  const own: Fact = [t('Version'), <bdi key="own">{version}</bdi>]
  if (!newestVersion) return [own]
  const { version: newest, isNewer, askedAt, failure } = newestVersion
  const whenAsked = askedAt && (
    <span className={styles.note}> {rich('(checked {time})', { time: <Time at={askedAt} /> })}</span>
  )
  return [
    own,
    [
      t('Newest version'),
      <span key="newest">
        {isNewer ? (
          <strong>{t('{version} is available', { version: newest ?? '' })}</strong>
        ) : (
          <bdi>{isolated(newest ?? t('unknown'))}</bdi>
        )}
        {whenAsked}
        {failure !== '' && (
          <span className={styles.bad}>
            {' '}
            {t("Couldn't check for updates. Details: {failure}", { failure })}
          </span>
        )}
      </span>,
    ],
  ]
}

const serverFacts = (state: SystemState): Fact[] => [...versionFacts(state), ...processFacts(state)]

const processFacts = ({ node, process, disk }: SystemState): Fact[] => [
  ['Node.js', node],
  [
    process.worker === null ? t('Started') : t('Worker {number, number} started', { number: process.worker }),
    <Time key="at" at={process.startedAt} />,
  ],
  [t('Memory'), byteSize(process.memoryBytes)],
  [
    t('Disk'),
    <span key="disk" className={isDiskShort(disk) ? styles.bad : undefined}>
      {t('{free} of {total} free', { free: byteSize(disk.freeBytes), total: byteSize(disk.totalBytes) })}
      {isDiskShort(disk) && ` · ${t('Nothing new can be stored until you free up space.')}`}
    </span>,
  ],
]

const databaseFacts = ({ database }: SystemState): Fact[] => [
  ['PostgreSQL', database.version],
  [t('Size'), byteSize(database.bytes)],
  [
    t('Connections'),
    t('{count, number} of {max, number}', { count: database.connections, max: database.connectionsMax }),
  ],
]

const shownNumber = (count: number) => formatNumber(count)

const jobFacts = ({ jobs, searchProgress }: SystemState): Fact[] => [
  ...(searchProgress ? [[t('Search index'), progressText(searchProgress)] as const] : []),
  [t('Waiting'), shownNumber(jobs.waiting)],
  ...(jobs.waiting > 0 ? [[t('Longest wait'), durationText(jobs.oldestWaitingSeconds)] as const] : []),
  [t('Running'), shownNumber(jobs.running)],
  [t('Scheduled'), shownNumber(jobs.scheduled)],
  [
    t('Failed'),
    <span key="failed" className={jobs.failed > 0 ? styles.bad : undefined}>
      {shownNumber(jobs.failed)}
    </span>,
  ],
]

const tableColumns = () =>
  [
    { header: t('Table'), cell: ({ name }: SystemState['database']['tables'][number]) => name },
    {
      header: t('Size'),
      align: 'end',
      cell: ({ bytes }: SystemState['database']['tables'][number]) => byteSize(bytes),
    },
    {
      header: t('Rows (estimate)'),
      align: 'end',
      cell: ({ rows }: SystemState['database']['tables'][number]) => shownNumber(rows),
    },
  ] as const

function Mail({ state: { mail } }: { state: SystemState }) {
  const test = useSendTestMail()
  const notifyRefusal = useNotifyRefusal()
  if (!mail.isConfigured)
    return (
      <Facts title={t('Email')} rows={[]}>
        <p>
          {rich(
            'Needed for password resets. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code> on the server.',
            {
              code: (inside) => <code>{inside}</code>,
            },
          )}
        </p>
      </Facts>
    )
  return (
    <Facts
      title={t('Email')}
      rows={[
        [t('Mail server'), mail.server],
        [t('Sender'), mail.sender],
        [t('Last 24 hours'), outcomesText(mail.ofDay)],
        ...lastFailureFacts(mail.lastFailure),
      ]}
    >
      <div className={styles.test}>
        <Button
          icon="mail"
          busy={test.isPending}
          onClick={() => test.mutate(undefined, { onError: notifyRefusal })}
        >
          {t('Send me a test email')}
        </Button>
        <div role="status">
          {test.data && (
            <Banner tone={test.data.accepted ? 'info' : 'danger'}>
              {rich(
                '{accepted, select, true {Accepted by the mail server: {answer}} other {Not sent: {answer}}}',
                {
                  accepted: test.data.accepted ? 'true' : 'false',
                  answer: <code className={styles.words}>{test.data.answer}</code>,
                },
              )}
            </Banner>
          )}
        </div>
      </div>
    </Facts>
  )
}

const lastFailureFacts = (failure: SystemState['mail']['lastFailure']): Fact[] =>
  failure
    ? [
        [
          t('Last failure'),
          <span key="failure">
            <Time at={failure.at} /> <code className={styles.words}>{failure.answer}</code>
          </span>,
        ],
      ]
    : []

function Failures({ failures, count }: { failures: readonly ServerFailure[]; count: number }) {
  if (failures.length === 0)
    return (
      <Card as="section" padded aria-label={t('Errors in the last 24 hours')}>
        <h3 className={styles.title}>{t('Errors in the last 24 hours')}</h3>
        <p className={styles.none}>{t('None.')}</p>
      </Card>
    )
  return (
    <Card padded>
      <Table
        caption={t('Errors in the last 24 hours: {count, number}', { count })}
        stacksOnPhones
        columns={failureColumns()}
        rows={failures}
        keyOf={({ requestId }) => requestId}
      />
    </Card>
  )
}

const failureColumns = () =>
  [
    { header: t('When'), cell: ({ failedAt }: ServerFailure) => <Time at={failedAt} /> },
    { header: t('Request'), cell: ({ method, route }: ServerFailure) => <code>{`${method} ${route}`}</code> },
    {
      header: t('Error'),
      cell: ({ message }: ServerFailure) => <span className={styles.words}>{message}</span>,
    },
    { header: t('ID'), cell: ({ requestId }: ServerFailure) => <code>{requestId}</code> },
  ] as const
