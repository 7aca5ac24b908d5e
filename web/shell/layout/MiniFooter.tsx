import { useContext } from 'react'
import { pagesOfPrivateForum } from '../../../contract/access.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { SiteContext, useContactHref } from '../../data/account/site.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { useTextNow } from '../../ui/text/clock.ts'
import styles from './MiniFooter.module.css'

const labelsOf = () => ({
  about: t('About'),
  terms: t('Terms'),
  'privacy-policy': t('Privacy'),
  guidelines: t('Guidelines'),
  'moderator-guidelines': t('Moderating'),
  'contact-us': t('Contact'),
  markdown_guide: t('Markdown'),
})

/** The footer of every page: links to the pages about the site; for guests of a private forum, to those that they may read. */
export function MiniFooter() {
  const site = useContext(SiteContext)
  const dialogs = useDialogs()
  const { privateForum, user } = useInitial()
  const contactHref = useContactHref()
  const labels = labelsOf()
  const isBare = privateForum && !user
  const year = useTextNow((now) => String(now.getUTCFullYear()))
  return (
    <footer className={styles.footer}>
      <p className={styles.links}>
        {site.footerPages
          .filter((name) => !isBare || pagesOfPrivateForum.has(name))
          .map((name) => (
            <Link key={name} href={`/${name}`}>
              {labels[name]}
            </Link>
          ))}
        {!isBare && (
          <>
            <Link href="/modlog">{t('Moderation log')}</Link>
            <Link href={site.docsUrl || '/markdown_guide'}>{t('Docs')}</Link>
            <a href="/api/docs">{t('API')}</a>
          </>
        )}
        <Link href="/notice">{t('Report illegal content')}</Link>
        {site.languages && (
          <a href="/-/language" rel="nofollow">
            {t('Language')}
          </a>
        )}
        {contactHref && <Link href={contactHref}>{t('Contact')}</Link>}
        {!isBare && (
          <button type="button" className={styles.shortcuts} onClick={() => dialogs.open('shortcuts')}>
            {t('Keyboard shortcuts')}
          </button>
        )}
      </p>
      <p>
        © {year} {site.name}
      </p>
    </footer>
  )
}
