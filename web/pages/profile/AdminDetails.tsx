import type { ReactNode } from 'react'
import type { User } from '../../../contract/entities/ownUser.ts'
import { t } from '../../../contract/texts/t.ts'
import { Card } from '../../ui/layout/Card.tsx'
import { Table } from '../../ui/layout/Table.tsx'
import { onDemand } from '../../ui/onDemand.tsx'
import { Time } from '../../ui/text/Time.tsx'
import styles from './AdminDetails.module.css'

const SlowVotes = onDemand(() => import('./SlowVotes.tsx'))

/** The details of a member that only admins see. */
export function AdminDetails({ user }: { user: User }) {
  return (
    <Card padded className={styles.card}>
      {user.deletedBy && (
        <p className={styles.deletedBy}>{t('Deleted by @{username}', { username: user.deletedBy })}</p>
      )}
      <Table
        caption={t('Details for admins')}
        columns={[
          { header: t('Field'), cell: ({ name }: Fact) => name },
          { header: t('Value'), cell: ({ value }: Fact) => value },
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
  { name: t('ID'), value: user.id },
  { name: t('Account number'), value: user.userIndex },
  { name: t('Username'), value: user.username },
  { name: t('Email'), value: user.email ?? none },
  { name: t('Email confirmed'), value: moment(user.emailConfirmedAt) },
  { name: t('Admin'), value: yesOrNo(user.isAdmin) },
  { name: t('Points'), value: user.points },
  { name: t('Posts'), value: user.noPosts },
  { name: t('Comments'), value: user.noComments },
  { name: t('Created'), value: moment(user.createdAt) },
  { name: t('Sign-up IP address'), value: user.createdIP ?? none },
  { name: t('Last seen'), value: moment(user.lastSeen) },
  { name: t('Last IP address'), value: user.lastSeenIP ?? none },
  { name: t('Push subscriptions'), value: user.webPushSubscriptionsCount },
  { name: t('New notifications'), value: user.notificationsNewCount },
  { name: t('Upvote notifications'), value: yesOrNo(!user.upvoteNotificationsOff) },
  { name: t('Reply notifications'), value: yesOrNo(!user.replyNotificationsOff) },
  { name: t('Mention notifications'), value: yesOrNo(!user.mentionNotificationsOff) },
  { name: t('Home feed'), value: user.homeFeed },
  { name: t('Remembers feed sort'), value: yesOrNo(user.rememberFeedSort) },
  { name: t('Hides video players'), value: yesOrNo(user.embedsOff) },
  { name: t('Hides profile pictures'), value: yesOrNo(user.hideUserProfilePictures) },
  { name: t('Requires alt text'), value: yesOrNo(user.requireAltText) },
  {
    name: t('Voting slowed down'),
    value: user.votesSlowedAt ? <SlowVotes username={user.username} since={user.votesSlowedAt} /> : none,
  },
  { name: t('Banned'), value: moment(user.bannedAt) },
  { name: t('Deleted'), value: moment(user.deletedAt) },
]

const none = '–'
const yesOrNo = (is: boolean) => (is ? t('Yes') : t('No'))
const moment = (at: string | null | undefined): ReactNode => (at ? <Time at={at} format="date" /> : none)
