import { useEffect } from 'react'
import { pagesOfPrivateForum } from '../../../contract/access.ts'
import { formPath } from '../../../contract/plainForms.ts'
import { useInitial } from '../../data/account/initial.ts'
import { useShownPage } from '../../router/page.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { useDialogs } from '../dialogs/dialogs.tsx'
import styles from './Agreement.module.css'

/** Once per visit, asks members for what they have not agreed to yet; without scripts, links to the form that does. */
export function AskMember() {
  const { user, termsToAccept, ageToDeclare } = useInitial()
  const { path } = useShownPage()
  const dialogs = useDialogs()
  const isAsked = user !== null && (termsToAccept !== '' || ageToDeclare > 0)
  // They read the terms before they answer.
  const isReading = pagesOfPrivateForum.has(path.slice(1))
  useEffect(() => {
    if (isAsked && !isReading) dialogs.open('agreement')
  }, [isAsked, isReading, dialogs])
  if (!isAsked) return null
  return (
    <noscript>
      <div className={styles.banner}>
        <Banner>
          This site asks you something before you can write or vote. <a href={formPath('agree')}>Answer it</a>
        </Banner>
      </div>
    </noscript>
  )
}
