import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

describe('the excerpt of a text', () => {
  it.each([
    ['a line for each paragraph', 'One\ntwo.\n\n\nThree.', 'One two.\nThree.'],
    ['no markup', '# A **b** ~~c~~ `d`\n\n> e\n\n- f\n- [x] g\n\n---\n\n1. h', 'A b c d\ne\n• f\n• g\n1. h'],
    [
      'bullets',
      '- paint the gate\n- buy string\n  - thin\n\n  later\n- rest',
      '• paint the gate\n• buy string\n• thin\nlater\n• rest',
    ],
    ['numbers', '3. three\n4. four\n   - a\n5. five\n\nend', '3. three\n4. four\n• a\n5. five\nend'],
    ['no bullets of items without text', '- ```\n  code\n  ```\n- two', '• two'],
    ['headings in lines of their own', 'One\n## Two\nthree', 'One\nTwo\nthree'],
    [
      'the text of links',
      '[a](https://b.example), <https://c.example> and [d]\n\n[d]: /e',
      'a, https://c.example and d',
    ],
    ['the alternative text of images', 'See ![a *cat*](/cat.png).', 'See a cat.'],
    ['the text between tags', '<div>a <b>b</b><!-- c --></div>', 'a b'],
    ['words apart that a tag separates', 'a<br>b <p>c</p><p>d</p> <td>e</td><td>f</td>', 'a b c d e f'],
    ['words together that a tag marks', 'a<b>b</b>c **bold**word', 'abc boldword'],
    ['no tables', 'before\n\n|a|b|\n|-|-|\n|c|d|\n\nafter', 'before\nafter'],
    ['the cells of a table when there is nothing else', '|a|b|\n|-|-|\n|c|d|', 'a b c d'],
    ['characters as they are, not as HTML', 'a &lt; b & "c" <3', 'a < b & "c" <3'],
    ['no code', 'Run\n\n```sh\nnpm start\n```\n\nthen look.', 'Run\nthen look.'],
    ['the first line of code when there is nothing else', '```sh\nnpm   start\nnpm test\n```', 'npm start …'],
    ['code of a single line whole', '    npm start', 'npm start'],
    ['no hidden words', 'He >!dies *soon*!< and ![>!b!<](/c.png)', 'He [spoiler] and [spoiler]'],
    ['no hidden block', 'One\n\n>! two\n>\n> - three\n> >! four\n\nfive', 'One\n[spoiler]\nfive'],
    ['no hidden block with code', '>! ```\n> a\n> ```', '[spoiler]'],
    ['nothing of an empty text', ' \n', ''],
  ])('has %s', (_what, source, excerpt) => {
    expect(excerptOf(source)).toBe(excerpt)
  })

  it('shows only the beginning of long code', () => {
    const excerpt = excerptOf(`~~~\n${'code '.repeat(60)}\nmore\n~~~`)
    expect(excerpt).toMatch(/^(?:code )+code…$/)
    expect(excerpt.length).toBeLessThan(90)
  })

  it('is cut after a word', () => {
    expect(excerptOf('one two, three', 14)).toBe('one two, three')
    expect(excerptOf('one two, three', 13)).toBe('one two…')
    expect(excerptOf('one two, three', 8)).toBe('one two…')
  })

  it('is cut inside a word only when there is no other, and never inside a character', () => {
    expect(excerptOf('abcdefgh', 5)).toBe('abcd…')
    expect(excerptOf('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 20)).toBe('👩‍👩‍👧👩‍👩‍👧…')
  })

  it('has at most 320 characters by default', () => {
    expect(excerptOf('word '.repeat(400)).length).toBeGreaterThan(310)
    expect(excerptOf('word '.repeat(400)).length).toBeLessThanOrEqual(320)
  })

  it.each([
    ['too long to be parsed', 'a '.repeat(42_000)],
    ['that costs too much', 'www.a.b '.repeat(801)],
  ])('hides spoilers of a text %s', (_what, rest) => {
    const excerpt = excerptOf(`One >!two\nthree!< four\n\n>! five\n\n${rest}`)
    expect(excerpt).toMatch(/^One \[spoiler\] four \[spoiler\] (?:a|www)/)
  })

  it('respects its length and has no empty line for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        (source, length) => {
          const excerpt = excerptOf(source, length)
          expect(excerpt.length).toBeLessThanOrEqual(length)
          expect(excerpt).not.toMatch(/\n\n|\r|^\s/)
        },
      ),
    )
  })
})
