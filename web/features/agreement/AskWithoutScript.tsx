import { formPath } from '../../../contract/plainForms.ts'
import { useInitial } from '../../data/account/initial.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import { rich } from '../../ui/text/rich.ts'
import styles from './Agreement.module.css'

/** Links members without scripts to the form with what they have not agreed to yet. */
export function AskWithoutScript() {
  const { user, termsToAccept, ageToDeclare } = useInitial()
  if (user === null || (termsToAccept === '' && ageToDeclare === 0)) return null
  return (
    // React leaves what is inside as the server wrote it.
    <noscript>{import.meta.env.SSR && <Question />}</noscript>
  )
}

const Question = () => (
  <div className={styles.banner}>
    <Banner>
      {rich('Please answer a question before you post or vote. <link>Answer it</link>', {
        link: (inside) => <a href={formPath('agree')}>{inside}</a>,
      })}
    </Banner>
  </div>
)
