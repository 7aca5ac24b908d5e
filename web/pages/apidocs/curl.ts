import type { ApiExample } from '../../../contract/apiDocument.ts'

/** Quotes text as a single word for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** The curl command for an example, with the cookie jar and the variables that the introduction of the page sets. */
export function curlOf({ as, method, address, body, file }: ApiExample): string {
  const hasBody = body !== undefined || file !== undefined
  const words = [
    'curl -s',
    // Login and other calls that start as a guest must store the cookies they receive.
    ...(method !== 'GET' || as !== null ? ['-b cookies.txt'] : []),
    ...(method !== 'GET' && as === null ? ['-c cookies.txt'] : []),
    ...(method === 'GET' || (method === 'POST' && hasBody) ? [] : [`-X ${method}`]),
    ...(method === 'GET' ? [] : ['-H "X-Csrf-Token: $TOKEN"']),
    ...(file === undefined ? [] : [`-F image=@${file}`]),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body))}`]),
    `"$FORUM${address}"`,
  ]
  return inLines(words)
}

const longestLine = 88

/** Wraps a command between its words. */
function inLines(words: readonly string[]): string {
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= longestLine)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : `  ${word}`)
  }
  return lines.join(' \\\n')
}
