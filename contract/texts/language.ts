let current = 'en'

/** The language of a page. Read once, because translators of browsers change the attribute. */
const ofPage = import.meta.env.SSR ? '' : document.documentElement.lang

/** The language of the texts that are made now, as BCP 47 names it. On a page it never changes. */
export const currentLanguage = (): string => (import.meta.env.SSR ? current : ofPage)

/**
 * Makes texts in a language. On the server only.
 *
 * @param make must not wait for anything: what is made meanwhile would be in the same language.
 */
export function inLanguage<Result>(language: string, make: () => Result): Result {
  const before = current
  current = language
  try {
    return make()
  } finally {
    current = before
  }
}

/**
 * The locale of numbers and dates in the current language. English dates have the day first, as the specification writes them.
 * Digits are 0 to 9 in all languages: versions of ICU differ in which ones Arabic has, so a server and a browser could, too.
 */
const locale = (): string => (currentLanguage() === 'en' ? 'en-GB' : `${currentLanguage()}-u-nu-latn`)

/** @param make a formatter of `Intl`. @returns that of the current language, made once for each. */
export function perLanguage<Formatter>(
  make: (locale: string, language: string) => Formatter,
): () => Formatter {
  const made = new Map<string, Formatter>()
  return () => {
    const name = locale()
    const formatter = made.get(name) ?? make(name, currentLanguage())
    made.set(name, formatter)
    return formatter
  }
}

const integers = perLanguage((name) => new Intl.NumberFormat(name))

/** "4,579": for numbers that are not in a message. */
export const formatNumber = (value: number): string => integers().format(value)
