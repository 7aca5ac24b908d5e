import type { Initial } from '../../../contract/entities/initial.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Forbidden } from '../../shell/status/Forbidden.tsx'
import { ScrolledTabs } from '../../ui/navigation/ScrolledTabs.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import styles from './AdminPage.module.css'
import { findScreen, screenGroups, screens } from './screens.ts'
import { pathOfScreen } from './tableParams.ts'

export default function AdminPage({ params }: PageProps) {
  const name = params.screen ?? ''
  const shown = findScreen(params.screen)
  const group = screenGroups.find(({ names }) => names.includes(name))
  const initial = useInitial()
  const { user: viewer } = initial
  // The viewer may have lost the role or logged out while the page was open.
  if (!shown || !group || !viewer?.isAdmin) return <Forbidden />
  return (
    <PageLayout wide>
      <Head title={t('{screen} · Admin dashboard', { screen: shown.label() })} noindex />
      <PageHead title={t('Admin dashboard')} />
      <ScrolledTabs
        className={styles.tabs}
        label={t('Admin dashboard')}
        items={screenGroups.map(({ label, names }) => ({
          label: withCount(label(), names, initial),
          href: pathOfScreen(names[0]),
          current: label === group.label,
        }))}
      />
      <div className={styles.screens}>
        <SegmentedLinks
          label={group.label()}
          items={group.names.map((one) => ({
            label: withCount(screens[one]?.label() ?? one, [one], initial),
            href: pathOfScreen(one),
            current: one === name,
          }))}
        />
      </div>
      <div className={styles.screen}>
        <shown.Screen />
      </div>
    </PageLayout>
  )
}

/** The number of open tasks is shown beside the label of these screens. */
function withCount(label: string, names: readonly string[], initial: Initial): string {
  const waiting = names.reduce((sum, name) => sum + (screens[name]?.count?.(initial) ?? 0), 0)
  return waiting > 0 ? t('{label} ({count, number})', { label, count: waiting }) : label
}
