import { t } from '../../../contract/texts/t.ts'

/** The first match counts: many browsers also name browsers that they claim compatibility with. */
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const

const systems = [
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

type Names = readonly (readonly [RegExp, string])[]
const nameIn = (names: Names, text: string) => names.find(([expression]) => expression.test(text))?.[1]

/** The common name of a `User-Agent`: 'Firefox on Windows'. Unknown programs keep their own name: 'curl/8.5.0'. */
export function deviceName(userAgent: string | null): string {
  const text = userAgent?.trim() ?? ''
  const [browser, system] = [nameIn(browsers, text), nameIn(systems, text)]
  if (browser && system) return t('{browser} on {system}', { browser, system })
  return browser ?? system ?? (text.split(/\s/)[0] || t('Unknown device'))
}
