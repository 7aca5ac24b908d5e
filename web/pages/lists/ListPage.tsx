import { useSuspenseQuery } from '@tanstack/react-query'
import { t } from '../../../contract/texts/t.ts'
import { useViewer } from '../../data/account/initial.ts'
import { pathOfList } from '../../data/lists/listPaths.ts'
import { listQuery } from '../../data/lists/lists.ts'
import { useShownPage } from '../../router/page.ts'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { ListHeader } from './ListHeader.tsx'
import { ListItems } from './ListItems.tsx'
import styles from './Lists.module.css'

export default function ListPage({ params }: PageProps) {
  const name = { username: params.username ?? '', listName: params.listName ?? '' }
  const { data: list } = useSuspenseQuery(listQuery(name))
  const from = new URLSearchParams(useShownPage().search).get('next')
  const isOwner = useViewer()?.id === list.userId
  return (
    <PageLayout>
      <Head
        title={t('{list} by @{name}', { list: list.displayName, name: list.username })}
        description={list.description}
        canonicalPath={pathOfList(list)}
        noindex={!list.public || from !== null}
      />
      <ListHeader list={list} isOwner={isOwner} />
      {from !== null && (
        <div className={styles.part}>
          <Banner
            action={
              <Button small variant="soft" href={pathOfList(list)}>
                {t('Back to the start')}
              </Button>
            }
          >
            {t("You're partway through this list.")}
          </Banner>
        </div>
      )}
      <ListItems list={list} from={from} isOwner={isOwner} />
    </PageLayout>
  )
}
