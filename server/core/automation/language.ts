import type { AutomationLanguage } from '../../../contract/automation.ts'

/**
 * Short words that every text of a language has. Two languages may share some: the one with more of its words in the text is its language.
 */
const commonWords: Partial<Record<AutomationLanguage, string>> = {
  en: 'the of and to in is that it for was with you this are on as be have not but they from at what we can your all there would about which when has if my or so do will just',
  de: 'der die das und ist nicht ich ein eine zu den mit sich auf auch es dass für von dem wie wir aber sie im war noch nur oder wenn kann einen hat man bei mir sind aus',
  fr: 'le la les de des et est un une que qui dans pour pas ce il elle je vous nous sur avec au plus sont mais ne se cette du en par on être très aussi tout',
  es: 'el la los las de que y en un una es no se por con para su como lo pero más está hay muy este son del al me esta ya todo también cuando si',
  pt: 'o a os as de que e em um uma é não se por com para mais como mas do da no na dos das foi está você isso ao pelo muito também são ou',
  it: 'il la i gli le di che e è un una non per con sono si del della nel ma come più anche questo ho da lo dei alla se ci molto mi',
  nl: 'de het een en van is dat niet ik je op te zijn met voor er maar ook als aan naar bij nog wel dit deze wordt heeft om ze hij kan',
  sv: 'och att det är en som på av för med inte jag till den har om ett men kan var så vi från de du eller när mycket också bara där',
  da: 'og at det er en som på af for med ikke jeg til den har om et men kan var så vi fra de du eller mig hvad noget også efter være blev kun nogle bliver',
  nb: 'og at det er en som på av for med ikke jeg til den har om et men kan var så vi fra de du eller å meg hva noe også etter være ble bare noen blir',
  fi: 'ja on ei että se en ole kun mutta niin mitä hän oli kuin myös ovat vain jos tai joka sen olen nyt minä ne voi',
  pl: 'i w na z się nie to jest że do o jak ale co po tak za od czy są już tylko może ten być dla przez który jego mnie ma',
  cs: 'a je se na v že to s z do o jako ale za by jsem jsou být není také když pro která nebo jen tak už může si jak po',
  ro: 'și în de la cu nu este o un pe că din care pentru mai sunt ca să se au fi dar sau prin am fost acest foarte',
  hu: 'a az és hogy nem is egy van ez de meg csak mint már volt lehet vagy még azt el ha én kell nagyon sem',
  tr: 've bir bu da de için ile çok ne var mi ama gibi daha olan kadar değil ben sen o olarak en her şey yok',
  id: 'yang dan di ini itu dengan untuk dari tidak adalah pada ke saya akan juga ada bisa atau kami karena sudah anda lebih',
  vi: 'và của là không có một cho được trong với người này các những để tôi đã như khi rất nhưng nó',
  ru: 'и в не на что я с он как это по но они к у из за вы так же от было для есть его мы а то все если',
  uk: 'і в не на що я з він як це та але до у за ви так від було для є його ми або цей також вони якщо',
  bg: 'и на да се не за от е в с че по са си като това но или ще беше има при аз той много',
  ar: 'في من على أن إلى هذا هذه التي الذي ما لا هو هي كان عن مع كل لم قد إذا بعد ذلك أو ثم',
  fa: 'و در به از که این را با است برای آن یک هم تا می ها شد بود من ما اما یا نیست هر',
}

const words: readonly (readonly [AutomationLanguage, ReadonlySet<string>])[] = Object.entries(
  commonWords,
).map(([language, list]) => [language as AutomationLanguage, new Set(list.split(' '))])

/** Scripts in which one language is written, as far as rules know languages. Japanese comes before Chinese, whose signs it has, too. */
const scripts: readonly (readonly [AutomationLanguage, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
]

/** How many characters are looked at. */
const lookedAtMax = 4000
const fewestLetters = 6
const fewestCommonWords = 3
/** How much of a text these letters or words are at least. */
const shareOfLetters = 0.4
const shareOfWords = 0.15
/** How much more common words of the language there are than of any other. */
const lead = 1.2

/**
 * The language of a text, from its script or from words that its language has in every text. Rules need no more than that: libraries
 * that name the language of a few words too took 85 MB of memory (eld), or named a wrong one for short texts (franc).
 *
 * @returns null for short texts, and for languages that rules do not know.
 */
export function languageOf(text: string): AutomationLanguage | null {
  const prose = text
    .slice(0, lookedAtMax)
    .replace(/https?:\/\/\S+|`[^`]*`/g, ' ')
    .toLowerCase()
  const letters = prose.match(/\p{L}/gu)?.length ?? 0
  if (letters < fewestLetters) return null
  for (const [language, script] of scripts) {
    // Half of a Japanese text is in Chinese signs.
    const share = language === 'ja' ? shareOfLetters / 2 : shareOfLetters
    if ((prose.match(script)?.length ?? 0) / letters >= share) return language
  }
  const written = prose.match(/[\p{L}\p{M}]+/gu) ?? []
  const counts = words
    .map(([language, common]) => ({ language, count: written.filter((word) => common.has(word)).length }))
    .sort((a, b) => b.count - a.count)
  const [best, second] = counts
  if (!best || best.count < fewestCommonWords || best.count / written.length < shareOfWords) return null
  return best.count >= lead * (second?.count ?? 0) ? best.language : null
}
