import { expect, it } from 'vitest'
import { parseConfig } from '../../config.ts'
import { fixedSettings } from '../settings/live.ts'
import { fillIn } from './fillIn.ts'

const facts = {
  config: parseConfig({ SITE_URL: 'https://talk.example.org/' }),
  settings: fixedSettings({
    siteName: 'Moss & *Fern*',
    providerAddress: 'Road 1\n10000 Town',
    contactLanguages: ['English', 'Deutsch'],
  }).values,
  communities: ['Meta', 'help_desk'],
}

it.each([
  ['a name, so that it means nothing in Markdown', '{{siteName}}!', 'Moss \\& \\*Fern\\*!'],
  ['an address, also with blanks in the braces', '<{{ siteUrl }}>', '<https://talk\\.example\\.org>'],
  [
    'a list of communities, linked',
    'They are:\n\n{{communities}}',
    'They are:\n\n- [/Meta](/Meta)\n- [/help\\_desk](/help_desk)',
  ],
  [
    'how long addresses are kept',
    'Yes. {{addressesKept}}',
    'Yes. They are deleted 90 days after their last use, or within the week after that, and with your account.',
  ],
  ['a postal address, line by line', 'Write to\n\n{{providerAddress}}', 'Write to\n\nRoad 1\\\n10000 Town'],
  ['languages', 'In {{contactLanguages}}.', 'In English, Deutsch.'],
  [
    'nothing that is not a fact',
    '{{password}} {{constructor}} {siteName}',
    '{{password}} {{constructor}} {siteName}',
  ],
])('puts in %s', (_what, text, filled) => {
  expect(fillIn(text, facts)).toBe(filled)
})

it.each([
  ['a paragraph', 'First.\n\nWrite to\n{{contactEmail}}.\n\nLast.', 'First.\n\nLast.'],
  ['an item of a list', '- one\n- mail: {{contactEmail}},\n  always\n- two', '- one\n- two'],
  ['a section', '# Site\n\nText.\n\n## Contact\n\n{{contactEmail}}\n\n{{sourceUrl}}', '# Site\n\nText.'],
  [
    'not a section that still says something',
    '## Contact\n\n{{contactEmail}}\n\nOr not.',
    '## Contact\n\nOr not.',
  ],
  ['not a heading above another one', '# Site\n\n## Part\n\nText.', '# Site\n\n## Part\n\nText.'],
])('leaves out %s that names a fact which is empty', (_what, text, filled) => {
  expect(fillIn(text, facts)).toBe(filled)
})

it.each([
  ['keeps what is asked for with a fact that the site has', '{{if siteUrl}} Yes.\n\nEnd.', 'Yes.\n\nEnd.'],
  ['leaves it out where the site has none', '{{if sourceUrl}} Yes.\n\nEnd.', 'End.'],
  ['keeps what is for sites without it', '{{unless sourceUrl}} None.\n\nEnd.', 'None.\n\nEnd.'],
  [
    'decides on each item of a list',
    '- {{if sourceUrl}} one\n- {{ unless sourceUrl }} two\n- three',
    '- two\n- three',
  ],
  ['needs all of several conditions', '{{if siteUrl}} {{if contact}} {{if sourceUrl}} Yes.\n\nEnd.', 'End.'],
  [
    'leaves out a heading with everything below it',
    '## Part\n\n{{if sourceUrl}} Yes.\n\n## End\n\nText.',
    '## End\n\nText.',
  ],
  ['shows what it does not know', '{{if constructor}} Yes.', '{{if constructor}} Yes.'],
])('%s', (_what, text, filled) => {
  expect(fillIn(text, facts)).toBe(filled)
})
