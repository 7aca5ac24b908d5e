import { useContext } from 'react'
import { formPath } from '../../../contract/plainForms.ts'
import { sameSitePath } from '../../../contract/sameSitePath.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext } from '../../data/account/site.ts'
import { LoginForm } from '../../features/login/LoginForm.tsx'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { isolated } from '../../ui/text/isolated.tsx'
import styles from './LoginPage.module.css'

/** Login as a page of its own, for visitors of a page that needs an account. It is the front page of a private forum. */
export default function LoginPage() {
  const next = sameSitePath(new URLSearchParams(useShownPage().search).get('next'))
  const { privateForum } = useInitial()
  return (
    <PageLayout>
      <Head title={t('Login')} noindex />
      {privateForum && <Welcome />}
      <Card as="section" padded className={styles.card}>
        {privateForum ? (
          <h2 className={styles.title}>{t('Login')}</h2>
        ) : (
          <h1 className={styles.title}>{t('Login')}</h1>
        )}
        <LoginForm onLoggedIn={() => location.assign(next)} />
        <noscript>
          <a href={formPath('signup')} className={styles.signup}>
            {t('Create account')}
          </a>
        </noscript>
      </Card>
      {privateForum && (
        <p className={styles.links}>
          <Link href="/terms">{t('Terms')}</Link>
          <Link href="/privacy-policy">{t('Privacy')}</Link>
        </p>
      )}
    </PageLayout>
  )
}

/** The description of a private forum. */
function Welcome() {
  const site = useContext(SiteContext)
  const { joining } = useInitial()
  return (
    <div className={styles.welcome}>
      <h1 className={styles.name}>{site.name}</h1>
      <p>
        <bdi>{isolated(site.description)}</bdi>
      </p>
      <p className={styles.joining}>
        {t('This forum is for members only.')} {joiningTexts()[joining]}
      </p>
    </div>
  )
}

const joiningTexts = () => ({
  open: t('Anyone can create an account.'),
  approval: t('You can apply for an account. An admin will review your application.'),
  invitation: t('To join, open the invitation link you were sent.'),
  closed: t("This forum isn't taking new members right now."),
})
