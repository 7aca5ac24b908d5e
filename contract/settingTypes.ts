import { languages } from './languages.ts'
import { keysOf } from './objects.ts'
import { footerPages } from './staticPages.ts'

/** The pages of the dashboard that show the settings. */
export const settingGroups = [
  'site',
  'access',
  'content',
  'trust',
  'law',
  'backups',
  'system',
  'limits',
  'waves',
  'traffic',
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** Formats of texts. An empty text is always allowed where `min` is 0. */
export const textForms = {
  line: { pattern: /^[^\p{Cc}]*$/u, refusal: 'must be a single line' },
  lines: { pattern: /^(?:[^\p{Cc}]|\n)*$/u, refusal: 'must be plain text' },
  markdown: { pattern: /^/, refusal: '' },
  email: { pattern: /^[^\s@<>"]+@[^\s@<>"]+$/, refusal: 'must be an email address' },
  url: { pattern: /^https?:\/\/[^\s]+$/, refusal: 'must be a URL that starts with http:// or https://' },
  color: { pattern: /^#[0-9a-f]{6}$/i, refusal: 'must be a colour such as #1d4ed8' },
  /** Markdown that is shown where there is room for one paragraph only. */
  paragraph: { pattern: /^(?!.*\n[^\S\n]*\n)/s, refusal: 'must be one paragraph, without an empty line' },
  moment: {
    pattern: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\dZ$/,
    refusal: 'must be a time in UTC such as 2030-12-31T18:00Z',
  },
  page: {
    pattern: new RegExp(`^(?:${footerPages.join('|')})$`),
    refusal: `must be one of ${footerPages.join(', ')}`,
  },
  name: {
    pattern: /^[0-9A-Za-z_]{3,21}$/,
    refusal: 'must be a name of 3 to 21 letters, digits and underscores',
  },
  language: {
    pattern: new RegExp(`^(?:${keysOf(languages).join('|')})$`),
    refusal: `must be one of ${keysOf(languages).join(', ')}`,
  },
  community: { pattern: /^[0-9A-Za-z_]{3,21}$/, refusal: 'must be the name of a community' },
  domain: {
    pattern: /^(?!-)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+$/u,
    refusal: 'must be a domain such as example.org',
  },
} as const
export type TextForm = keyof typeof textForms

/** What it does is in settingWords.ts. */
export interface About<Value> {
  readonly group: SettingGroup
  readonly default: Value
  /** The environment variable that overrides it, and cannot be undone in the browser. */
  readonly variable?: string
}

export interface TextSetting extends About<string> {
  readonly type: 'text'
  readonly form: TextForm
  /** In characters. */
  readonly min: number
  readonly max: number
}
export interface ChoiceSetting<Word extends string = string> extends About<Word> {
  readonly type: 'choice'
  readonly choices: readonly Word[]
}
export interface OnOffSetting extends About<boolean> {
  readonly type: 'onOff'
}
export interface IntegerSetting extends About<number> {
  readonly type: 'integer'
  readonly min: number
  readonly max: number
}
export interface TextsSetting extends About<readonly string[]> {
  readonly type: 'texts'
  /** Length of each text. */
  readonly form: TextForm
  readonly maxLength: number
  /** Length of the list. */
  readonly maxItems: number
}
export type SettingDefinition = TextSetting | ChoiceSetting | OnOffSetting | IntegerSetting | TextsSetting

/** A value of a setting of any type. */
export type SettingValue = string | boolean | number | readonly string[]

type Without<S> = Omit<S, 'type'>
export const text = ({
  form = 'line',
  min = 0,
  ...rest
}: Partial<TextSetting> & Without<Omit<TextSetting, 'form' | 'min'>>): TextSetting => ({
  ...rest,
  type: 'text',
  form,
  min,
})
export const choice = <const Word extends string>(
  rest: Omit<Without<ChoiceSetting>, 'choices' | 'default'> & {
    choices: readonly Word[]
    default: NoInfer<Word>
  },
): ChoiceSetting<Word> => ({ ...rest, type: 'choice' })
export const onOff = (rest: Without<OnOffSetting>): OnOffSetting => ({ ...rest, type: 'onOff' })
export const integer = (rest: Without<IntegerSetting>): IntegerSetting => ({ ...rest, type: 'integer' })
export const texts = (rest: Without<TextsSetting>): TextsSetting => ({ ...rest, type: 'texts' })
