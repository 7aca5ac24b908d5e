import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/** A received mail: recipient, and the decoded message. */
export interface ReceivedMail {
  readonly to: string[]
  readonly source: string
  /** The token in its link. */
  readonly token: string
}

export interface MailServer {
  /** The settings with which a forum sends its mail here. */
  readonly environment: Record<string, string>
  readonly mails: ReceivedMail[]
  /** Resolves with the next mail. */
  next(): Promise<ReceivedMail>
  /** Refuses every recipient with this status and these words from now on; null accepts them again. */
  refuse(status: number | null, words?: string): void
  /** Whether it refuses what a mail says, as spam. */
  refuseContent(isRefused: boolean): void
  close(): Promise<void>
}

const base64Part = /(\r\nContent-Transfer-Encoding: base64\r\n\r\n)([\w+/=\r\n]+)/g

/** Decodes parts in base64 or quoted-printable, of texts in UTF-8. */
const decoded = (source: string) =>
  source
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
    .replace(base64Part, (_all, head, text) => `${head}${Buffer.from(text, 'base64').toString()}\r\n`)

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = []
  let refusal: Error | null = null
  let isSpam = false
  let waiting: ((mail: ReceivedMail) => void)[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo(_address, _session, callback) {
      callback(refusal)
    },
    onData(stream, session, callback) {
      text(stream).then((raw) => {
        const source = decoded(raw)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        if (isSpam) return callback(Object.assign(new Error('looks like spam'), { responseCode: 554 }))
        const mail = { to, source, token: /\?token=([0-9A-Za-z_]+)/.exec(source)?.[1] ?? '' }
        mails.push(mail)
        for (const tell of waiting) tell(mail)
        waiting = []
        callback()
      }, callback)
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.server.address() as AddressInfo
  return {
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      SITE_URL: 'http://forum.example',
      MAIL_FROM: 'Our forum <forum@forum.example>',
    },
    mails,
    next: () => new Promise((resolve) => waiting.push(resolve)),
    refuse: (status, words = 'not here') => {
      refusal = status === null ? null : Object.assign(new Error(words), { responseCode: status })
    },
    refuseContent: (isRefused) => {
      isSpam = isRefused
    },
    close: () => new Promise((closed) => server.close(closed)),
  }
}
