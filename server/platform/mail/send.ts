import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'

export interface Mail {
  /** One address, as the member gave it: untrusted. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail server rejects the recipient permanently; a retry is pointless. */
export class MailRefused extends Error {}

const connectionTimeoutMs = 10_000
const socketTimeoutMs = 30_000

/** Whether a mail server is configured. */
export const sendsMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== ''

/**
 * Sends a message by SMTP; resolves when the mail server has accepted it.
 *
 * @throws MailRefused for a permanent failure (5xx) of the recipient; the error of nodemailer for all others.
 */
export async function sendMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  { to, ...content }: Mail,
): Promise<void> {
  const transport = createTransport({
    url: config.smtpUrl,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      ...content,
      from: config.mailFrom,
      // An object is not parsed as a list, so a crafted address cannot add recipients.
      to: { name: '', address: to },
      // Suppresses vacation replies (RFC 3834).
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
