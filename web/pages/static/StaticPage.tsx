import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { staticPageQuery } from '../../data/site/staticPages.ts'
import { useNavigator } from '../../router/navigator.ts'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Markdown } from '../../ui/markdown/Markdown.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import styles from './StaticPage.module.css'

const pages = () =>
  [
    ['/about', t('About')],
    ['/guidelines', t('Guidelines')],
    ['/moderator-guidelines', t('Moderator guidelines')],
    ['/terms', t('Terms')],
    ['/privacy-policy', t('Privacy policy')],
    ['/contact-us', t('Contact')],
    ['/markdown_guide', t('Markdown guide')],
  ] as const

export default function StaticPage() {
  const { navigate } = useNavigator()
  const { data: page } = useSuspenseQuery(staticPageQuery(useShownPage().path.slice(1)))
  const path = `/${page.name}`
  return (
    <PageLayout aside={<OtherPages current={path} />}>
      <Head title={page.title} description={page.description} canonicalPath={path} />
      <Card as="article" className={styles.page} aria-labelledby="page-title">
        <h1 id="page-title" className={styles.title}>
          {page.title}
        </h1>
        <div className={styles.text}>
          <Markdown html={page.html} onNavigate={navigate} />
        </div>
      </Card>
    </PageLayout>
  )
}

function OtherPages({ current }: { current: string }) {
  return (
    <Card padded>
      <nav aria-label={t('More about this site')}>
        <ul className={styles.pages}>
          {pages().map(([href, label]) => (
            <li key={href}>
              <Link href={href} className={styles.link} aria-current={href === current ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
          <li>
            {/* The router has no such page: the build writes it. */}
            <a href="/licences" className={styles.link}>
              {t('Licenses')}
            </a>
          </li>
        </ul>
      </nav>
    </Card>
  )
}
