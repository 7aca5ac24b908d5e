import { domainToASCII, domainToUnicode } from 'node:url'
import { rightToLeft } from '../../../contract/isolatedNames.ts'

/**
 * A host as people may read it: in the letters of its language where it cannot be mistaken for another host, otherwise in
 * its `xn--` form, label by label. Follows what browsers do in their address bars, and prefers `xn--` in doubt.
 *
 * @param host any spelling; what is not a domain name, such as an IPv6 address, is returned unchanged.
 * @see https://www.unicode.org/reports/tr39/#Restriction_Level_Detection
 */
export function shownHost(host: string): string {
  if (/^[a-z0-9._-]*$/i.test(host) && !/(?:^|\.)xn--/i.test(host)) return host
  const ascii = domainToASCII(host)
  if (ascii === '') return host
  const encoded = ascii.split('.')
  const readable = encoded.map((label) =>
    label.startsWith('xn--') ? domainToUnicode(label) || label : label,
  )
  const topLevel = readable.findLast((label) => label !== '') ?? ''
  const shown = readable.map((label, index) => {
    const isTopLevel = readable.slice(index + 1).every((other) => other === '')
    return isSafeLabel(label, { topLevel, isTopLevel }) ? label : (encoded[index] ?? '')
  })
  // Labels from right to left would change places in a line that also has others.
  const reordered = shown.filter((label) => rightToLeft.test(label)).length
  const name = reordered > 1 && reordered < shown.length ? ascii : shown.join('.')
  return domainToASCII(name) === ascii ? name : ascii
}

/** Scripts in daily use, with all letters that their names need (UAX #31, table 5). */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Han',
  'Hangul',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
].map((name) => ({ name, pattern: new RegExp(`\\p{Script_Extensions=${name}}`, 'u') }))

/** What may stand together in one label besides a script alone: "highly restrictive" of UTS #39. */
const mixtures = [
  new Set(['Latin', 'Han', 'Hiragana', 'Katakana']),
  new Set(['Latin', 'Han', 'Bopomofo']),
  new Set(['Latin', 'Han', 'Hangul']),
]

/** Letters that look like ASCII ones, by script, and the top-level domains where readers know the script. */
const lookalikes: { letters: RegExp; script: RegExp; domains: RegExp }[] = [
  {
    letters: /^[аысԁеԍһіюкјӏорԗԛѕԝхуъьҽпгѵѡҁѐѝёїӑӓӗӧӱӯўќґ]+$/u,
    script: /\p{Script=Cyrillic}/u,
    domains: /^(?:bg|by|kg|kz|mk|mn|rs|ru|su|tj|ua|uz)$/,
  },
  {
    letters: /^[αβγεικνοπρςστυχωηϲϳάέήίόύώϊϋΐΰ]+$/u,
    script: /\p{Script=Greek}/u,
    domains: /^(?:cy|gr)$/,
  },
  { letters: /^[ագզէլհյոսւօցռքղնմդկծտ]+$/u, script: /\p{Script=Armenian}/u, domains: /^am$/ },
  { letters: /^[იოყძხჽჿპსე]+$/u, script: /\p{Script=Georgian}/u, domains: /^ge$/ },
  { letters: /^[דוחיןסװײ׳ט]+$/u, script: /\p{Script=Hebrew}/u, domains: /^il$/ },
  {
    letters: /^[اهةەہوھںى]+$/u,
    script: /\p{Script=Arabic}/u,
    domains: /^(?:ae|eg|ir|sa|pk|ma|dz|tn|iq|jo|lb|sy)$/,
  },
  { letters: /^[ሀሠሰስበነተከዐዕዘጠፐ]+$/u, script: /\p{Script=Ethiopic}/u, domains: /^(?:er|et)$/ },
  { letters: /^[ทนบพรหเแดลปฟมก]+$/u, script: /\p{Script=Thai}/u, domains: /^th$/ },
  { letters: /^[ംഠറധനഴഠറ]+$/u, script: /\p{Script=Malayalam}/u, domains: /^in$/ },
  { letters: /^[ဝငပသထစယဂဂခ]+$/u, script: /\p{Script=Myanmar}/u, domains: /^mm$/ },
  {
    letters: /^[ノソゾンニエロトハカタヘべぺへ丶丿乀乁丨亅一二三工口八力夕卜〇ー・々]+$/u,
    script: /\p{Script=Han}/u,
    domains: /^$/,
  },
]

// As a top-level domain, one letter more makes `сом` of `com`.
const topLevelLookalike = /^[аысԁеһіјӏорԛѕԝхуьҽпгмнктв]+$/u
const knownCyrillicDomains = /^(?:укр|рф|срб|мкд|мон|бел|бг|рус|дети|онлайн|сайт|орг|москва|католик|қаз|ею)$/u

// Between letters of other scripts these look like a slash, a hyphen, a dot or nothing at all.
const likePunctuation =
  /[a-z0-9-][ノソゾン丶丿乀乁丨亅一ー・゠ヽヾ々〆〇ㆍ]|[ノソゾン丶丿乀乁丨亅一ー・゠ヽヾ々〆〇ㆍ](?=[a-z0-9-])|^[ー・ヽヾ゠々]/u

// Precomposed letters of European languages, and those of Romanian beyond them.
const europeanLatin =
  /^[a-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017eșțẁẃẅỳ-]+$/u
const localLatin: { domains: RegExp; letters: RegExp }[] = [
  { domains: /^(?:tr|az)$/, letters: /^[a-z0-9çğıöşüəâîû-]+$/u },
  { domains: /^vn$/, letters: /^[a-z0-9àáâãèéêìíòóôõùúýăđĩũơư\u1ea0-\u1ef9-]+$/u },
]

/** Names that are imitated most, and not to be shown with a small mark on a letter. */
const imitated = new Set(
  (
    'adobe airbnb aliexpress alibaba amazon americanexpress apple binance bing blockchain booking chase cloudflare coinbase discord dropbox ebay ' +
    'facebook github gitlab gmail google hotmail icloud instagram linkedin live mastercard messenger metamask microsoft ' +
    'mozilla myspace netflix office office365 openai outlook paypal pinterest protonmail reddit samsung skype snapchat sony spotify steamcommunity ' +
    'steampowered stripe telegram tiktok trezor tumblr twitch twitter uber visa vk walmart wechat wellsfargo whatsapp wikipedia ' +
    'wordpress yahoo yandex youtube zoom'
  ).split(' '),
)

function isSafeLabel(label: string, of: { topLevel: string; isTopLevel: boolean }): boolean {
  if (/^[a-z0-9_-]*$/i.test(label)) return !label.startsWith('xn--')
  const found = scriptsOf(label)
  if (found === null) return false
  const known = new Set(found)
  const isMixture = known.size > 1
  if (isMixture && !mixtures.some((mixture) => found.every((script) => mixture.has(script)))) return false
  // Latin next to another script is for names such as `tokyo東京`, not for accents.
  if (isMixture && known.has('Latin') && /[^a-z]/u.test(label.replace(/[^\p{Script=Latin}]/gu, '')))
    return false
  if (likePunctuation.test(label)) return false
  if (!isMixture && known.has('Latin')) return isSafeLatin(label, of.topLevel)
  return !looksLatin(label, of)
}

/** The scripts of a label, or null if one of its characters is of no script in daily use, or hidden, or a foreign digit. */
function scriptsOf(label: string): string[] | null {
  const shared: string[][] = []
  let before = ''
  for (const character of label.replace(/[0-9-]/g, '')) {
    const isMark = /\p{M}/u.test(character)
    if (/\p{Default_Ignorable_Code_Point}|\p{N}/u.test(character) && character !== '〇') return null
    // Parts of Korean syllables are not letters of names.
    if (/[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/.test(character)) return null
    if (!/[\p{L}\p{M}〇・]/u.test(character) || character.normalize('NFKC') !== character) return null
    // Scripts whose letters carry marks write them once, and after a letter.
    if (isMark && (before === '' || before === character)) return null
    if (
      isMark &&
      /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hebrew}\p{Script=Arabic}]/u.test(
        before,
      )
    )
      return null
    const of = scripts.filter(({ pattern }) => pattern.test(character)).map(({ name }) => name)
    if (of.length === 0) return null
    shared.push(of)
    before = character
  }
  // What several scripts share, such as ー, is of a script that another letter has.
  const certain = new Set(shared.filter((of) => of.length === 1).flat())
  for (const of of shared) if (!of.some((name) => certain.has(name))) certain.add(of[0] ?? '')
  return [...certain]
}

function isSafeLatin(label: string, topLevel: string): boolean {
  const isKnown =
    europeanLatin.test(label) ||
    localLatin.some(({ domains, letters }) => domains.test(topLevel) && letters.test(label))
  return isKnown && !imitated.has(withoutMarks(label))
}

const withoutMarks = (label: string): string =>
  label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđħŧıðþæœß]/gu, (letter) => plainLetters[letter] ?? letter)

const plainLetters: Record<string, string> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ð: 'd',
  þ: 'p',
  æ: 'ae',
  œ: 'oe',
  ß: 'ss',
}

/** Whether every letter of the label could be taken for a Latin one by readers who do not expect its script. */
function looksLatin(
  label: string,
  { topLevel, isTopLevel }: { topLevel: string; isTopLevel: boolean },
): boolean {
  const letters = label.replace(/[a-z0-9-]/g, '')
  if (isTopLevel) return topLevelLookalike.test(letters) && !knownCyrillicDomains.test(letters)
  return lookalikes.some(
    ({ letters: all, script, domains }) =>
      all.test(letters) && !domains.test(topLevel) && !script.test(topLevel),
  )
}
