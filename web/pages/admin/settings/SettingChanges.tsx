import { useInfiniteQuery } from '@tanstack/react-query'
import type { SettingChange } from '../../../../contract/entities/setting.ts'
import type { SettingValue } from '../../../../contract/settingTypes.ts'
import { isSettingName, settingOf } from '../../../../contract/siteSettings.ts'
import { t } from '../../../../contract/texts/t.ts'
import { settingChangesQuery } from '../../../data/admin/settings.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { useShownPage } from '../../../router/page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { PagedTable } from '../PagedTable.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { parseChanges } from '../tableParams.ts'
import { ChangesFilter } from './ChangesFilter.tsx'
import styles from './SettingChanges.module.css'
import { shown as shownValue } from './SettingField.tsx'
import { labelOf } from './settingLabel.ts'

/** The log of changes to settings. */
export function SettingChanges() {
  const shown = parseChanges(new URLSearchParams(useShownPage().search))
  const { from: _page, ...filters } = shown
  const isNarrowed = Object.values({ ...filters, ...filters.days }).some(
    (one) => typeof one === 'string' && one !== '',
  )
  return (
    <>
      <ScreenHead title={t('Changes to settings')} hint={t('Who changed which setting, latest first.')} />
      <ChangesFilter key={JSON.stringify(filters)} shown={shown} isNarrowed={isNarrowed} />
      <PagedTable
        caption="Changes to settings"
        stacksOnPhones
        columns={columns}
        list={useInfiniteQuery(settingChangesQuery(shown))}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        refusalOf={({ refusal }) => refusal}
        keyOf={({ name, changedAt, after }) => `${name} ${changedAt} ${JSON.stringify(after)}`}
        empty={
          <EmptyState
            icon="settings"
            title={isNarrowed ? t('No such changes') : t('Nothing was changed yet')}
            text={
              isNarrowed
                ? t('No changes match the filters.')
                : t('Every change to the settings of the site is recorded here.')
            }
          />
        }
      />
    </>
  )
}

function Value({ name, value }: { name: string; value: SettingValue | null }) {
  if (value === null) return <span className={styles.none}>{t('default')}</span>
  return (
    <span className={styles.value} dir="auto">
      {shownValue(isSettingName(name) ? settingOf(name) : null, value)}
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
