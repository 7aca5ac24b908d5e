import { t } from '../../../contract/texts/t.ts'
import type { MadeWithAiMarker, MadeWithAiPolicy } from '../../../contract/words.ts'
import { Checkbox } from '../../ui/forms/Checkbox.tsx'
import styles from './MadeWithAiField.module.css'

interface MadeWithAiFieldProps {
  /** The policy of the community; undefined while it is not known. */
  policy: MadeWithAiPolicy | undefined
  /** Who has marked what is edited. */
  marker?: MadeWithAiMarker | undefined
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether an author may set and take off the mark of what someone has marked already. */
export const mayMark = (marker: MadeWithAiMarker | undefined) => marker === undefined || marker === 'author'

/** Lets an author mark a post or comment *Made with AI*, and says what the community thinks of that. */
export function MadeWithAiField({ policy, marker, checked, onChange }: MadeWithAiFieldProps) {
  if (policy === 'refused' && marker === undefined)
    return <p className={styles.notice}>{t("This community doesn't allow content made with AI.")}</p>
  const isByStaff = !mayMark(marker)
  return (
    <Checkbox
      label={t('Made with AI')}
      {...(isByStaff
        ? { hint: t('Moderators marked this. Only they can undo it.') }
        : policy === 'marked' && { hint: t('Required in this community if AI was used.') })}
      disabled={isByStaff}
      checked={checked}
      onChange={onChange}
    />
  )
}
