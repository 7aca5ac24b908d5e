import { useSuspenseQuery } from '@tanstack/react-query'
import { Card } from '../../components/Card.tsx'
import { Link } from '../../components/Link.tsx'
import { Markdown } from '../../components/Markdown.tsx'
import { staticPageQuery } from '../../data/staticPages.ts'
import { useNavigator, useShown } from '../../navigation.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import styles from './StaticPage.module.css'

const pages = [
  ['/about', 'About'],
  ['/guidelines', 'Guidelines'],
  ['/moderator-guidelines', 'Moderator guidelines'],
  ['/terms', 'Terms'],
  ['/privacy-policy', 'Privacy policy'],
  ['/markdown_guide', 'Markdown guide'],
] as const

/** What the site is, and what holds there, in the words of its owner. */
export default function StaticPage() {
  const { navigate } = useNavigator()
  const { data: page } = useSuspenseQuery(staticPageQuery(useShown().path.slice(1)))
  const address = `/${page.name}`
  return (
    <PageLayout aside={<OtherPages current={address} />}>
      <Head title={page.title} description={page.description} canonicalPath={address} />
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
      <nav aria-label="More about this site">
        <ul className={styles.pages}>
          {pages.map(([href, label]) => (
            <li key={href}>
              <Link href={href} className={styles.link} aria-current={href === current ? 'page' : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Card>
  )
}
