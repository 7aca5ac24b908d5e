import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { pagesOfPrivateForum } from '../../../contract/access.ts'
import { useInitial } from '../../data/account/initial.ts'
import { refusalOf } from '../../data/failure.ts'
import { useShownPage } from '../../router/page.ts'
import { useDialogs } from '../dialogs/dialogs.tsx'

/** Asks members for what they have not agreed to yet: once per visit, and whenever something is refused because of it. */
export function useAskMember(): void {
  const { user, termsToAccept, ageToDeclare } = useInitial()
  const { path } = useShownPage()
  const dialogs = useDialogs()
  const queryClient = useQueryClient()
  const isAsked = user !== null && (termsToAccept !== '' || ageToDeclare > 0)
  const question = isAsked ? `${termsToAccept} ${ageToDeclare}` : ''
  // They read the terms before they answer.
  const isReading = pagesOfPrivateForum.has(path.slice(1))
  const lastQuestion = useRef('')
  useEffect(() => {
    if (question === lastQuestion.current || isReading) return
    lastQuestion.current = question
    if (question !== '') dialogs.ask('agreement')
  }, [question, isReading, dialogs])
  // Forms that show a refusal themselves do not open the dialog.
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        const failure = event.type === 'updated' && event.action.type === 'error' ? event.action.error : null
        if (refusalOf(failure)?.code === 'agreement-needed') dialogs.ask('agreement')
      }),
    [queryClient, dialogs],
  )
}
