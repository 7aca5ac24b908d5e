import { Card } from '../../components/Card.tsx'
import { pathOfOurs } from '../../data/pathOfOurs.ts'
import { useShown } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { LoginForm } from '../../shell/login/LoginForm.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import styles from './LoginPage.module.css'

/** The way in, for those who came to a page that needs an account. */
export default function LoginPage() {
  const next = pathOfOurs(new URLSearchParams(useShown().search).get('next'))
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
