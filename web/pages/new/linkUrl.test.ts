import { expect, it } from 'vitest'
import { completeUrl, linkUrl } from './linkUrl.ts'

it.each([
  ['owls.example', 'https://owls.example'],
  ['owls.example:8080/a', 'https://owls.example:8080/a'],
  [' www.owls.example?q=1 ', 'https://www.owls.example?q=1'],
  ['http://owls.example', 'http://owls.example'],
  ['mailto:owl@owls.example', 'mailto:owl@owls.example'],
  ['javascript:a.b/c', 'javascript:a.b/c'],
  ['owls', 'owls'],
  ['about owls. And more', 'about owls. And more'],
])('%j is completed to %j', (typed, completed) => {
  expect(completeUrl(typed)).toBe(completed)
})

it.each([
  ['https://owls.example/a?b#c', 'https://owls.example/a?b#c'],
  ['owls.example', 'https://owls.example'],
  ['HTTP://OWLS.example', 'HTTP://OWLS.example'],
  ['ftp://owls.example', null],
  ['javascript:alert(1)', null],
  ['//owls.example', null],
  ['https://', null],
  ['', null],
])('[CORE-5-013] %j leads to %j', (typed, url) => {
  expect(linkUrl(typed)).toBe(url)
})
