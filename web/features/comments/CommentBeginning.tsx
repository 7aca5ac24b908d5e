import { isolated } from '../../ui/text/isolated.tsx'
import { plainText } from '../../ui/text/plainText.ts'
import styles from './CommentBeginning.module.css'

/** How much of a collapsed comment is shown, on one line. */
const beginningLength = 160

/** The first words of a collapsed comment. */
export default function CommentBeginning({ html }: { html: string }) {
  return (
    <p className={styles.beginning} dir="auto">
      {isolated(plainText(html, beginningLength))}
    </p>
  )
}
