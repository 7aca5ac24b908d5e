import type { Connection, RetentionPeriod } from '../../../contract/endpoints/law.ts'
import type { SettingValues } from '../../../contract/siteSettings.ts'
import type { Config } from '../../config.ts'
import { sendsMail } from '../../platform/mail/send.ts'
import { blank, list, plain, table } from './markdown.ts'

interface Given {
  readonly config: Config
  readonly settings: SettingValues
  /** The day of the document, such as `2026-03-31`. */
  readonly day: string
  readonly connections: readonly Connection[]
  readonly retention: readonly RetentionPeriod[]
}

/** Records of processing activities (Article 30 of the GDPR) as Markdown, filled in as far as the program knows. */
export function recordsOfProcessing({ config, settings, day, connections, retention }: Given): string {
  return `# Records of processing activities

${plain(settings.siteName)}, ${day}. Made from the settings of the site, for Article 30 (1) of the GDPR. It is a draft and no legal
advice: check it, fill in the blanks, and add what you do outside the program.

## Controller

${table(
  ['Who', 'Value'],
  [
    ['Name', plain(settings.providerName)],
    ['Address', plain(settings.providerAddress)],
    ['Email', plain(settings.contactEmail)],
    ['Representative in the EU', plain(settings.legalRepresentative)],
    ['Data protection officer', plain(settings.dataProtectionOfficer)],
  ],
)}

## Purposes, persons and data

${table(['Purpose', 'Persons', 'Data'], activities(settings, config))}

## Recipients

Published texts, names and pictures are read by ${settings.privateForum ? 'all members' : 'everyone, also by search engines'}. Besides:

${table(
  ['Recipient', 'Purpose', 'Country, and basis of a transfer outside the EU'],
  [
    ['who runs the machine of the server', 'Hosting.', blank],
    ...connections.map(({ host, purpose }) => [host.includes('.') ? `\`${host}\`` : host, purpose, blank]),
  ],
)}

## Time limits for erasure

${table(
  ['Data', 'Kept'],
  retention.map(({ data, kept }) => [data, kept]),
)}

Copies in backups: ${settings.dailyBackups ? `the program keeps ${settings.dailyBackupsKept} daily backups` : 'the program makes no daily backups'}; others ${blank}

## Security measures

${list(measures(settings, config))}

The handbook has all of them: docs/security.md.
`
}

function activities(settings: SettingValues, config: Config): string[][] {
  const optional: [boolean, string[]][] = [
    [
      settings.joining === 'approval',
      ['Decide who may join', 'Applicants', 'Name, email address, answers, IP address, decision'],
    ],
    [
      settings.acceptTerms || settings.minimumAge > 0,
      [
        'Terms and minimum age',
        'Members',
        'Which terms a member accepted and when, that they declared their age',
      ],
    ],
    [
      sendsMail(config),
      ['Confirm addresses, reset passwords', 'Members', 'Email address, links with a secret'],
    ],
  ]
  return [
    [
      'Accounts and logins',
      'Members',
      'Name, hashed password, email address if given, profile, settings, sessions with IP address, browser and time',
    ],
    ...optional.filter(([isOn]) => isOn).map(([, row]) => row),
    [
      'Discussions',
      'Members, and people they write about',
      `Posts, comments,${settings.imagePosts ? ' images,' : ''} votes, lists, messages with moderators`,
    ],
    [
      'Moderation',
      'Members, and people who report',
      'Reports, decisions, bans, notes of moderators, appeals, log of actions',
    ],
    ['Notifications', 'Members', 'What happened, addresses of browsers for push messages if turned on'],
    [
      'Protection against attacks and spam',
      'Visitors and members',
      'IP addresses, counts of calls, failed logins and other security events',
    ],
    [
      'Counts of use',
      'Visitors and members',
      'Hourly numbers without names, use of the installed application',
    ],
    ['Backups', 'All of the above', 'A copy of everything'],
  ]
}

function measures(settings: SettingValues, config: Config): string[] {
  return [
    'Passwords are stored as argon2id hashes, sessions and mailed links as hashes.',
    'Roles: only admins see email and IP addresses; what moderators and admins do is logged.',
    'Admins give their password again before dangerous actions.',
    `Admins who do not use their session for ${settings.adminSessionIdleHours} hours have to log in again.`,
    `Browsers run only scripts of the site${config.captcha === 'hcaptcha' ? ' and of hCaptcha' : ''} (Content-Security-Policy).`,
    'Images lose what cameras write into them, such as places.',
    `Rate limits are ${settings.rateLimits ? 'on' : 'off'}.`,
    `The connection is ${config.siteUrl?.protocol === 'https:' ? 'encrypted (https)' : `set up by you: ${blank}`}.`,
    `Backups are ${config.backupPassphrase === '' ? 'not encrypted' : 'encrypted'}.`,
  ]
}
