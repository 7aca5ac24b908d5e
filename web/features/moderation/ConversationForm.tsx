import { type FormEvent, useState } from 'react'
import { limits } from '../../../contract/limits.ts'
import { bareName } from '../../../contract/memberName.ts'
import { t } from '../../../contract/texts/t.ts'
import type { MessageKind } from '../../../contract/words.ts'
import { useStartConversation } from '../../data/moderation/modmail.ts'
import { useNavigator } from '../../router/navigator.ts'
import { Button } from '../../ui/buttons/Button.tsx'
import { TextArea } from '../../ui/forms/TextArea.tsx'
import { TextField } from '../../ui/forms/TextField.tsx'
import { Card } from '../../ui/layout/Card.tsx'
import { refusalText } from '../failures/refusalText.ts'
import styles from './Modmail.module.css'

interface ConversationFormProps {
  community: { id: string; name: string }
  /** The member to write to as moderators; null: to the moderators. */
  to: string | null
  /** Path of the page with the list. */
  path: string
}

/** Starts a conversation with the moderators of a community, or as one of them, with a member. */
export function ConversationForm({ community, to, path }: ConversationFormProps) {
  const start = useStartConversation()
  const { navigate } = useNavigator()
  const [username, setUsername] = useState(to ?? '')
  const [subject, setSubject] = useState('')
  const [text, setText] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const send = (kind: MessageKind) => {
    if (start.isPending) return
    if (subject.trim() === '' || text.trim() === '') return setMistake(t('Enter a subject and a message.'))
    start.mutate(
      {
        communityId: community.id,
        subject: subject.trim(),
        text,
        kind,
        ...(to !== null && { username: bareName(username) }),
      },
      {
        onSuccess: ({ id }) => navigate(`${path}?conversation=${id}`),
        onError: (error) => setMistake(refusalText(error)),
      },
    )
  }
  const change = (set: (value: string) => void) => (value: string) => {
    set(value)
    setMistake(null)
  }
  return (
    <section aria-labelledby="new-message">
      <div className={styles.bar}>
        <Button small variant="soft" icon="back" href={path}>
          {t('All messages')}
        </Button>
      </div>
      <Card>
        <form
          className={styles.thread}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            send('message')
          }}
        >
          <h2 id="new-message" className={styles.heading}>
            {to === null
              ? t('Message the moderators of {community}', { community: community.name })
              : t('Message a member')}
          </h2>
          {to !== null && <TextField label={t('Member')} value={username} onChange={change(setUsername)} />}
          <TextField
            label={t('Subject')}
            maxLength={limits.modmailSubjectMaxLength}
            value={subject}
            onChange={change(setSubject)}
          />
          <TextArea
            label={t('Message')}
            hint={
              to === null
                ? t("The community's moderators and the admins can read it.")
                : t("Your name isn't shown. Warnings appear in the member's history.")
            }
            maxLength={limits.modmailMessageMaxLength}
            value={text}
            error={mistake}
            onChange={change(setText)}
          />
          <div className="buttons">
            <Button variant="main" type="submit" busy={start.isPending}>
              {t('Send')}
            </Button>
            {to !== null && (
              <Button busy={start.isPending} onClick={() => send('warning')}>
                {t('Send as warning')}
              </Button>
            )}
          </div>
        </form>
      </Card>
    </section>
  )
}
