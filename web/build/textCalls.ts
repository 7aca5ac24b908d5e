import { parseAst } from 'vite'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** A call of `t` or `rich` with its message. */
export interface TextCall extends Node {
  readonly message: Node & { readonly text: string }
  readonly hasValues: boolean
}

/**
 * The calls of functions with such names.
 *
 * @throws Error for a call whose message is not a literal.
 */
export function textCalls(code: string, lang: 'js' | 'ts' | 'tsx', names: readonly string[]): TextCall[] {
  const calls: TextCall[] = []
  const visit = (node: Node & { callee?: { name?: string }; arguments?: Node[] }) => {
    if (node.type === 'CallExpression' && names.includes(node.callee?.name ?? '')) {
      const [message, values] = node.arguments ?? []
      const text = message && textOf(message)
      if (!message || text === undefined)
        throw new Error(
          `Not a literal: ${code.slice(node.start, node.end)}. Texts are found where they are used.`,
        )
      calls.push({ ...node, message: { ...message, text }, hasValues: values !== undefined })
    }
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) visit(child)
  }
  visit(parseAst(code, { lang }))
  return calls
}

/** The minifier writes literals as templates. */
function textOf(node: Node & { value?: unknown; quasis?: { value: { cooked: string } }[] }) {
  if (typeof node.value === 'string') return node.value
  return node.quasis?.length === 1 ? node.quasis[0]?.value.cooked : undefined
}

/** Replaces parts of a text. */
export function replaceAt(
  code: string,
  parts: readonly { start: number; end: number; by: string }[],
): string {
  let replaced = code
  for (const { start, end, by } of [...parts].sort((a, b) => b.start - a.start))
    replaced = replaced.slice(0, start) + by + replaced.slice(end)
  return replaced
}
