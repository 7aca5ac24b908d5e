import type { ReactNode } from 'react'
import type { QueueAuthor as Author } from '../../../contract/entities/queue.ts'
import { t } from '../../../contract/texts/t.ts'
import { useLayer } from '../../router/useLayer.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import { MemberHistoryDialog } from './MemberHistory.tsx'
import styles from './QueueAuthor.module.css'

interface QueueAuthorProps {
  author: Author
  community: { id: string; name: string }
}

/** Facts about the author of an item, one per row; the rest, and notes, in a dialog. */
export function QueueAuthor({ author, community }: QueueAuthorProps) {
  const history = useLayer()
  const { username, createdAt, points, noPosts, noComments, noRemovals, noBans, isBanned, noOtherReports } =
    author
  return (
    <div className={styles.author}>
      <h3 className={styles.name}>
        <AuthorLink item={{ username, userDeleted: false }} />
      </h3>
      <dl className={styles.facts}>
        <Fact name={t('Joined')}>
          <Time at={createdAt} />
        </Fact>
        <Fact name={t('Points')}>{points}</Fact>
        <Fact name={t('Posts')}>{noPosts}</Fact>
        <Fact name={t('Comments')}>{noComments}</Fact>
        <Fact name={t('Removed here')} isNotable={noRemovals > 0}>
          {noRemovals}
        </Fact>
        <Fact name={t('Bans here')} isNotable={noBans > 0 || isBanned}>
          {isBanned ? t('{count, number}, banned now', { count: noBans }) : noBans}
        </Fact>
        <Fact name={t('Other reports')} isNotable={noOtherReports > 0}>
          {noOtherReports}
        </Fact>
      </dl>
      <div className={styles.more}>
        <Button small data-key="n" onClick={history.open}>
          {t('History and notes')}
        </Button>
        <Button small href={`/${community.name}/modtools/modmail?to=${username}`}>
          {t('Message or warn')}
        </Button>
      </div>
      {history.isOpen && (
        <MemberHistoryDialog
          communityId={community.id}
          communityName={community.name}
          username={username}
          onClose={history.close}
        />
      )}
    </div>
  )
}

/** @param props.isNotable whether it deserves attention. */
function Fact({ name, isNotable, children }: { name: string; isNotable?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-notable={isNotable || undefined}>{children}</dd>
    </div>
  )
}
