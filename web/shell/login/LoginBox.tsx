import { Card } from '../../components/Card.tsx'
import styles from './LoginBox.module.css'
import { LoginForm } from './LoginForm.tsx'

/** The way in, beside the feed. */
export function LoginBox() {
  return (
    <Card as="section" padded className={styles.box} aria-labelledby="login-box">
      <h2 id="login-box" className={styles.title}>
        Login
      </h2>
      <LoginForm onLoggedIn={() => location.reload()} />
    </Card>
  )
}
