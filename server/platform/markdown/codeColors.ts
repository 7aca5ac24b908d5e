import type { HLJSApi, LanguageFn } from 'highlight.js'
import hljs from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import cpp from 'highlight.js/lib/languages/cpp'
import csharp from 'highlight.js/lib/languages/csharp'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import kotlin from 'highlight.js/lib/languages/kotlin'
import lua from 'highlight.js/lib/languages/lua'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import ruby from 'highlight.js/lib/languages/ruby'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import swift from 'highlight.js/lib/languages/swift'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'

const languages: Record<string, LanguageFn> = {
  bash,
  c,
  cpp,
  csharp,
  css,
  diff,
  go,
  ini,
  java,
  javascript,
  json,
  kotlin,
  lua,
  php,
  python,
  ruby,
  rust,
  sql,
  swift,
  typescript,
  xml,
  yaml,
}
const highlighter: HLJSApi = hljs.newInstance()
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

// In characters. Longer code is not coloured, because that would cost more than the rest of the text.
const codeMaxLength = 2000
// The highlighter's patterns are quadratic in the length of a word and of a run of one character.
const tooLong = /.{301}|\w{129}|([^\w\s])\1{99}/

/** Our class for each scope of the highlighter; other scopes keep the colour of the text. */
const kinds: Record<string, string> = {
  keyword: 'keyword',
  built_in: 'keyword',
  type: 'name',
  title: 'name',
  section: 'name',
  name: 'name',
  attr: 'name',
  attribute: 'name',
  'selector-tag': 'name',
  'selector-class': 'name',
  'selector-id': 'name',
  string: 'string',
  regexp: 'string',
  addition: 'string',
  link: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  meta: 'comment',
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  deletion: 'deleted',
}

/**
 * Code as HTML with a class for each kind of word, or null if it stays plain: in an unknown language, too long, with a very long
 * line or word, or with no budget left for this text.
 *
 * @param budget characters that may still be coloured; reduced by each call.
 */
export function coloredCode(code: string, language: string, budget: { left: number }): string | null {
  const isKnown = language !== '' && highlighter.getLanguage(language) !== undefined
  if (!isKnown || code.length > Math.min(codeMaxLength, budget.left) || tooLong.test(code)) return null
  budget.left -= code.length
  return ours(highlighter.highlight(code, { language, ignoreIllegals: true }).value)
}

/** Reduces the highlighter's HTML to our classes and entities. */
function ours(html: string): string {
  const open: boolean[] = []
  return html
    .replace(/<span class="(?:hljs-)?([^" ]*)[^"]*">|<\/span>/g, (tag, scope: string | undefined) => {
      if (tag === '</span>') return open.pop() ? tag : ''
      const kind = scope === undefined ? undefined : kinds[scope]
      open.push(kind !== undefined)
      return kind ? `<span class="md-${kind}">` : ''
    })
    .replaceAll('&#x27;', "'")
}

/** Maximum number of coloured characters of code in one text. */
export const coloredCodeMaxLength = 4000
