import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import { Button } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { ErrorState } from '../../components/ErrorState.tsx'
import { Link } from '../../components/Link.tsx'
import { TextSkeleton } from '../../components/Skeleton.tsx'
import { communityQuery } from '../../data/communities.ts'
import { type LogAnswer, moderationLogQuery } from '../../data/moderationLog.ts'
import { useShown } from '../../navigation.ts'
import type { PageProps } from '../../routes.tsx'
import { failureText } from '../../shell/failureText.ts'
import { Head } from '../../shell/Head.tsx'
import { PageLayout } from '../../shell/PageLayout.tsx'
import { CommunityCard } from '../community/CommunityCard.tsx'
import { LogFilter } from './LogFilter.tsx'
import { LogRow } from './LogRow.tsx'
import styles from './ModlogPage.module.css'
import { addressOfModlog, type LogAddress, pathOfModlog, readModlog } from './modlogAddress.ts'

/** What moderators and admins did: in a community, or on the whole site. */
export default function ModlogPage({ params }: PageProps) {
  const { communityName } = params
  return communityName === undefined ? <Log community={null} /> : <CommunityLog name={communityName} />
}

function CommunityLog({ name }: { name: string }) {
  const { data: community } = useSuspenseQuery(communityQuery(name))
  return <Log community={community} />
}

function Log({ community }: { community: Community | null }) {
  const address = readModlog(new URLSearchParams(useShown().search))
  const name = community?.name ?? ''
  const log = useQuery(moderationLogQuery({ ...address, communityId: community?.id ?? '' }))
  const { data: answer } = log
  const mistake = answer && 'mistake' in answer ? answer.mistake : undefined
  return (
    <PageLayout aside={community && <CommunityCard community={community} />}>
      <Head
        title={community ? `Moderation log of ${name}` : 'Moderation log'}
        description="What moderators and admins did, and why."
        canonicalPath={pathOfModlog(name)}
        noindex={addressOfModlog(name, address) !== pathOfModlog(name)}
      />
      <div className={styles.head}>
        <h1 className={styles.title}>Moderation log</h1>
        <p className={styles.what}>
          What moderators and admins did
          {community ? (
            <>
              {' in '}
              <Link href={`/${name}`} className={styles.community}>
                {name}
              </Link>
            </>
          ) : (
            ' on this site'
          )}
          , and why.
        </p>
      </div>
      <LogFilter
        key={addressOfModlog(name, { ...address, next: '' })}
        communityName={name}
        address={address}
        namesModerators={answer === undefined || 'mistake' in answer || answer.namesModerators}
        mistake={mistake}
      />
      {log.isError ? (
        <ErrorState text={failureText(log.error)} onRetry={() => log.refetch()} />
      ) : (
        <Entries answer={answer} communityName={name} address={address} />
      )}
    </PageLayout>
  )
}

interface Entries {
  answer: LogAnswer | undefined
  communityName: string
  address: LogAddress
}

function Entries({ answer, communityName, address }: Entries) {
  if (!answer)
    return (
      <Card padded aria-busy="true">
        <TextSkeleton lines={8} />
      </Card>
    )
  if ('mistake' in answer)
    return <EmptyState icon="moderation" title="Nothing to show" text={answer.mistake} />
  const hrefOf = (next: string) => addressOfModlog(communityName, { ...address, next })
  const isNarrowed = address.action !== '' || address.moderator !== ''
  if (answer.items.length === 0)
    return (
      <EmptyState
        icon="moderation"
        title="Nothing was done"
        text={
          isNarrowed ? 'Nothing of this kind, at least.' : 'What moderators and admins do will stand here.'
        }
      />
    )
  return (
    <>
      <Card>
        <ol>
          {answer.items.map((entry) => (
            <LogRow key={entry.id} entry={entry} showsCommunity={communityName === ''} />
          ))}
        </ol>
      </Card>
      {(address.next !== '' || answer.next !== null) && (
        <nav aria-label="Pages" className={styles.pages}>
          {address.next !== '' && (
            <Button href={hrefOf('')} rel="first">
              Newest
            </Button>
          )}
          {answer.next !== null && (
            <Button href={hrefOf(answer.next)} rel="next">
              Older
            </Button>
          )}
        </nav>
      )}
    </>
  )
}
