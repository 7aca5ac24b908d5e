import { TabLinks } from '../../components/TabLinks.tsx'
import type { PageProps } from '../../routes.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import styles from './AdminPage.module.css'
import { findScreen, screens } from './screens.ts'
import { addressOfScreen } from './tableAddress.ts'

/** What only admins do: the settings of the site, and everybody and everything on it. */
export default function AdminPage({ params }: PageProps) {
  const shown = findScreen(params.screen)
  if (!shown) return null
  return (
    <PageLayout wide>
      <Head title={`${shown.label} · Admin dashboard`} noindex />
      <h1 className={styles.title}>Admin dashboard</h1>
      <TabLinks
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
