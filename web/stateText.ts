import { scriptSafe } from '../contract/escapeMarkup.ts'
import type { PageText, SharedText, SharedTexts } from '../contract/pages.ts'
import type { PageState } from './pageState.ts'

/** The state for hydration as JSON for a script element. The texts of answers are reused, with the parts that they share. */
export function stateText(state: PageState, shared: SharedTexts | null): PageText {
  if (!shared) return [scriptSafe(JSON.stringify(state))]
  const writer = new JsonWriter(shared)
  writer.write(state)
  return writer.end()
}

/** Writes JSON around the texts of answers and of shared parts. It knows objects, lists and what JSON has besides them. */
class JsonWriter {
  readonly #shared: SharedTexts
  readonly #pieces: (string | SharedText)[] = []
  #own = ''

  constructor(shared: SharedTexts) {
    this.#shared = shared
  }

  end(): PageText {
    this.#endOwn()
    return this.#pieces
  }

  write(value: unknown): void {
    if (typeof value !== 'object' || value === null) {
      this.#own += JSON.stringify(value) ?? 'null'
      return
    }
    const text = this.#shared.jsonOf(value)
    if (text) this.#add(text)
    else if (Array.isArray(value)) this.#writeList(value)
    else this.#writeObject(value as Record<string, unknown>)
  }

  #writeObject(value: Record<string, unknown>): void {
    let before = '{'
    for (const name in value) {
      const field = value[name]
      if (field === undefined) continue
      this.#own += `${before}${JSON.stringify(name)}:`
      this.write(field)
      before = ','
    }
    this.#own += before === '{' ? '{}' : '}'
  }

  #writeList(list: readonly unknown[]): void {
    if (typeof list[0] !== 'object') {
      this.#own += JSON.stringify(list)
      return
    }
    this.#own += '['
    for (let at = 0; at < list.length; ) {
      if (at > 0) this.#own += ','
      const found = this.#shared.jsonAt(list, at)
      if (found) this.#add([found.text])
      else this.write(list[at])
      at += found?.count ?? 1
    }
    this.#own += ']'
  }

  #add(text: PageText): void {
    this.#endOwn()
    this.#pieces.push(...text)
  }

  #endOwn(): void {
    if (this.#own !== '') this.#pieces.push(scriptSafe(this.#own))
    this.#own = ''
  }
}
