import pg from 'pg'
import type { Config } from '../config.ts'
import { errorCode } from './errors.ts'

/*
 * What the log says of errors, and lines of the log that are not about a request. Nothing in the log identifies a person.
 */

const messageMaxLength = 400
/** What is looked at of a text: it may repeat what someone sent. */
const readMaxLength = 1000
/** `data_exception`: its messages repeat the value. */
const dataException = /^22/

/** A text without possibly personal data: email and IP addresses, queries of URLs. */
export const withoutAddresses = (text: string): string =>
  text
    .slice(0, readMaxLength)
    .replace(/\s+/g, ' ')
    .replace(/[^\s@<>"'(]+@[^\s@<>"')]+/g, '(email)')
    .replace(
      /\b\d{1,3}(?:\.\d{1,3}){3}\b|(?<![\w:])(?:[0-9a-f]{0,4}:){3,7}[0-9a-f]{0,4}(?![\w:])/gi,
      '(address)',
    )
    .replace(/\?[^\s"')]*=[^\s"')]*/g, '?…')
    .slice(0, messageMaxLength)

/** The message of an error without possibly personal data: values, IP addresses, queries of URLs. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : 'not an error'
  const isOfValue = error instanceof pg.DatabaseError && dataException.test(error.code ?? '')
  return withoutAddresses(isOfValue ? (text.split(/[:"]/)[0] ?? '').trim() : text)
}

interface LoggedError {
  type: string
  message: string
  stack: string
  [key: string]: unknown
}

/** An error as it is logged: without values, which errors of the database contain. */
export function loggedError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: messageOf(error), stack: '' }
  const code = errorCode(error)
  const message = messageOf(error)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    stack: [`${error.name}: ${message}`, ...frames].join('\n'),
  }
}

const levels = { error: 50, warn: 40, info: 30 } as const
const thresholds: Record<Config['logLevel'], number> = { silent: Infinity, debug: 20, ...levels }

/** Writes a line of JSON like those of requests, if `LOG_LEVEL` includes it. @param msg what happened; the same words each time. */
export function logLine(
  { logLevel }: Pick<Config, 'logLevel'>,
  level: keyof typeof levels,
  msg: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  if (levels[level] < thresholds[logLevel]) return
  console.log(JSON.stringify({ level: levels[level], time: Date.now(), ...fields, msg }))
}
