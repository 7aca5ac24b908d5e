import { useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { Button } from '../../components/Button.tsx'
import { SegmentedLinks } from '../../components/SegmentedLinks.tsx'
import { useInitial } from '../../data/initial.ts'
import { useShown } from '../../navigation.ts'
import { useDialogs } from '../../shell/dialogs.tsx'
import { Head } from '../../shell/Head.tsx'
import { NeedsScript } from '../../shell/NeedsScript.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { WelcomeCard } from '../home/WelcomeCard.tsx'
import styles from './CommunitiesPage.module.css'
import { CommunitySearch } from './CommunitySearch.tsx'
import { Directory } from './Directory.tsx'
import { addressOfDirectory, directorySorts, readDirectory } from './directory.ts'
import { useAddressFollows } from './useAddressFollows.ts'
import { useSettled } from './useSettled.ts'

/** All communities of the site, in an order or by a part of their name. */
export default function CommunitiesPage() {
  const asked = readDirectory(new URLSearchParams(useShown().search))
  const [text, setText] = useState(asked.q)
  const q = useSettled(text.trim(), limits.communitySuggestionsDebounceMs)
  const address = { sort: asked.sort, q }
  useAddressFollows(addressOfDirectory(address))
  return (
    <PageLayout aside={<WelcomeCard />}>
      <Head
        title="Communities"
        description="All communities, by members, age or name."
        noindex={asked.q !== ''}
      />
      <div className={styles.head}>
        <h1 className={styles.title}>Communities</h1>
        <RequestCommunity />
        <CreateCommunity />
      </div>
      <div className={styles.controls}>
        <CommunitySearch text={text} onChange={setText} sort={asked.sort} />
        <SegmentedLinks
          label="Sort by"
          items={directorySorts.map(({ sort, label }) => ({
            label,
            href: addressOfDirectory({ sort, q: '' }),
            current: q === '' && sort === asked.sort,
          }))}
        />
      </div>
      <Directory address={address} onShowAll={() => setText('')} />
    </PageLayout>
  )
}

/** Admins need not ask anybody; guests are asked to log in first. */
function RequestCommunity() {
  const { user } = useInitial()
  const dialogs = useDialogs()
  if (user?.isAdmin) return null
  return (
    <NeedsScript>
      <Button small onClick={() => dialogs.open(user ? 'request-community' : 'login-prompt')}>
        Request community
      </Button>
    </NeedsScript>
  )
}

/** Where there is a right column, the card there has this button. */
function CreateCommunity() {
  const { user, communityCreationOpen } = useInitial()
  const dialogs = useDialogs()
  if (!user || !(user.isAdmin || communityCreationOpen)) return null
  return (
    <span className={styles.create}>
      <Button small icon="add" onClick={() => dialogs.open('create-community')}>
        Create community
      </Button>
    </span>
  )
}
