import { LoginForm } from '../../features/login/LoginForm.tsx'
import { useShownPage } from '../../router/page.ts'
import { sameSitePath } from '../../router/sameSitePath.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './LoginPage.module.css'

/** Login as a page of its own, for visitors of a page that needs an account. */
export default function LoginPage() {
  const next = sameSitePath(new URLSearchParams(useShownPage().search).get('next'))
  return (
    <PageLayout>
      <Head title="Login" noindex />
      <Card as="section" padded className={styles.card}>
        <h1 className={styles.title}>Login</h1>
        <noscript>
          <p>Logging in needs JavaScript.</p>
        </noscript>
        <LoginForm onLoggedIn={() => location.assign(next)} />
      </Card>
    </PageLayout>
  )
}
