/**
 * Letters of scripts without spaces between words (Thai, Lao, Tibetan, Burmese, Khmer, Japanese, Chinese), and of Korean, whose words
 * have endings. The same as `unspaced_letters` of the database.
 */
export const unspacedLetters =
  '\\u0e00-\\u0fff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u3005-\\u30ff\\u31f0-\\u31ff\\u3400-\\u9fff\\ua960-\\ua97f\\uaa60-\\uaa7f\\uac00-\\ud7ff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}'

const stretch = new RegExp(`[${unspacedLetters}]+`, 'gu')

/** The stretches of such letters in a text. */
export const unspacedStretches = (text: string): string[] => text.match(stretch) ?? []
