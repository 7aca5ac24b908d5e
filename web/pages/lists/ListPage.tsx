import { useSuspenseQuery } from '@tanstack/react-query'
import { Banner } from '../../components/Banner.tsx'
import { Button } from '../../components/Button.tsx'
import { useViewer } from '../../data/initial.ts'
import { addressOfList } from '../../data/listAddresses.ts'
import { listQuery } from '../../data/lists.ts'
import { useShown } from '../../navigation.ts'
import type { PageProps } from '../../routes.tsx'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ListItems } from './ListItems.tsx'
import styles from './Lists.module.css'

/** A list of a member's, with what is in it. */
export default function ListPage({ params }: PageProps) {
  const name = { username: params.username ?? '', listName: params.listName ?? '' }
  const { data: list } = useSuspenseQuery(listQuery(name))
  const from = new URLSearchParams(useShown().search).get('next')
  const isOwner = useViewer()?.id === list.userId
  return (
    <PageLayout>
      <Head
        title={`${list.displayName} by @${list.username}`}
        description={list.description}
        canonicalPath={addressOfList(list)}
        noindex={!list.public || from !== null}
      />
      <ListHeader list={list} isOwner={isOwner} />
      {from !== null && (
        <div className={styles.part}>
          <Banner
            action={
              <Button small variant="soft" href={addressOfList(list)}>
                From the beginning
              </Button>
            }
          >
            These are later items of the list.
          </Banner>
        </div>
      )}
      <ListItems list={list} from={from} isOwner={isOwner} />
    </PageLayout>
  )
}
