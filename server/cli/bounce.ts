import { recordBounce } from '../core/accounts/deliverMail.ts'
import { type Command, CommandFailed, exitCodes, UsageError, withDatabase } from './command.ts'

/** A returned mail contains the original, which is not needed. */
const readMax = 1_000_000

export const bounceCommand: Command = {
  name: 'bounce',
  usage: ['bounce < MAIL'],
  about:
    'Reads a returned mail (a delivery status notification) from standard input, counts it and marks the address. Have the mail ' +
    'server of MAIL_FROM pass returned mail to it.',

  async run(args, context) {
    if (args.length > 0) throw new UsageError('bounce reads the mail from standard input.')
    const failures = failedRecipients((await context.terminal.readInput()).slice(0, readMax))
    if (failures.length === 0) throw new CommandFailed('This is not a notification of undelivered mail.')
    return withDatabase(context, async ({ db }) => {
      for (const failure of failures) {
        const names = await recordBounce({ db, config: context.config }, failure)
        context.terminal.say(
          names.length === 0
            ? 'The address belongs to no account.'
            : `Marked the address of ${names.map((name) => `@${name}`).join(', ')}.`,
        )
      }
      return exitCodes.done
    })
  },
}

/** The recipients that a delivery status notification (RFC 3464) says have failed for good. */
export function failedRecipients(mail: string): { email: string; answer: string }[] {
  const unfolded = mail.replace(/\r\n/g, '\n').replace(/\n[ \t]+/g, ' ')
  return unfolded.split(/\n\n+/).flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(block)?.[1]?.trim()
    const email = field('(?:Original|Final)-Recipient')?.replace(/^rfc822;\s*/i, '')
    if (!email?.includes('@') || field('Action')?.toLowerCase() !== 'failed') return []
    const reason = field('Diagnostic-Code')?.replace(/^smtp;\s*/i, '')
    return [{ email, answer: reason ?? `Status ${field('Status') ?? 'unknown'}` }]
  })
}
