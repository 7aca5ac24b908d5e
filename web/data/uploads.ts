import addresses from 'virtual:calls'
import type { Image } from '../../contract/entities/image.ts'
import type { User } from '../../contract/entities/ownUser.ts'
import { parseAnswer, urlOf } from './browserApi.ts'
import { csrfToken, storeCsrfToken } from './csrf.ts'
import { ConnectionFailure } from './failure.ts'

/** Progress and cancellation of an upload. */
export interface UploadOptions {
  /** Called with the share that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
}

/** Uploads an image for a post that is going to be made. @throws as `sendImage`. */
export const uploadImage = (file: File, options: UploadOptions): Promise<Image> =>
  sendImage(addresses.uploadImage, file, options)

/** Makes an image the picture of the viewer, in place of the one before. @throws as `sendImage`. */
export const uploadPicture = (username: string, file: File, options: UploadOptions): Promise<User> =>
  sendImage(urlOf(addresses.setProfilePicture, { username }), file, options)

/**
 * Sends a file and reads the answer. `fetch` cannot report the progress of an upload, so this one uses
 * `XMLHttpRequest`.
 *
 * @param methodAndPath method and path.
 * @throws ApiFailure when the server refuses, ConnectionFailure when it cannot be reached, and the reason of the
 *   signal when that ends it.
 */
export function sendImage<Answer>(
  methodAndPath: string,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<Answer> {
  const [method = 'POST', path = ''] = methodAndPath.split(' ')
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const abort = () => {
      request.abort()
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    request.addEventListener('error', () => reject(new ConnectionFailure('The server cannot be reached.')))
    request.addEventListener('load', () => {
      storeCsrfToken(request.getResponseHeader('Csrf-Token'))
      const { status, statusText, responseText } = request
      try {
        resolve(
          parseAnswer({ ok: status >= 200 && status < 300, status, statusText }, responseText) as Answer,
        )
      } catch (failure) {
        reject(failure)
      }
    })
    const form = new FormData()
    form.set('image', file)
    request.open(method, path)
    request.setRequestHeader('X-Csrf-Token', csrfToken())
    request.send(form)
  })
}
