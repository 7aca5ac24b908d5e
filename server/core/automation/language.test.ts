import { describe, expect, it } from 'vitest'
import { automationLanguages } from '../../../contract/automation.ts'
import { languageOf } from './language.ts'

const samples: Record<(typeof automationLanguages)[number], string> = {
  ar: 'رأيت هذا الطائر في الحديقة مع صديقي، ولم أعرف ما هو اسمه. هل هو من هذه البلاد أو من بلاد أخرى؟',
  bg: 'Видях тази птица в парка и не знам какво е това. Много ми хареса, но не успях да я снимам, защото отлетя.',
  cs: 'Včera jsem viděl v parku ptáka, který není z naší země. Nevím, jak se jmenuje, ale už jsem ho vyfotil a je to tady.',
  da: 'Jeg så en fugl i parken i går, og jeg ved ikke, hvad det er. Den blev kun siddende et øjeblik, men jeg fik noget af et billede.',
  de: 'Gestern habe ich im Park einen Vogel gesehen, und ich weiß nicht, wie er heißt. Er war nicht groß, aber die Federn sind sehr bunt.',
  el: 'Είδα ένα πουλί στο πάρκο χθες.',
  en: 'I saw this bird in the park yesterday and do not know what it is. It was not big, but the feathers are of many colours.',
  es: 'Ayer vi este pájaro en el parque y no sé cómo se llama. No era muy grande, pero las plumas son de muchos colores.',
  fa: 'دیروز این پرنده را در پارک دیدم و نمی‌دانم نام آن چیست. از دوستم هم پرسیدم اما او هم نمی‌دانست که از کجا است.',
  fi: 'Näin eilen puistossa linnun, mutta en tiedä mikä se on. Se ei ollut iso, ja sen höyhenet ovat kuin sateenkaari.',
  fr: "Hier j'ai vu cet oiseau dans le parc et je ne sais pas comment il s'appelle. Il est petit, mais les plumes sont de toutes les couleurs.",
  he: 'ראיתי אתמול ציפור בפארק.',
  hi: 'मैंने कल पार्क में एक चिड़िया देखी।',
  hu: 'Tegnap láttam egy madarat a parkban, és nem tudom, hogy mi az. Nem volt nagy, de a tolla már messziről is szép.',
  id: 'Kemarin saya melihat burung ini di taman dan tidak tahu namanya. Burung itu tidak besar, dengan bulu yang indah dari ekor ke kepala.',
  it: 'Ieri ho visto questo uccello nel parco e non so come si chiama. Non è grande, ma le piume sono di molti colori.',
  ja: '昨日、公園で鳥を見ました。',
  ko: '어제 공원에서 새를 보았습니다.',
  nb: 'Jeg så en fugl i parken i går, og jeg vet ikke hva det er. Den ble bare sittende et øyeblikk, men jeg fikk noe av et bilde.',
  nl: 'Gisteren heb ik deze vogel in het park gezien en ik weet niet hoe hij heet. Het is niet groot, maar de veren zijn van alle kleuren.',
  pl: 'Wczoraj w parku był ptak i nie wiem, jak się nazywa. To nie jest duży ptak, ale ma pióra od zielonych do czerwonych.',
  pt: 'Ontem vi este pássaro no parque e não sei como se chama. Não é muito grande, mas as penas são de todas as cores, e você?',
  ro: 'Ieri am văzut în parc o pasăre și nu știu ce este. Nu este mare, dar penele sunt de toate culorile, pe care le-am pozat.',
  ru: 'Вчера я видел в парке эту птицу и не знаю, что это. Она была не большая, но перья у неё всех цветов.',
  sv: 'Jag såg en fågel i parken i går och jag vet inte vad det är. Den är inte stor, men har fjädrar från grönt till rött.',
  th: 'เมื่อวานฉันเห็นนกในสวน',
  tr: 'Dün parkta bir kuş gördüm ama ne olduğunu bilmiyorum. Çok büyük değil, bu tüyler daha çok gökkuşağı gibi ve her renk var.',
  uk: 'Вчора я бачив у парку цього птаха і не знаю, що це. Він був не великий, але пір’я є від зеленого до червоного.',
  vi: 'Hôm qua tôi thấy con chim này trong công viên và không biết nó là gì. Nó không to nhưng có những chiếc lông rất đẹp.',
  zh: '昨天我在公园里看到一只鸟。',
}

describe('the language of a text', () => {
  it.each(automationLanguages)('%s', (language) => {
    expect(languageOf(samples[language])).toBe(language)
  })

  it.each([
    ['nothing', ''],
    ['one word', 'Hello'],
    ['a few words', 'Nice shot!'],
    ['a link', 'https://example.org/the/of/and/to/in/is/that'],
    ['code', '`the of and to in is that it for`'],
    ['digits', '1234567890 12345'],
    ['made-up words', 'lorem ipsum dolor sit amet consectetur adipiscing elit sed eiusmod tempor'],
  ])('%s has none', (_case, text) => {
    expect(languageOf(text)).toBeNull()
  })

  it('does not depend on quotations from another one', () => {
    expect(languageOf(`${samples.en} ${samples.en} 公园 спасибо`)).toBe('en')
  })
})
