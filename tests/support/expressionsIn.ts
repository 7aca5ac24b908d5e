import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

export interface WrittenExpression {
  /** Relative to `root`, with `/`. */
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

/** The regular expressions that are written as literals in the sources of these folders, without tests. */
export function expressionsIn(root: string, folders: readonly string[]): WrittenExpression[] {
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !/\.(?:test|d)\.\w+$/.test(file)),
  )
  return files.flatMap((file) => {
    const found: WrittenExpression[] = []
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      if (isExpression(node)) found.push({ file, ...node.regex })
      else Object.values(node).forEach(visit)
    }
    visit(parseSync(file, readFileSync(join(root, file), 'utf8')).program)
    return found
  })
}

const isExpression = (node: object): node is { regex: { pattern: string; flags: string } } =>
  'type' in node && node.type === 'Literal' && 'regex' in node
