import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Place } from '../../server/platform/storage/s3.ts'

export interface S3Server {
  /** All of a place but the bucket and its prefix. */
  readonly account: Omit<S3Place, 'bucket' | 'prefix'>
  /** The settings with which a forum finds this server. */
  readonly environment: Record<string, string>
  close(): Promise<void>
}

interface Answer {
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
}

const ok = (body: string | Buffer, headers: Record<string, string> = {}): Answer => ({
  status: 200,
  body,
  headers,
})
const failure = (status: number, code: string): Answer => ({
  status,
  body: `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

/** The contents of all elements of a name, where no content needs more than the entities of XML. */
const elements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) =>
    text.replace(/&(lt|gt|quot|apos|amp);/g, (_all, entity: keyof typeof entities) => entities[entity]),
  )
const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const escaped = (text: string) => text.replace(/[<>"'&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
const tag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

/**
 * Buckets in memory that answer the calls of server/platform/storage, and no others. It knows one account, and does not
 * check signatures.
 */
export async function startS3(buckets: readonly string[]): Promise<S3Server> {
  const objects = new Map(buckets.map((name) => [name, new Map<string, Buffer>()]))
  const uploads = new Map<string, Map<number, Buffer>>()

  function answerTo(request: IncomingMessage, body: Buffer): Answer {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://s3')
    const [, bucketName = '', ...keyParts] = decodeURIComponent(pathname).split('/')
    const key = keyParts.join('/')
    if (!request.headers.authorization?.includes(`Credential=${accessKeyId}/`))
      return failure(403, 'InvalidAccessKeyId')
    if (request.headers['content-encoding'] === 'aws-chunked') return failure(501, 'NotImplemented')
    const bucket = objects.get(bucketName)
    if (!bucket) return failure(404, 'NoSuchBucket')

    const uploadId = query.get('uploadId')
    if (uploadId !== null)
      return answerToUpload({ bucket, key, uploadId, query, body, method: request.method })
    switch (`${request.method} ${key ? 'object' : 'bucket'}`) {
      case 'PUT object':
        bucket.set(key, body)
        return ok('', { ETag: tag(body) })
      case 'GET object':
      case 'HEAD object': {
        const found = bucket.get(key)
        return found ? ok(found, { ETag: tag(found) }) : failure(404, 'NoSuchKey')
      }
      case 'DELETE object':
        bucket.delete(key)
        return { status: 204 }
      case 'POST object': {
        if (!query.has('uploads')) break
        const id = randomUUID()
        uploads.set(id, new Map())
        const names = `<Bucket>${bucketName}</Bucket><Key>${escaped(key)}</Key>`
        return ok(
          `<InitiateMultipartUploadResult>${names}<UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        )
      }
      case 'POST bucket':
        if (!query.has('delete')) break
        for (const deleted of elements(body.toString(), 'Key')) bucket.delete(deleted)
        return ok('<DeleteResult/>')
      case 'GET bucket': {
        if (query.get('list-type') !== '2') break
        const found = [...bucket.keys()].filter((one) => one.startsWith(query.get('prefix') ?? '')).sort()
        const max = Number(query.get('max-keys') ?? 1000)
        const contents = found.slice(0, max).map((one) => `<Contents><Key>${escaped(one)}</Key></Contents>`)
        const truncated = `<IsTruncated>${found.length > max}</IsTruncated>`
        return ok(`<ListBucketResult>${truncated}${contents.join('')}</ListBucketResult>`)
      }
    }
    return failure(501, 'NotImplemented')
  }

  function answerToUpload(part: {
    bucket: Map<string, Buffer>
    key: string
    uploadId: string
    query: URLSearchParams
    body: Buffer
    method: string | undefined
  }): Answer {
    const parts = uploads.get(part.uploadId)
    if (!parts) return failure(404, 'NoSuchUpload')
    switch (part.method) {
      case 'PUT':
        parts.set(Number(part.query.get('partNumber')), part.body)
        return ok('', { ETag: tag(part.body) })
      case 'DELETE':
        uploads.delete(part.uploadId)
        return { status: 204 }
      case 'POST': {
        const chosen = elements(part.body.toString(), 'PartNumber').map((number) => parts.get(Number(number)))
        if (chosen.length === 0 || chosen.includes(undefined)) return failure(400, 'InvalidPart')
        const whole = Buffer.concat(chosen.filter((bytes) => bytes !== undefined))
        part.bucket.set(part.key, whole)
        uploads.delete(part.uploadId)
        return ok(
          `<CompleteMultipartUploadResult><ETag>${escaped(tag(whole))}</ETag></CompleteMultipartUploadResult>`,
        )
      }
      default:
        return failure(501, 'NotImplemented')
    }
  }

  const server = createServer(async (request, response) => {
    const { status, headers, body = '' } = answerTo(request, await buffer(request))
    response.writeHead(status, {
      ...headers,
      ...(status !== 204 && { 'Content-Length': Buffer.byteLength(body) }),
    })
    response.end(request.method === 'HEAD' ? undefined : body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    account: { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey },
    environment: {
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const accessKeyId = 'forum'
const secretAccessKey = 'a secret of the tests'
