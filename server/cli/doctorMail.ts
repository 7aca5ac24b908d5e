import { Resolver } from 'node:dns/promises'
import addressparser from 'nodemailer/lib/addressparser'
import type { Config } from '../config.ts'
import { errorCode } from '../platform/errors.ts'
import { checkMailServer, mailFailureText, sendsMail } from '../platform/mail/send.ts'
import { fault, ok, type Result, warning } from './doctorResult.ts'

const lookupMs = 2000

/** Whether the mail server accepts the connection and the password. */
export async function checkMail(config: Config): Promise<Result> {
  if (!sendsMail(config))
    return warning(
      'the site sends none, so nobody can reset a forgotten password',
      'Set SMTP_URL and MAIL_FROM.',
    )
  const { host } = new URL(config.smtpUrl)
  try {
    await checkMailServer(config)
    return ok(`${host} accepts the connection and the password`)
  } catch (error) {
    return fault(
      `${host}: ${mailFailureText(error)}`,
      'Check name, port, user and password in SMTP_URL; smtps:// is port 465, smtp:// port 587.',
    )
  }
}

/** Selectors that mail servers and providers use by default. */
const commonSelectors = ['default', 'mail', 'dkim', 's1', 'selector1', 'k1', 'google', 'fm1', 'protonmail']

/** The records of the sender's domain without which large providers refuse mail or take it for spam. */
export async function checkSenderDomain(config: Config): Promise<Result | readonly Result[]> {
  if (!sendsMail(config)) return []
  const [, domain = ''] = (addressparser(config.mailFrom)[0]?.address ?? '').split('@')
  if (!domain.includes('.') || /^\[|\.(localhost|internal|local)$/.test(domain))
    return ok(`${domain} is not a public domain`)
  const resolver = new Resolver({ timeout: lookupMs, tries: 1 })
  const texts = (name: string) =>
    answered(resolver.resolveTxt(name).then((records) => records.map((parts) => parts.join(''))))
  const selectors = config.dkimSelector ? [config.dkimSelector] : commonSelectors
  const [own, policy, policyAbove, mx, ...keys] = await Promise.all([
    texts(domain),
    texts(`_dmarc.${domain}`),
    texts(`_dmarc.${domain.split('.').slice(-2).join('.')}`),
    answered(resolver.resolveMx(domain).then((records) => records.map(({ exchange }) => exchange))),
    ...selectors.map((selector) => texts(`${selector}._domainkey.${domain}`)),
  ])
  if ([own, policy, mx, ...keys].every((found) => found === null))
    return warning(
      `DNS does not answer, so SPF, DKIM and DMARC of ${domain} are not known`,
      'Check the network of this machine, then try again.',
    )
  return [
    spfResult(domain, own),
    dkimResult(domain, { keys, isNamed: config.dkimSelector !== '' }),
    dmarcResult(domain, policy?.length ? policy : policyAbove),
    ...(mx?.length === 0
      ? [
          warning(
            `${domain} has no MX record, so returned mail is lost`,
            'Make sure that mail to MAIL_FROM can be received: docs/operations.md, "Mail".',
          ),
        ]
      : []),
  ]
}

/** The records; empty if there are none; null if DNS does not answer. */
type Records = readonly string[] | null

async function answered(lookup: Promise<string[]>): Promise<Records> {
  try {
    return await lookup
  } catch (error) {
    return ['ENODATA', 'ENOTFOUND'].includes(errorCode(error) ?? '') ? [] : null
  }
}

const unknown = (what: string, domain: string) =>
  warning(`DNS does not answer about ${what} of ${domain}`, 'Try again.')

function spfResult(domain: string, records: Records): Result {
  if (records === null) return unknown('SPF', domain)
  const policies = records.filter((text) => /^v=spf1(\s|$)/i.test(text))
  if (policies.length === 0)
    return warning(
      `${domain} has no SPF record, so providers may refuse its mail`,
      `Add a TXT record for ${domain} that names your mail server: v=spf1 mx -all`,
    )
  if (policies.length > 1)
    return fault(`${domain} has ${policies.length} SPF records; only one is allowed`, 'Merge them into one.')
  return /\s\+?all\b/i.test(policies[0] ?? '')
    ? warning(`the SPF record of ${domain} allows every server`, 'End it with -all or ~all.')
    : ok(`${domain} has an SPF record`)
}

function dkimResult(
  domain: string,
  { keys, isNamed }: { keys: readonly Records[]; isNamed: boolean },
): Result {
  const isKey = (text: string) => /(^|;)\s*p=[^;\s]/.test(text)
  if (keys.some((records) => records?.some(isKey))) return ok(`${domain} has a key for DKIM`)
  if (keys.includes(null)) return unknown('DKIM', domain)
  return isNamed
    ? fault(
        `${domain} has no key for DKIM under DKIM_SELECTOR`,
        'Add the TXT record that your mail server shows, or correct the selector.',
      )
    : warning(
        `no DKIM key of ${domain} was found under the usual selectors`,
        'Have the mail server sign mail, add its TXT record, and set DKIM_SELECTOR.',
      )
}

function dmarcResult(domain: string, records: Records): Result {
  if (records === null) return unknown('DMARC', domain)
  return records.some((text) => /^v=DMARC1\s*;/i.test(text))
    ? ok(`${domain} has a DMARC record`)
    : warning(
        `${domain} has no DMARC record, so providers may refuse its mail`,
        `Add a TXT record for _dmarc.${domain}: v=DMARC1; p=none`,
      )
}
