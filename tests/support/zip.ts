import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** The files in a zip, by their names. @throws for names that would lead out of its folder, and for broken files. */
export async function filesIn(zip: Buffer): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>()
  const file = await fromBufferPromise(zip)
  for await (const entry of file.eachEntry())
    found.set(entry.fileName, await buffer(await file.openReadStreamPromise(entry)))
  return found
}
