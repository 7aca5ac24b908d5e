import { ScrolledTabs } from '../../components/ScrolledTabs.tsx'
import { useViewer } from '../../data/initial.ts'
import type { PageProps } from '../../routes.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { Forbidden } from '../status/Forbidden.tsx'
import styles from './AdminPage.module.css'
import { findScreen, screens } from './screens.ts'
import { addressOfScreen } from './tableAddress.ts'

/** What only admins do: the settings of the site, and everybody and everything on it. */
export default function AdminPage({ params }: PageProps) {
  const shown = findScreen(params.screen)
  const viewer = useViewer()
  // Who is looking may have lost the right, or have logged out, while the page was open.
  if (!shown || !viewer?.isAdmin) return <Forbidden />
  return (
    <PageLayout wide>
      <Head title={`${shown.label} · Admin dashboard`} noindex />
      <h1 className={styles.title}>Admin dashboard</h1>
      <ScrolledTabs
        className={styles.tabs}
        label="Admin dashboard"
        items={Object.entries(screens).map(([name, screen]) => ({
          label: screen.label,
          href: addressOfScreen(name),
          current: screen === shown,
        }))}
      />
      <div className={styles.screen}>
        <shown.Screen />
      </div>
    </PageLayout>
  )
}
