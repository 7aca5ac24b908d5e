import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import { errorCode, errorMessage } from '../errors.ts'

export interface Mail {
  /** One address, as the member gave it: untrusted. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** The mail server rejects the message permanently; a retry is pointless. */
export class MailRefused extends Error {}

const connectionTimeoutMs = 10_000
const socketTimeoutMs = 30_000

/** Whether a mail server is configured. */
export const sendsMail = ({ smtpUrl }: Pick<Config, 'smtpUrl'>): boolean => smtpUrl !== ''

const openTransport = ({ smtpUrl }: Pick<Config, 'smtpUrl'>) =>
  createTransport({
    url: smtpUrl,
    connectionTimeout: connectionTimeoutMs,
    greetingTimeout: connectionTimeoutMs,
    socketTimeout: socketTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })

/** Connects to the mail server and logs in there, without a message. @throws the error of nodemailer. */
export async function checkMailServer(config: Pick<Config, 'smtpUrl'>): Promise<void> {
  const transport = openTransport(config)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** The response of the mail server to a failed attempt, or why it could not be reached. */
export function mailFailureText(error: unknown): string {
  const response = fieldOf(error, 'response')
  return (typeof response === 'string' ? response : errorMessage(error)).slice(0, 500)
}

/** A field that nodemailer adds to its errors. */
const fieldOf = (error: unknown, name: 'response' | 'responseCode'): unknown =>
  error instanceof Error ? Reflect.get(error, name) : undefined

/**
 * Sends a message by SMTP; resolves when the mail server has accepted it.
 *
 * @returns the response of the mail server.
 * @throws MailRefused for a permanent failure (5xx) of sender, recipient or content; the error of nodemailer for all others.
 */
export async function sendMail(
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  { to, ...content }: Mail,
): Promise<string> {
  const transport = openTransport(config)
  try {
    const { response } = await transport.sendMail({
      ...content,
      from: config.mailFrom,
      // An object is not parsed as a list, so a crafted address cannot add recipients.
      to: { name: '', address: to },
      // Suppresses vacation replies (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return response
  } catch (error) {
    const isOfMessage = ['EENVELOPE', 'EMESSAGE'].includes(errorCode(error) ?? '')
    if (isOfMessage && Number(fieldOf(error, 'responseCode')) >= 500)
      throw new MailRefused(mailFailureText(error))
    throw error
  } finally {
    transport.close()
  }
}
