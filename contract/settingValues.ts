import { type SettingDefinition, type SettingValue, type TextSetting, textForms } from './settingTypes.ts'

const isMoment = (written: string) =>
  new Date(written.replace('Z', ':00Z')).toJSON()?.startsWith(written.slice(0, 16)) === true

/** @throws a string that completes 'NAME …' for an invalid value. */
function checkText(value: unknown, { form, min, max }: Pick<TextSetting, 'form' | 'min' | 'max'>): string {
  if (typeof value !== 'string') throw 'must be a text'
  const trimmed = value.trim()
  // PostgreSQL stores no NUL, and JSON of half a surrogate pair is refused.
  if (trimmed.includes('\0') || !trimmed.isWellFormed()) throw 'has a character that cannot be stored'
  const length = [...trimmed].length
  if (length < min) throw min === 1 ? 'must not be empty' : `must have ${min} characters or more`
  if (length > max) throw `must have ${max.toLocaleString('en')} characters at most`
  const { pattern, refusal } = textForms[form]
  if (trimmed !== '' && !pattern.test(trimmed)) throw refusal
  // Such as the 31st of April.
  if (form === 'moment' && trimmed !== '' && !isMoment(trimmed)) throw refusal
  if (form !== 'url' || trimmed === '') return trimmed
  if (!URL.canParse(trimmed)) throw refusal
  return new URL(trimmed).href
}

/**
 * A value in its stored form: texts trimmed, URLs normalized.
 *
 * @param value of any type, untrusted.
 * @throws a string that completes 'NAME …' for an invalid value.
 */
export function checkSetting(definition: SettingDefinition, value: unknown): SettingValue {
  switch (definition.type) {
    case 'text':
      return checkText(value, definition)
    case 'choice':
      if (typeof value !== 'string' || !definition.choices.includes(value))
        throw `must be one of ${definition.choices.join(', ')}`
      return value
    case 'onOff':
      if (typeof value !== 'boolean') throw 'must be on or off'
      return value
    case 'integer': {
      const { min, max } = definition
      if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
        throw `must be a whole number from ${min} to ${max}`
      return value
    }
    case 'texts': {
      const { form, maxItems, maxLength } = definition
      if (!Array.isArray(value)) throw 'must be a list of texts'
      if (value.length > maxItems) throw `must have ${maxItems} entries at most`
      return value.map((item) => checkText(item, { form, min: 1, max: maxLength }))
    }
  }
}

/** @throws a string that completes 'NAME …' for an invalid value. */
export function parseSwitch(value: string): boolean {
  if (['on', 'true', 'yes', '1'].includes(value.toLowerCase())) return true
  if (['off', 'false', 'no', '0'].includes(value.toLowerCase())) return false
  throw `must be on or off, not "${value}"`
}

/**
 * A value as it is written in an environment variable and on the command line: `on` or `off`, a list with commas (`off` for
 * an empty one) or as JSON.
 *
 * @throws a string that completes 'NAME …' for an invalid value.
 */
export function parseSetting(definition: SettingDefinition, written: string): SettingValue {
  const value = written.trim()
  const shown = `, not "${value}"`
  const check = (parsed: unknown) => {
    try {
      return checkSetting(definition, parsed)
    } catch (reason) {
      throw `${String(reason)}${shown}`
    }
  }
  switch (definition.type) {
    case 'text':
      return check(value)
    case 'choice':
      return check(value.toLowerCase())
    case 'onOff':
      return parseSwitch(value)
    case 'integer':
      return check(/^-?\d+$/.test(value) ? Number(value) : Number.NaN)
    case 'texts':
      if (value.startsWith('[')) return check(parsedJson(value))
      return check(value === '' || value === 'off' ? [] : value.split(',').map((item) => item.trim()))
  }
}

/** @returns undefined for what is not JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The inverse of `parseSetting`. */
export function writtenSetting(value: SettingValue): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value !== 'object') return String(value)
  // Sentences have commas of their own.
  const isPlain = value.every((item) => !item.includes(',') && !item.startsWith('['))
  return isPlain ? value.join(',') || 'off' : JSON.stringify(value)
}

export const isSameValue = (one: SettingValue, other: SettingValue): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
