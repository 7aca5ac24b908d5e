import { useEffect, useState } from 'react'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { WelcomeCard } from '../../features/signup/WelcomeCard.tsx'
import { useShownPage } from '../../router/page.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { NeedsScript } from '../../ui/layout/NeedsScript.tsx'
import { SegmentedLinks } from '../../ui/navigation/SegmentedLinks.tsx'
import { useDebounced } from '../../ui/useDebounced.ts'
import styles from './CommunitiesPage.module.css'
import { CommunitySearch } from './CommunitySearch.tsx'
import { Directory } from './Directory.tsx'
import { directorySorts, parseDirectory, pathOfDirectory } from './directory.ts'

export default function CommunitiesPage() {
  const asked = parseDirectory(new URLSearchParams(useShownPage().search))
  const [text, setText] = useState(asked.q)
  const q = useDebounced(text.trim())
  const directoryParams = { sort: asked.sort, q, next: q === '' ? asked.next : '' }
  useSyncedSearch(pathOfDirectory(directoryParams))
  return (
    <PageLayout aside={<WelcomeCard />}>
      <Head
        title={t('Communities')}
        description={t('Browse all communities by size, age or name.')}
        noindex={asked.q !== '' || asked.next !== ''}
      />
      <PageHead title={t('Communities')}>
        <RequestCommunity />
        <CreateCommunity />
      </PageHead>
      <div className="filters">
        <CommunitySearch text={text} onChange={setText} sort={asked.sort} />
        <SegmentedLinks
          label={t('Sort by')}
          items={directorySorts().map(({ sort, label }) => ({
            label,
            href: pathOfDirectory({ sort, q: '', next: '' }),
            current: q === '' && sort === asked.sort,
          }))}
        />
      </div>
      <Directory directoryParams={directoryParams} onShowAll={() => setText('')} />
    </PageLayout>
  )
}

/** Admins create communities directly; guests are prompted to log in first. */
function RequestCommunity() {
  const { user } = useInitial()
  const dialogs = useDialogs()
  if (user?.isAdmin) return null
  return (
    <NeedsScript>
      <Button small onClick={() => dialogs.open(user ? 'request-community' : 'login-prompt')}>
        {t('Request community')}
      </Button>
    </NeedsScript>
  )
}

/** On wide screens the card in the right column has this button. */
function CreateCommunity() {
  const { user, communityCreationOpen } = useInitial()
  const dialogs = useDialogs()
  if (!user || !(user.isAdmin || communityCreationOpen)) return null
  return (
    <span className={styles.create}>
      <Button small icon="add" onClick={() => dialogs.open('create-community')}>
        {t('Create community')}
      </Button>
    </span>
  )
}

/**
 * Keeps the URL equal to the search while someone types, without a navigation, so that the page and the focus stay.
 * After a reload or a step back the search is restored.
 *
 * @param path path and query.
 */
function useSyncedSearch(path: string): void {
  useEffect(() => {
    const { pathname, search } = new URL(path, location.href)
    // The same query can be encoded in several ways; the URL changes only when its meaning does.
    const asked = new URLSearchParams(location.search).get('q')?.trim() ?? ''
    const requested = new URLSearchParams(search).get('q') ?? ''
    if (location.pathname === pathname && asked !== requested) history.replaceState(history.state, '', path)
  }, [path])
}
