/** Letters of other alphabets that look like Latin ones, and Latin ones without a decomposition. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  һ: 'h',
  ԛ: 'q',
  ԝ: 'w',
  ё: 'e',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'i',
  κ: 'k',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ς: 's',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
  ſ: 's',
}
const anyLookAlike = new RegExp(`[${Object.keys(lookAlikes).join('')}]`, 'g')
/** Accents of Latin, Greek and Cyrillic letters, and vowel points of Hebrew and Arabic; characters that show nothing. */
const unseen =
  /[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670\u00ad\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]|[\ufe00-\ufe0f]/g
const ascii = /^[\0-\x7f]*$/

/** A text in lower case, without accents and invisible characters, with look-alike letters as Latin ones. */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(unseen, '')
    .replace(anyLookAlike, (letter) => lookAlikes[letter] ?? letter)
}

/** Digits and signs that are written in place of letters. */
const stoodIn: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
}

/** The words of a folded text. */
export const wordsOf = (folded: string): readonly string[] =>
  folded.match(ascii.test(folded) ? /[a-z0-9_]+/g : /[\p{L}\p{M}\p{N}_]+/gu) ?? []

/** A word or part of a text as it remains when a disguise is taken off: letters alone, none twice in a row. */
export const undisguise = (folded: string): string =>
  folded
    .replace(/[0134578@$!|]/g, (sign) => stoodIn[sign] ?? sign)
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .replace(/(.)\1+/gu, '$1')

/**
 * The words of a folded text without disguises: signs inside of what stands between spaces are dropped, and single letters with
 * spaces between them become one word.
 */
export function undisguisedWords(folded: string): readonly string[] {
  const words: string[] = []
  let spelled = ''
  const endSpelled = () => {
    if (spelled !== '') words.push(undisguise(spelled))
    spelled = ''
  }
  for (const chunk of folded.split(/\s+/)) {
    // Marks at its ends belong to the sentence. In linear time: a search for marks at the end would start again at each of them.
    const [, inside = ''] = /^[^\p{L}\p{N}@$]*(.*[\p{L}\p{N}@$])?/su.exec(chunk) ?? []
    const letters = undisguise(inside)
    if (letters === '') continue
    if ([...letters].length === 1) spelled += letters
    else {
      endSpelled()
      words.push(letters)
    }
  }
  endSpelled()
  return words
}

/** Scripts that are written without spaces, or whose words have endings attached: there, words are found inside of others. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/

export const isUnspaced = (folded: string): boolean => unspaced.test(folded)
