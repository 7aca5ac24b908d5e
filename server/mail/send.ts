import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

/** A message of ours; where it goes to is a member's own address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The server refuses that recipient for good. */
export class MailRefused extends Error {}

const connectionTimeoutMs = 10_000
const silenceTimeoutMs = 30_000

/** Whether this site sends mail at all. */
export const sendsMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== ''

/**
 * Hands a message to the mail server; afterwards that one is responsible for it.
 *
 * @throws MailRefused, or the error of a server that cannot be reached or wants something else.
 */
export async function sendMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'contactEmail'>,
  { to, ...content }: Mail,
): Promise<void> {
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      ...content,
      from: config.mailFrom || config.contactEmail,
      // As an object it is one address, whatever signs it has.
      to: { name: '', address: to },
      // So that nobody's holiday answers it.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
    if (code === 'EENVELOPE' && responseCode >= 500) throw new MailRefused((error as Error).message)
    throw error
  } finally {
    transport.close()
  }
}
