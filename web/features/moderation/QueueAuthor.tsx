import type { ReactNode } from 'react'
import type { QueueAuthor as Author } from '../../../contract/entities/queue.ts'
import { Time } from '../../ui/text/Time.tsx'
import { AuthorLink } from '../authors/AuthorLink.tsx'
import styles from './QueueAuthor.module.css'

/** What moderators know of the author of an item, a row for each fact. */
export function QueueAuthor({ author }: { author: Author }) {
  const { username, createdAt, points, noPosts, noComments, noRemovals, noBans, isBanned, noOtherReports } =
    author
  return (
    <div className={styles.author}>
      <h3 className={styles.name}>
        <AuthorLink item={{ username, userDeleted: false }} />
      </h3>
      <dl className={styles.facts}>
        <Fact name="Joined">
          <Time at={createdAt} />
        </Fact>
        <Fact name="Points">{points}</Fact>
        <Fact name="Posts">{noPosts}</Fact>
        <Fact name="Comments">{noComments}</Fact>
        <Fact name="Removed here" isNotable={noRemovals > 0}>
          {noRemovals}
        </Fact>
        <Fact name="Bans here" isNotable={noBans > 0 || isBanned}>
          {isBanned ? `${noBans}, banned now` : noBans}
        </Fact>
        <Fact name="Other reports" isNotable={noOtherReports > 0}>
          {noOtherReports}
        </Fact>
      </dl>
    </div>
  )
}

/** @param props.isNotable whether a moderator should look at it. */
function Fact({ name, isNotable, children }: { name: string; isNotable?: boolean; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd data-notable={isNotable || undefined}>{children}</dd>
    </div>
  )
}
