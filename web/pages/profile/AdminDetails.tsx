import type { ReactNode } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AdminDetails.module.css'

/** The details of a member that only admins see. */
export function AdminDetails({ user }: { user: User }) {
  return (
    <Card padded className={styles.card}>
      {user.deletedBy && <p className={styles.deletedBy}>Deleted by @{user.deletedBy}</p>}
      <Table
        caption="Details for admins"
        columns={[
          { header: 'Field', cell: ({ name }: Fact) => name },
          { header: 'Value', cell: ({ value }: Fact) => value },
        ]}
        rows={factsOf(user)}
        keyOf={({ name }) => name}
      />
    </Card>
  )
}

interface Fact {
  name: string
  value: ReactNode
}

const factsOf = (user: User): Fact[] => [
  { name: 'ID', value: user.id },
  { name: 'Number of account', value: user.userIndex },
  { name: 'Username', value: user.username },
  { name: 'Email', value: user.email ?? none },
  { name: 'Email confirmed', value: moment(user.emailConfirmedAt) },
  { name: 'Admin', value: yesOrNo(user.isAdmin) },
  { name: 'Points', value: user.points },
  { name: 'Posts', value: user.noPosts },
  { name: 'Comments', value: user.noComments },
  { name: 'Created', value: moment(user.createdAt) },
  { name: 'Created from', value: user.createdIP ?? none },
  { name: 'Last seen', value: moment(user.lastSeen) },
  { name: 'Last seen from', value: user.lastSeenIP ?? none },
  { name: 'Push subscriptions', value: user.webPushSubscriptionsCount },
  { name: 'New notifications', value: user.notificationsNewCount },
  { name: 'No upvote notifications', value: yesOrNo(user.upvoteNotificationsOff) },
  { name: 'No reply notifications', value: yesOrNo(user.replyNotificationsOff) },
  { name: 'No mention notifications', value: yesOrNo(user.mentionNotificationsOff) },
  { name: 'Home feed', value: user.homeFeed },
  { name: 'Remembers feed sort', value: yesOrNo(user.rememberFeedSort) },
  { name: 'Embeds off', value: yesOrNo(user.embedsOff) },
  { name: 'Hides profile pictures', value: yesOrNo(user.hideUserProfilePictures) },
  { name: 'Requires alt text', value: yesOrNo(user.requireAltText) },
  { name: 'Banned', value: moment(user.bannedAt) },
  { name: 'Deleted', value: moment(user.deletedAt) },
]

const none = '–'
const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No')
const moment = (at: string | null | undefined): ReactNode => (at ? <Time at={at} format="date" /> : none)
