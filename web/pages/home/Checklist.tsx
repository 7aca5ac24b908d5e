import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Checklist as Facts } from '../../../contract/entities/checklist.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { checklistQuery, useTickChecklist } from '../../data/admin/checklist.ts'
import { useDialogs } from '../../features/dialogs/dialogs.tsx'
import { useNotifyFailure } from '../../features/failures/useNotifyFailure.ts'
import { useCopyLink } from '../../features/sharing/useCopyLink.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { IconButton } from '../../ui/buttons/IconButton.tsx'
import { Icon } from '../../ui/icons/Icon.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import styles from './Checklist.module.css'

const isComplete = ({ setup, community, rules, contact, mail, backup, others }: Facts) =>
  setup && community && rules && contact && mail === 'works' && backup && others

/** The checklist of a new site, for admins. It disappears when everything is done, or when it is removed. */
export function Checklist() {
  const { data: facts } = useQuery(checklistQuery)
  const tick = useTickChecklist()
  const { mutate, isIdle } = tick
  const { joining } = useInitial()
  const dialogs = useDialogs()
  const copyLink = useCopyLink()
  const notifyFailure = useNotifyFailure()
  const isDone = facts !== undefined && isComplete(facts)
  useEffect(() => {
    if (isDone && isIdle) mutate('dismissed')
  }, [isDone, isIdle, mutate])
  // A failure is silent: the page is about something else, and the next visit asks again.
  if (!facts || isDone) return null
  const { setup, community, rules, contact, mail, backup, others } = facts
  return (
    <Card as="section" padded className={styles.card} aria-labelledby="checklist-title">
      <div className={styles.head}>
        <h2 id="checklist-title" className={styles.title}>
          {t('Your new forum')}
        </h2>
        <IconButton
          icon="close"
          label={t('Dismiss')}
          onClick={() => mutate('dismissed', { onError: notifyFailure })}
        />
      </div>
      <ul>
        <Item isDone={setup} label={t('Add a name and description')}>
          <Button small href="/admin/setup">
            {t('Set up')}
          </Button>
        </Item>
        <Item isDone={community} label={t('Create your first community')}>
          <Button small onClick={() => dialogs.open('create-community')}>
            {t('Create community')}
          </Button>
        </Item>
        <Item isDone={rules} label={t("Review your site's guidelines")}>
          <Button small href="/guidelines" onClick={() => mutate('rules')}>
            {t('Read')}
          </Button>
        </Item>
        <Item isDone={contact} label={t('Add contact details')}>
          <Button small href="/admin/law">
            {t('Contact')}
          </Button>
        </Item>
        <Item isDone={mail === 'works'} label={t('Set up email')} hint={mailHints()[mail]}>
          {mail === 'untried' && (
            <Button small href="/settings">
              {t('Confirm email')}
            </Button>
          )}
        </Item>
        <Item isDone={backup} label={t('Turn on backups')}>
          <Button small href="/admin/backups">
            {t('Backups')}
          </Button>
        </Item>
        <Item isDone={others} label={t('Invite someone')}>
          {joining === 'open' ? (
            <Button small icon="copy" onClick={() => copyLink('/')}>
              {t('Copy link')}
            </Button>
          ) : (
            <Button small href="/admin/invitations">
              {t('Invite')}
            </Button>
          )}
        </Item>
      </ul>
    </Card>
  )
}

const mailHints = () => ({
  off: t('Needed for password resets. Set SMTP_URL, MAIL_FROM and SITE_URL on the server.'),
  untried: t('Add your email in Settings, then open the link we send you.'),
  works: null,
})

interface ItemProps {
  isDone: boolean
  label: string
  hint?: string | null
  /** How to do it. */
  children: ReactNode
}

function Item({ isDone, label, hint, children }: ItemProps) {
  return (
    <li className={styles.item} data-done={isDone || undefined}>
      <span className={styles.mark}>{isDone && <Icon name="check" size={14} />}</span>
      <div className={styles.text}>
        <p>
          {label}
          {isDone && <span className="visually-hidden">{t('(done)')}</span>}
        </p>
        {hint && !isDone && <p className={styles.hint}>{hint}</p>}
      </div>
      {!isDone && children}
    </li>
  )
}
