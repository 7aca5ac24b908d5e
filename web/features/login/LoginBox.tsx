import { useId } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './LoginBox.module.css'
import { LoginForm } from './LoginForm.tsx'

/** The login form in the right column. */
export function LoginBox() {
  const id = useId()
  return (
    <Card as="section" padded className={styles.box} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('Login')}
      </h2>
      <LoginForm isBesideBar onLoggedIn={() => location.reload()} />
    </Card>
  )
}
