import { createHash } from 'node:crypto'
import type { PartSummary } from './format.ts'

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const newline = 10

/** Counts and hashes one part of a backup while it is streamed. */
export class PartDigest {
  readonly name: string
  count = 0
  #bytes = 0
  readonly #hash = createHash('sha256')

  constructor(name: string) {
    this.name = name
  }

  /** Rows of `copy`: each ends with the only newline in it, because others are escaped. */
  addRows(chunk: Buffer): void {
    for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) this.count += 1
    this.#add(chunk)
  }

  /** The name of a file is part of the hash; its content follows in chunks. */
  startFile(name: string, size: number): void {
    this.count += 1
    this.#hash.update(`${name} ${size}\n`)
  }

  addContent(chunk: Buffer): void {
    this.#add(chunk)
  }

  #add(chunk: Buffer): void {
    this.#bytes += chunk.length
    this.#hash.update(chunk)
  }

  summary(): PartSummary {
    return { name: this.name, count: this.count, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
