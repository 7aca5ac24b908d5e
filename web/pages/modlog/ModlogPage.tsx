import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import type { Community } from '../../../contract/entities/community.ts'
import { t } from '../../../contract/texts/t.ts'
import { communityQuery } from '../../data/communities/communities.ts'
import {
  type LogAnswer,
  mistakeText,
  moderationLogQuery,
  urlOfLogFile,
} from '../../data/moderation/moderationLog.ts'
import { CommunityCard } from '../../features/communities/CommunityCard.tsx'
import { failureText } from '../../features/failures/failureText.ts'
import { useShownPage } from '../../router/page.ts'
import type { PageProps } from '../../router/route.ts'
import { Head } from '../../shell/layout/Head.tsx'
import { PageHead } from '../../shell/layout/PageHead.tsx'
import { PageLayout } from '../../shell/layout/PageLayout.tsx'
import { Button } from '../../ui/buttons/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { TextSkeleton } from '../../ui/feedback/Skeleton.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { Link } from '../../ui/navigation/Link.tsx'
import { rich } from '../../ui/text/rich.ts'
import { LogFilter } from './LogFilter.tsx'
import { LogRow } from './LogRow.tsx'
import styles from './ModlogPage.module.css'
import { isNarrowed, type LogParams, parseModlog, pathOfModlog, pathOfModlogPage } from './modlogParams.ts'

/** The moderation log of a community, or of the whole site. */
export default function ModlogPage({ params }: PageProps) {
  const { communityName } = params
  return communityName === undefined ? <Log community={null} /> : <CommunityLog name={communityName} />
}

function CommunityLog({ name }: { name: string }) {
  const { data: community } = useSuspenseQuery(communityQuery(name))
  return <Log community={community} />
}

function Log({ community }: { community: Community | null }) {
  const logParams = parseModlog(new URLSearchParams(useShownPage().search))
  const name = community?.name ?? ''
  const log = useQuery(moderationLogQuery({ ...logParams, communityId: community?.id ?? '' }))
  const { data: answer } = log
  const mistake =
    answer && 'mistake' in answer && answer.filter === 'moderator' ? mistakeText(answer) : undefined
  return (
    <PageLayout aside={community && <CommunityCard community={community} />}>
      <Head
        title={community ? t('Moderation log of {community}', { community: name }) : t('Moderation log')}
        description={t('What moderators and admins did, and why.')}
        canonicalPath={pathOfModlog(name)}
        noindex={pathOfModlogPage(name, logParams) !== pathOfModlog(name)}
        hasFeed={community !== null}
      />
      <PageHead
        title={t('Moderation log')}
        hint={
          community
            ? rich('What moderators and admins did in {community}, and why.', {
                community: (
                  <Link href={`/${name}`} className={styles.community}>
                    {name}
                  </Link>
                ),
              })
            : t('What moderators and admins did on this site, and why.')
        }
      />
      <LogFilter
        key={pathOfModlogPage(name, { ...logParams, next: '' })}
        communityName={name}
        logParams={logParams}
        namesModerators={answer === undefined || 'mistake' in answer || answer.namesModerators}
        mistake={mistake}
      />
      {log.isError ? (
        <ErrorState text={failureText(log.error)} onRetry={() => log.refetch()} />
      ) : (
        <Entries answer={answer} community={community} logParams={logParams} />
      )}
    </PageLayout>
  )
}

interface EntriesProps {
  answer: LogAnswer | undefined
  community: Community | null
  logParams: LogParams
}

function Entries({ answer, community, logParams }: EntriesProps) {
  const communityName = community?.name ?? ''
  if (!answer)
    return (
      <Card padded aria-busy="true">
        <TextSkeleton lines={8} />
      </Card>
    )
  if ('mistake' in answer)
    return <EmptyState icon="moderation" title={t('Nothing to show')} text={mistakeText(answer)} />
  const { next: _page, ...filters } = logParams
  const hrefOf = (next: string) => pathOfModlogPage(communityName, { ...logParams, next })
  if (answer.items.length === 0)
    return (
      <EmptyState
        icon="moderation"
        title={t('No entries')}
        text={
          isNarrowed(logParams)
            ? t('No entries match the filters.')
            : t('Actions by moderators and admins show up here.')
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
      {(logParams.next !== '' || answer.next !== null) && (
        <nav aria-label={t('Pages')} className={styles.pages}>
          {logParams.next !== '' && (
            <Button href={hrefOf('')} rel="first">
              {t('Newest')}
            </Button>
          )}
          {answer.next !== null && (
            <Button href={hrefOf(answer.next)} rel="next">
              {t('Older')}
            </Button>
          )}
        </nav>
      )}
      <p className={styles.file}>
        <Button
          href={urlOfLogFile({ ...filters, communityId: community?.id ?? '' })}
          download
          small
          variant="soft"
          icon="download"
        >
          {t('Download as CSV')}
        </Button>
        {community && (
          <Button href={`/${communityName}/modlog.atom`} small variant="soft" icon="activity">
            {t('Atom feed')}
          </Button>
        )}
      </p>
    </>
  )
}
