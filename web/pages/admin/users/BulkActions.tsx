import { useState } from 'react'
import type { MemberAction } from '../../../../contract/words.ts'
import { useChangeMembers } from '../../../data/admin/members.ts'
import { useLayer } from '../../../router/useLayer.ts'
import { Button } from '../../../ui/buttons/Button.tsx'
import { Banner } from '../../../ui/feedback/Banner.tsx'
import { ConfirmDialog } from '../../../ui/overlays/ConfirmDialog.tsx'
import { useNotifyRefusal } from '../useNotifyRefusal.ts'
import { summaryOf } from './memberState.ts'
import styles from './Users.module.css'

const actions = [
  {
    action: 'ban',
    icon: 'ban',
    label: 'Ban',
    consequence: 'They are logged out everywhere and cannot log in any more. What they wrote stays.',
  },
  { action: 'unban', icon: 'undo', label: 'Unban', consequence: 'They can log in again.' },
  {
    action: 'log_out',
    icon: 'logout',
    label: 'Log out everywhere',
    consequence: 'They have to log in again on each device.',
  },
] as const satisfies readonly { action: MemberAction; [key: string]: string }[]

/** Actions on all selected users, with the result for each. */
export function BulkActions({ usernames, onDone }: { usernames: string[]; onDone: () => void }) {
  const [chosen, setChosen] = useState<(typeof actions)[number]>(actions[0])
  const question = useLayer()
  const change = useChangeMembers()
  const notifyRefusal = useNotifyRefusal()
  const people = usernames.length === 1 ? '1 user' : `${usernames.length} users`
  return (
    <>
      {usernames.length > 0 && (
        <section className={styles.chosen} aria-label="Selected users">
          <span className={styles.count}>{usernames.length} selected</span>
          {actions.map((one) => (
            <Button
              key={one.action}
              small
              icon={one.icon}
              onClick={() => {
                setChosen(one)
                question.open()
              }}
            >
              {one.label}
            </Button>
          ))}
        </section>
      )}
      <div role="status">
        {change.data && (
          <div className={styles.results}>
            <Banner tone={change.data.some(({ refusal }) => refusal) ? 'warning' : 'info'}>
              {summaryOf(change.data)}
              {change.data.some(({ refusal }) => refusal) && (
                <ul className={styles.refused}>
                  {change.data.map(
                    ({ username, refusal }) =>
                      refusal && (
                        <li key={username}>
                          @{username}: {refusal.message}
                        </li>
                      ),
                  )}
                </ul>
              )}
            </Banner>
          </div>
        )}
      </div>
      {question.isOpen && (
        <ConfirmDialog
          title={`${chosen.label}: ${people}?`}
          confirmLabel={chosen.label}
          danger={chosen.action === 'ban'}
          busy={change.isPending}
          onConfirm={() =>
            change.mutate(
              { action: chosen.action, usernames },
              {
                onSuccess: onDone,
                onError: notifyRefusal,
                onSettled: question.close,
              },
            )
          }
          onClose={question.close}
        >
          <p>{chosen.consequence}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
