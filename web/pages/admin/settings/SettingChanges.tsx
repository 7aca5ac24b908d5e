import { useInfiniteQuery } from '@tanstack/react-query'
import type { SettingChange } from '../../../../contract/entities/setting.ts'
import type { SettingValue } from '../../../../contract/settingTypes.ts'
import { isSettingName, settingOf } from '../../../../contract/siteSettings.ts'
import { staticPages } from '../../../../contract/staticPages.ts'
import { settingChangesQuery } from '../../../data/admin/settings.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { useShownPage } from '../../../router/page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseTable } from '../tableParams.ts'
import { pageLabels } from './pageLabels.ts'
import styles from './SettingChanges.module.css'
import { shown } from './SettingField.tsx'

/** The log of changes to settings. */
export function SettingChanges() {
  const place = parseTable(new URLSearchParams(useShownPage().search))
  return (
    <>
      <ScreenHead title="Changes to settings" hint="Who changed what about the site, the latest first." />
      <PagedTable
        caption="Changes to settings"
        stacksOnPhones
        columns={columns}
        list={useInfiniteQuery(settingChangesQuery(place))}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        keyOf={({ name, changedAt, after }) => `${name} ${changedAt} ${JSON.stringify(after)}`}
        empty={
          <EmptyState
            icon="settings"
            title="Nothing was changed yet"
            text="Every change to the settings of the site is recorded here."
          />
        }
      />
    </>
  )
}

const labelOf = (name: string) =>
  isSettingName(name) ? settingOf(name).label : (otherLabels[name] ?? pageLabel(name) ?? name)

/** Settings that are kept elsewhere. */
const otherLabels: Readonly<Record<string, string>> = {
  reportReasons: 'Reasons for reports',
  signupsDisabled: 'Sign-ups disabled',
  torBlocked: 'Tor blocked',
  logo: 'Logo',
}

/** The log has 'page terms' for the text of a static page. */
function pageLabel(name: string): string | null {
  const page = staticPages.find((one) => name === `page ${one}`)
  return page ? `Page: ${pageLabels[page]}` : null
}

function Value({ name, value }: { name: string; value: SettingValue | null }) {
  if (value === null) return <span className={styles.none}>default</span>
  return (
    <span className={styles.value} dir="auto">
      {shown(isSettingName(name) ? settingOf(name) : null, value)}
    </span>
  )
}

const columns = [
  {
    header: 'Setting',
    cell: ({ name }: SettingChange) => <span className={styles.name}>{labelOf(name)}</span>,
  },
  { header: 'Before', cell: ({ name, before }: SettingChange) => <Value name={name} value={before} /> },
  { header: 'After', cell: ({ name, after }: SettingChange) => <Value name={name} value={after} /> },
  {
    header: 'By',
    cell: ({ changedBy, fromCommandLine }: SettingChange) =>
      changedBy ? (
        <Link href={pathOfUser(changedBy)}>@{changedBy}</Link>
      ) : fromCommandLine ? (
        'command line'
      ) : (
        'a deleted account'
      ),
  },
  {
    header: 'When',
    cell: ({ changedAt }: SettingChange) => (
      <span className={styles.when}>
        <Time at={changedAt} />
      </span>
    ),
  },
] as const
