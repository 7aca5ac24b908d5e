import { it } from 'vitest'

type Writable<Row extends readonly unknown[]> = { -readonly [Place in keyof Row]: Row[Place] }

/**
 * One test for each row of a table whose rows prove the same: the first of every `step` rows with `npm test`, all of them
 * with `npm run test:long`.
 */
export function eachInShares<Row extends readonly unknown[]>(rows: readonly Row[], step: number) {
  const share = (isDaily: boolean) => rows.filter((_row, place) => (place % step === 0) === isDaily)
  return (title: string, test: (...row: Writable<Row>) => Promise<void>) => {
    it.for(share(true))(title, (row) => test(...(row as Writable<Row>)))
    it.for(share(false))(title, { tags: ['long'] }, (row) => test(...(row as Writable<Row>)))
  }
}
