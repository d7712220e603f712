import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { systemClock } from '../kernel/process/clock.ts'
import type { BucketAccount } from '../kernel/process/config.ts'
import { type LocalServer, localServer } from '../outside/local-server.ts'

/*
 * A bucket of this process for tests, which speaks S3 as far as we do: it looks at each signature (AWS Signature Version 4,
 * written from its specification and held to its published example), and misbehaves when asked to.
 */

export interface S3Bucket extends Omit<LocalServer, 'url'> {
  account(): Promise<BucketAccount>
  readonly objects: Map<string, Buffer>
  /** Requests that came, as `PUT 12/pickup/x.jpg`. */
  readonly seen: string[]
  /** What becomes of requests from now on: `cut` ends an answer or a body in its middle, `hang` never answers. */
  mood: 'well' | 'cut' | 'hang' | 'broken'
}

const KEY = { accessKeyId: 'TESTKEY', secretAccessKey: 'not-a-secret/+x' } as const
const REGION = 'cn-test-1'
const NAME = 'shop'
/** A signature is good for so long. */
const SKEW_MS = 15 * 60_000

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

interface Signed {
  readonly method: string
  /** Path and query as they stand in the request line. */
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

/** Why a request is not signed by the secret; null when it is. `now` in ms. */
export function misSigned({ method, url, headers }: Signed, secret: string, now: number): string | null {
  const of = (name: string) => String(headers[name] ?? '')
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      of('authorization'),
    )
  if (found === null) return 'MissingAuthenticationToken'
  const [, , day, region, names, signature] = found as unknown as [string, string, string, string, string, string]
  const date = of('x-amz-date')
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!date.startsWith(day) || !(Math.abs(at - now) < SKEW_MS)) return 'RequestTimeTooSkewed'
  const signed = names.split(';')
  if (!['host', 'x-amz-date', 'x-amz-content-sha256'].every((name) => signed.includes(name))) return 'AccessDenied'
  const [path = '', query = ''] = url.split('?')
  const request = [
    method,
    path,
    query
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => (pair.includes('=') ? pair : `${pair}=`))
      .sort()
      .join('&'),
    ...signed.map((name) => `${name}:${of(name).trim().replace(/ +/g, ' ')}`),
    '',
    names,
    of('x-amz-content-sha256'),
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n'))
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch'
}

/** A bucket on this machine; it listens from the first question for its address. */
export function s3Bucket(): S3Bucket {
  const objects = new Map<string, Buffer>()
  const seen: string[] = []
  const bucket = { objects, seen, mood: 'well' as S3Bucket['mood'] }
  const server = localServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const [path = '', query = ''] = url.split('?')
    const name = decodeURIComponent(path.slice(NAME.length + 2))
    seen.push(`${method} ${name}`)
    const { mood } = bucket
    if (mood === 'hang') return
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(
          method === 'HEAD'
            ? undefined
            : `<Error><Code>${code}</Code><AWSAccessKeyId>${KEY.accessKeyId}</AWSAccessKeyId></Error>`,
        )
    if (mood === 'broken') return refuse(500, 'InternalError')
    if (mood === 'cut' && method === 'PUT') return request.once('data', () => request.destroy())
    const body = await bodyOf(request)
    const wrong = misSigned({ method, url, headers }, KEY.secretAccessKey, systemClock.now())
    if (wrong !== null) return refuse(403, wrong)
    const sent = String(headers['x-amz-content-sha256'])
    if (sent !== 'UNSIGNED-PAYLOAD' && sent !== sha256(body)) return refuse(400, 'XAmzContentSHA256Mismatch')
    if (!path.startsWith(`/${NAME}`)) return refuse(404, 'NoSuchBucket')
    if (name === '')
      return method === 'HEAD' ? response.end() : response.end(listOf(objects, new URLSearchParams(query)))
    if (method === 'PUT') {
      objects.set(name, body)
      return response.end()
    }
    if (method === 'DELETE') {
      objects.delete(name)
      return response.writeHead(204).end()
    }
    const bytes = objects.get(name)
    if (bytes === undefined) return refuse(404, 'NoSuchKey')
    response.writeHead(200, { 'content-length': bytes.length })
    if (mood === 'cut') return response.write(bytes.subarray(0, bytes.length >> 1), () => response.destroy())
    return response.end(bytes)
  })
  return Object.assign(bucket, {
    account: async () => ({ url: `${await server.url()}/${NAME}`, region: REGION, ...KEY }),
    close: () => server.close(),
  })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** All objects are old. */
const WRITTEN = '2026-01-01T00:00:00.000Z'

/** ListObjectsV2, in pages. */
function listOf(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const names = [...objects.keys()].toSorted()
  const from = Number(query.get('continuation-token') ?? 0)
  const to = from + Math.min(Number(query.get('max-keys') ?? 1000), 2)
  const rows = names
    .slice(from, to)
    .map(
      (name) =>
        `<Contents><Key>${name}</Key><LastModified>${WRITTEN}</LastModified><Size>${objects.get(name)!.length}</Size></Contents>`,
    )
  const more = to < names.length
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${to}</NextContinuationToken>` : ''}${rows.join('')}</ListBucketResult>`
}
