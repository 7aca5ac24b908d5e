import { formPath } from '../../../contract/plainForms.ts'
import { t } from '../../../contract/texts/t.ts'
import { useInitial } from '../../data/account/initial.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'
import styles from './Agreement.module.css'

/** Links members without scripts to the form with what they have not agreed to yet. */
export function AskWithoutScript() {
  const { user, termsToAccept, ageToDeclare } = useInitial()
  if (user === null || (termsToAccept === '' && ageToDeclare === 0)) return null
  return (
    <noscript>
      <div className={styles.banner}>
        <Banner>
          Before you can write or vote, this site has a question for you.{' '}
          <a href={formPath('agree')}>{t('Answer it')}</a>
        </Banner>
      </div>
    </noscript>
  )
}
