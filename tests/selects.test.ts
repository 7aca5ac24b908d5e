import { expectTypeOf, it } from 'vitest'
import type { Unnamed } from '../contract/texts/selects.ts'

type Kind = 'posting' | 'commenting' | 'reading'

it('a message names all kinds of its choice but one', () => {
  expectTypeOf<Unnamed<'{kind, select, posting {a} commenting {b} other {c}}', { kind: Kind }>>().toBeNever()
  expectTypeOf<Unnamed<'{kind, select, posting {a} other {b}}', { kind: Kind }>>().toEqualTypeOf<
    'commenting' | 'reading'
  >()
})

it('a kind within a sentence is not a case', () => {
  type WithinText = '{kind, select, posting {only reading {until}} other {b}}'
  expectTypeOf<Unnamed<WithinText, { kind: Kind; until: string }>>().toEqualTypeOf<'commenting' | 'reading'>()
})

it('also in a choice within another, or after it', () => {
  type Nested = '{n, plural, one {{kind, select, posting {{a}} other {b}}} other {#}}'
  expectTypeOf<Unnamed<Nested, { n: number; kind: Kind }>>().toEqualTypeOf<'commenting' | 'reading'>()
  type Two =
    '{place, select, site {here} other {in {community}}} {kind, select, posting {<b>a</b>} other {b}}'
  expectTypeOf<Unnamed<Two, { place: 'site' | 'community'; community: string; kind: Kind }>>().toEqualTypeOf<
    'commenting' | 'reading'
  >()
})

it('any text needs a message that shows it', () => {
  expectTypeOf<Unnamed<'{state, select, new {a} other {b}}', { state: string }>>().toEqualTypeOf<'any text'>()
  expectTypeOf<Unnamed<'{state, select, new {a} other {{state}}}', { state: string }>>().toBeNever()
})
