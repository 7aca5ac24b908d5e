import { footerPages } from '../../../../contract/staticPages.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Mistake } from '../../../ui/forms/Mistake.tsx'
import type { TextControlProps } from './AccentField.tsx'
import styles from './Choices.module.css'
import { pageLabel } from './pageLabel.ts'

/** Which of the static pages; the value has their names on lines, in the order in which they were chosen. */
export function PagesField({ label, error, disabled, value, onChange }: TextControlProps) {
  const chosen = value.split('\n').filter((name) => name !== '')
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      {footerPages.map((name) => (
        <Checkbox
          key={name}
          label={pageLabel(name)}
          checked={chosen.includes(name)}
          onChange={(isChosen) =>
            onChange((isChosen ? [...chosen, name] : chosen.filter((other) => other !== name)).join('\n'))
          }
        />
      ))}
      <Mistake text={error} />
    </fieldset>
  )
}
