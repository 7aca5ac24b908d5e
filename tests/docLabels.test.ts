import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { collectMessages } from '../web/build/catalogs.ts'

const pages = [
  'access',
  'automation',
  'backups',
  'law',
  'moderating',
  'monitoring',
  'operations',
  'scrapers',
  'security',
  'trust',
  'upgrading',
  'waves',
]

/** Not of this program's interface. */
const others = [
  "Children's Access Assessments Guidance",
  'Dashboards → New → Import',
  'Risk Assessment Guidance and Risk Profiles',
  'Upgrade notes',
  '[Post you may not read]',
]

const messages = [...collectMessages().keys()]
/** As a whole, or before an ellipsis or a value: *Erase*, *Hide reports by*. */
const isShown = (label: string) =>
  messages.some(
    (message) =>
      message === label || (message.startsWith(label) && /^(…|\.| @?\{)/.test(message.slice(label.length))),
  )

it.each(pages)('the labels in italics on the page %s are those of the interface', (page) => {
  const text = readFileSync(join(import.meta.dirname, `../docs/${page}.md`), 'utf8')
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, '')
  const labels = [...text.matchAll(/(?<![*\w])\*([^*\s][^*]{0,70}?)\*(?![*\w])/g)].map(([, label = '']) =>
    label.replace(/\s+/g, ' '),
  )
  // Sentences begin with a lead in italics on one of the pages.
  const found = labels.filter((label) => !others.includes(label) && !label.endsWith('.'))
  expect(found.filter((label) => !label.split(' → ').every(isShown))).toEqual([])
})
