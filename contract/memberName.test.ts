import { expect, it } from 'vitest'
import { bareName } from './memberName.ts'

it.each([
  ['bert', 'bert'],
  ['@bert', 'bert'],
  [' @bert ', 'bert'],
  ['@@bert', '@bert'],
  ['bert@mail.example', 'bert@mail.example'],
  ['＠ｂｅｒｔ＿２', 'bert_2'],
  ['\u3000bert\u3000', 'bert'],
  ['@', ''],
  ['', ''],
])('the bare form of the name %j is %j', (typed, name) => {
  expect(bareName(typed)).toBe(name)
})
