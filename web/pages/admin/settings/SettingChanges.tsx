import { useInfiniteQuery } from '@tanstack/react-query'
import type { SettingChange } from '../../../../contract/entities/setting.ts'
import type { SettingValue } from '../../../../contract/settingTypes.ts'
import { t } from '../../../../contract/texts/t.ts'
import { settingChangesQuery } from '../../../data/admin/settings.ts'
import { pathOfUser } from '../../../data/users/userPath.ts'
import { useShownPage } from '../../../router/page.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Link } from '../../../ui/navigation/Link.tsx'
import { isolated } from '../../../ui/text/isolated.tsx'
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
      <ScreenHead title={t('Settings changes')} hint={t('Who changed what, newest first.')} />
      <ChangesFilter key={JSON.stringify(filters)} shown={shown} isNarrowed={isNarrowed} />
      <PagedTable
        caption={t('Settings changes')}
        stacksOnPhones
        columns={columns()}
        list={useInfiniteQuery(settingChangesQuery(shown))}
        rowsOf={({ rows }) => rows}
        nextOf={({ next }) => next}
        refusalOf={({ refusal }) => refusal}
        keyOf={({ name, changedAt, after }) => `${name} ${changedAt} ${JSON.stringify(after)}`}
        empty={
          <EmptyState
            icon="settings"
            title={isNarrowed ? t('No changes found') : t('No changes yet')}
            text={isNarrowed ? t('Try different filters.') : t('Changes to the site settings show up here.')}
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
      {isolated(shownValue(name, value))}
    </span>
  )
}

const columns = () =>
  [
    {
      header: t('Setting'),
      cell: ({ name }: SettingChange) => <span className={styles.name}>{labelOf(name)}</span>,
    },
    { header: t('Before'), cell: ({ name, before }: SettingChange) => <Value name={name} value={before} /> },
    { header: t('After'), cell: ({ name, after }: SettingChange) => <Value name={name} value={after} /> },
    {
      header: t('Changed by'),
      cell: ({ changedBy, fromCommandLine }: SettingChange) =>
        changedBy ? (
          <Link href={pathOfUser(changedBy)}>@{changedBy}</Link>
        ) : fromCommandLine ? (
          t('command line')
        ) : (
          t('deleted account')
        ),
    },
    {
      header: t('When'),
      cell: ({ changedAt }: SettingChange) => (
        <span className={styles.when}>
          <Time at={changedAt} />
        </span>
      ),
    },
  ] as const
