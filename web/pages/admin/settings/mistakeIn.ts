import type { SettingDefinition, TextForm } from '../../../../contract/settingTypes.ts'
import { t } from '../../../../contract/texts/t.ts'

/** What to do about a draft that is not a valid value, as a sentence for its field. */
export function mistakeIn(definition: SettingDefinition, draft: string | boolean): string {
  const text = String(draft).trim()
  switch (definition.type) {
    case 'integer':
      return t('Enter a whole number from {min, number} to {max, number}.', {
        min: definition.min,
        max: definition.max,
      })
    case 'text':
      return mistakeInText(text, definition)
    case 'texts': {
      const { form, maxItems, maxLength } = definition
      const lines = text.split(/[\n,]/).filter((line) => line.trim() !== '')
      return lines.length > maxItems
        ? t('Enter at most {count, plural, one {# line} other {# lines}}.', { count: maxItems })
        : mistakeInText(lines.find((line) => [...line.trim()].length > maxLength) ?? '', {
            form,
            min: 0,
            max: maxLength,
          })
    }
    default:
      return t('Choose one.')
  }
}

function mistakeInText(
  text: string,
  { form, min, max }: { form: TextForm; min: number; max: number },
): string {
  const length = [...text].length
  if (length < min) return t("This can't be empty.")
  if (length > max) return t('Use at most {max, plural, one {# character} other {# characters}}.', { max })
  switch (form) {
    case 'email':
      return t('Enter an email address.')
    case 'url':
      return t('Enter a URL that starts with http:// or https://.')
    case 'color':
      return t('Enter a color such as #1d4ed8.')
    case 'paragraph':
      return t('Write a single paragraph.')
    case 'moment':
      return t('Enter a date and time.')
    case 'community':
      return t('Enter the name of a community.')
    case 'name':
      return t('Use 3 to 21 letters, digits or underscores.')
    case 'domain':
      return t('Enter a domain such as example.org.')
    default:
      return t('Use at most {max, plural, one {# character} other {# characters}}.', { max })
  }
}
