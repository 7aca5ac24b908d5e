import type { Initial } from '../../../contract/entities/initial.ts'
import { useInitial } from '../../data/account/initial.ts'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Forbidden } from '../../shell/status/Forbidden.tsx'
import { ScrolledTabs } from '../../ui/navigation/ScrolledTabs.tsx'
import styles from './AdminPage.module.css'
import { findScreen, type Screen, screens } from './screens.ts'
import { pathOfScreen } from './tableParams.ts'

export default function AdminPage({ params }: PageProps) {
  const shown = findScreen(params.screen)
  const initial = useInitial()
  const { user: viewer } = initial
  // The viewer may have lost the role or logged out while the page was open.
  if (!shown || !viewer?.isAdmin) return <Forbidden />
  return (
    <PageLayout wide>
      <Head title={`${shown.label} · Admin dashboard`} noindex />
      <h1 className={styles.title}>Admin dashboard</h1>
      <ScrolledTabs
        className={styles.tabs}
        label="Admin dashboard"
        items={Object.entries(screens).map(([name, screen]) => ({
          label: labelOf(screen, initial),
          href: pathOfScreen(name),
          current: screen === shown,
        }))}
      />
      <div className={styles.screen}>
        <shown.Screen />
      </div>
    </PageLayout>
  )
}

const labelOf = ({ label, count }: Screen, initial: Initial): string => {
  const waiting = count?.(initial) ?? 0
  return waiting > 0 ? `${label} (${waiting})` : label
}
