import { useSuspenseQuery } from '@tanstack/react-query'
import type { ServerFailure, SystemState } from '../../../../contract/endpoints/system.ts'
import { t } from '../../../../contract/texts/t.ts'
import { systemQuery, useSendTestMail } from '../../../data/admin/system.ts'
import { progressText } from '../../../features/search/progressText.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Table } from '../../../ui/layout/Table.tsx'
import { byteSize } from '../../../ui/text/byteSize.ts'
import { Time } from '../../../ui/text/Time.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { SettingsForm, type SettingsSection } from '../settings/SettingsForm.tsx'
import { useNotifyRefusal } from '../useNotifyRefusal.ts'
import { type Fact, Facts } from './Facts.tsx'
import { FailedJobs } from './FailedJobs.tsx'
import { LastBackup } from './LastBackup.tsx'
import styles from './System.module.css'
import { durationText, isDiskShort, outcomesText } from './systemTexts.ts'

/** The state of the server, its database, its jobs and its mail. */
export function System() {
  const { data: state, isFetching, refetch } = useSuspenseQuery(systemQuery)
  return (
    <>
      <ScreenHead
        title={t('System')}
        hint={t('Server, database, jobs and mail right now.')}
        action={
          <Button icon="refresh" small busy={isFetching} onClick={() => void refetch()}>
            {t('Refresh')}
          </Button>
        }
      />
      <div className={styles.parts}>
        <Facts title={t('Server')} rows={serverFacts(state)} />
        <Facts title={t('Database')} rows={databaseFacts(state)} />
        <Card padded className={styles.table}>
          <Table
            caption="Largest tables"
            columns={tableColumns}
            rows={state.database.tables}
            keyOf={({ name }) => name}
          />
        </Card>
        <Facts title={t('Background jobs')} rows={jobFacts(state)} />
        <FailedJobs jobs={state.jobs.failedJobs} count={state.jobs.failed} />
        <LastBackup backups={state.backups} />
        <Mail state={state} />
        <Failures failures={state.failures} count={state.failuresOfDay} />
        <SettingsForm group="system" sections={settingSections} />
      </div>
    </>
  )
}

const settingSections: readonly SettingsSection[] = [
  {
    id: 'maintenance',
    title: 'Maintenance',
    hint: 'Every page says so. Admins can still change everything.',
    rows: ['readOnly'],
  },
  { id: 'versions', title: 'Newer versions', rows: ['newestVersionUrl'] },
]

function versionFacts({ version, newestVersion }: SystemState): Fact[] {
  const own: Fact = ['Version', version]
  if (!newestVersion) return [own]
  const { version: newest, isNewer, askedAt, failure } = newestVersion
  const whenAsked = askedAt && (
    <span className={styles.note}>
      {' '}
      (asked <Time at={askedAt} />)
    </span>
  )
  return [
    own,
    [
      'Newest version',
      <span key="newest">
        {isNewer ? <strong>{newest}, newer than this one</strong> : (newest ?? 'not known yet')}
        {whenAsked}
        {failure !== '' && (
          <span className={styles.bad}>. The last answer could not be had: it {failure}</span>
        )}
      </span>,
    ],
  ]
}

const serverFacts = (state: SystemState): Fact[] => [...versionFacts(state), ...processFacts(state)]

const processFacts = ({ node, process, disk }: SystemState): Fact[] => [
  ['Node.js', node],
  [
    process.worker === null ? t('Started') : `Worker ${process.worker} started`,
    <Time key="at" at={process.startedAt} />,
  ],
  ['Memory', byteSize(process.memoryBytes)],
  [
    'Disk',
    <span key="disk" className={isDiskShort(disk) ? styles.bad : undefined}>
      {byteSize(disk.freeBytes)} of {byteSize(disk.totalBytes)} free
      {isDiskShort(disk) && ': nothing new is stored until there is more'}
    </span>,
  ],
]

const databaseFacts = ({ database }: SystemState): Fact[] => [
  ['PostgreSQL', database.version],
  ['Size', byteSize(database.bytes)],
  ['Connections', `${database.connections} of ${database.connectionsMax}`],
]

const jobFacts = ({ jobs, searchProgress }: SystemState): Fact[] => [
  ...(searchProgress ? [['Search index', progressText(searchProgress)] as const] : []),
  ['Waiting', jobs.waiting.toLocaleString('en')],
  ...(jobs.waiting > 0 ? [['Oldest waits for', durationText(jobs.oldestWaitingSeconds)] as const] : []),
  ['Running', jobs.running.toLocaleString('en')],
  ['Scheduled for later', jobs.scheduled.toLocaleString('en')],
  [
    'Failed',
    <span key="failed" className={jobs.failed > 0 ? styles.bad : undefined}>
      {jobs.failed.toLocaleString('en')}
    </span>,
  ],
]

const tableColumns = [
  { header: 'Table', cell: ({ name }: SystemState['database']['tables'][number]) => name },
  {
    header: 'Size',
    align: 'end',
    cell: ({ bytes }: SystemState['database']['tables'][number]) => byteSize(bytes),
  },
  {
    header: 'Rows, about',
    align: 'end',
    cell: ({ rows }: SystemState['database']['tables'][number]) => rows.toLocaleString('en'),
  },
] as const

function Mail({ state: { mail } }: { state: SystemState }) {
  const test = useSendTestMail()
  const notifyRefusal = useNotifyRefusal()
  if (!mail.isConfigured)
    return (
      <Facts title={t('Mail')} rows={[]}>
        <p>
          This site sends no mail. Set <code>{t('SMTP_URL')}</code> and <code>{t('MAIL_FROM')}</code>, so that
          members can confirm addresses and reset passwords.
        </p>
      </Facts>
    )
  return (
    <Facts
      title={t('Mail')}
      rows={[
        ['Mail server', mail.server],
        ['Sender', mail.sender],
        ['In the last day', outcomesText(mail.ofDay)],
        ...lastFailureFacts(mail.lastFailure),
      ]}
    >
      <div className={styles.test}>
        <Button
          icon="mail"
          busy={test.isPending}
          onClick={() => test.mutate(undefined, { onError: notifyRefusal })}
        >
          {t('Send a test to me')}
        </Button>
        <div role="status">
          {test.data && (
            <Banner tone={test.data.accepted ? 'info' : 'danger'}>
              {test.data.accepted ? t('The mail server has accepted it: ') : t('It was not sent: ')}
              <code className={styles.words}>{test.data.answer}</code>
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
          'Last failure',
          <span key="failure">
            <Time at={failure.at} />: <code className={styles.words}>{failure.answer}</code>
          </span>,
        ],
      ]
    : []

function Failures({ failures, count }: { failures: readonly ServerFailure[]; count: number }) {
  if (failures.length === 0)
    return (
      <Card as="section" padded aria-label={t('Failures of the last day')}>
        <h3 className={styles.title}>{t('Failures of the last day')}</h3>
        <p className={styles.none}>{t('No request has failed.')}</p>
      </Card>
    )
  return (
    <Card padded className={styles.table}>
      <Table
        caption={`Failures of the last day: ${count.toLocaleString('en')}`}
        stacksOnPhones
        columns={failureColumns}
        rows={failures}
        keyOf={({ requestId }) => requestId}
      />
    </Card>
  )
}

const failureColumns = [
  { header: 'When', cell: ({ failedAt }: ServerFailure) => <Time at={failedAt} /> },
  { header: 'Request', cell: ({ method, route }: ServerFailure) => <code>{`${method} ${route}`}</code> },
  { header: 'Error', cell: ({ message }: ServerFailure) => <span className={styles.words}>{message}</span> },
  { header: 'Id', cell: ({ requestId }: ServerFailure) => <code>{requestId}</code> },
] as const
