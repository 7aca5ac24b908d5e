import { expect, it } from 'vitest'
import { axisTop, endsOf, sentenceInstead, summaryOf } from './lineChart.ts'

it.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [499, 500],
  [501, 1000],
])('a chart whose largest number is %i reaches up to %i', (largest, top) => {
  expect(axisTop([{ label: 'Day', values: [0, largest] }])).toBe(top)
})

it('says in words what a chart shows', () => {
  expect(
    summaryOf(
      [
        { label: 'Day', values: [1, 5, 3] },
        { label: 'Week', values: [7, 8, 9] },
      ],
      ['2026-11-01T00:00:00Z', '2026-11-01T01:00:00Z', '2026-11-02T00:00:00Z'],
    ),
  ).toBe('From 2026-11-01 to 2026-11-02: Day from 1 to 3 and Week from 7 to 9')
})

it.each([
  ['days', ['2026-11-01T05:00:00Z', '2026-11-02T05:00:00Z'], ['2026-11-01', '2026-11-02']],
  [
    'hours of one day',
    ['2026-11-01T05:00:00Z', '2026-11-01T07:00:00Z'],
    ['2026-11-01 05:00', '2026-11-01 07:00'],
  ],
  ['a single hour', ['2026-11-01T05:00:00Z'], ['2026-11-01 05:00']],
])('the ends of a chart are %s', (_case, times, ends) => {
  expect(endsOf(times)).toEqual(ends)
})

const line = (label: string, ...values: number[]) => ({ label, values })

it.each([
  ['something has changed', [line('day', 1, 2)], null],
  ['one of several lines has changed', [line('day', 0, 0), line('week', 3, 2)], null],
  ['there is nothing', [line('posts', 0, 0, 0), line('comments', 0, 0, 0)], 'Nothing in this period.'],
  [
    'it was counted once',
    [line('day', 1), line('week', 1200)],
    'Only one data point so far: day 1 and week 1,200.',
  ],
  ['nothing has changed', [line('day', 4, 4, 4), line('week', 0, 0, 0)], 'No change: day 4 and week 0.'],
])('a chart is drawn, or a sentence said, when %s', (_when, series, sentence) => {
  expect(sentenceInstead(series)).toBe(sentence)
})
