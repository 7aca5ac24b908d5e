import { languages } from '../../../../contract/languages.ts'
import { keysOf } from '../../../../contract/objects.ts'
import { t } from '../../../../contract/texts/t.ts'
import { Checkbox } from '../../../ui/forms/Checkbox.tsx'
import { Mistake } from '../../../ui/forms/Mistake.tsx'
import { Select } from '../../../ui/forms/Select.tsx'
import type { TextControlProps } from './AccentField.tsx'
import styles from './Choices.module.css'
import { chosenLanguages, withDefault, withLanguage } from './chosenLanguages.ts'

/** Which languages the site offers, and which is its default; the value has their codes on lines, the default first. */
export function LanguagesField({ label, error, disabled, value, onChange }: TextControlProps) {
  const chosen = chosenLanguages(value)
  const [first = 'en'] = chosen
  return (
    <fieldset className={styles.choices} disabled={disabled}>
      <legend className={styles.legend}>{label}</legend>
      {keysOf(languages).map((language) => (
        <Checkbox
          key={language}
          label={<bdi lang={language}>{languages[language].name}</bdi>}
          checked={chosen.includes(language)}
          // One is needed.
          disabled={chosen.length === 1 && chosen.includes(language)}
          onChange={(isChosen) => onChange(withLanguage(value, language, isChosen))}
        />
      ))}
      {chosen.length > 1 && (
        <Select
          label={t('Default language')}
          value={first}
          options={chosen.map((language) => ({ value: language, label: languages[language].name }))}
          onChange={(language) => onChange(withDefault(value, language))}
        />
      )}
      <Mistake text={error} />
    </fieldset>
  )
}
