import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
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
  /** Versions of each object, oldest first, in a bucket that keeps them. */
  readonly versions: Map<string, ObjectVersion[]>
  /** Its clock, by which locks end, is so far ahead, ms. */
  ahead: number
  /** What becomes of requests from now on: `cut` ends an answer or a body in its middle, `hang` never answers. */
  mood: 'well' | 'cut' | 'hang' | 'broken'
}

/** One version of an object in a bucket with object lock. */
export interface ObjectVersion {
  readonly id: string
  readonly body: Buffer
  readonly isMarker: boolean
  /** Until when nobody may delete it, epoch ms; null: it may be. */
  readonly lockedUntil: number | null
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

/**
 * A bucket on this machine; it listens from the first question for its address. With `keeps` it was made with versioning and object lock,
 * as S3 describes them: what is locked in compliance mode is deleted by nobody, also not by who wrote it.
 */
export function s3Bucket({ keeps = false } = {}): S3Bucket {
  const versions = new Map<string, ObjectVersion[]>()
  const objects = new Map<string, Buffer>()
  const seen: string[] = []
  const bucket = { objects, versions, seen, ahead: 0, mood: 'well' as S3Bucket['mood'] }
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
    const asked = new URLSearchParams(query)
    if (name === '' && asked.has('versioning'))
      return response.end(
        `<VersioningConfiguration>${keeps ? '<Status>Enabled</Status>' : ''}</VersioningConfiguration>`,
      )
    const lock = lockAsked(headers)
    if (method === 'PUT' && lock !== null) {
      if (!keeps) return refuse(400, 'InvalidRequest')
      if (headers['x-amz-checksum-sha256'] === undefined) return refuse(400, 'InvalidRequest')
    }
    const sum = headers['x-amz-checksum-sha256']
    if (sum !== undefined && sum !== createHash('sha256').update(body).digest('base64')) return refuse(400, 'BadDigest')
    if (keeps)
      return keeping(
        versions,
        { method, name, asked, body, lock, now: systemClock.now() + bucket.ahead },
        response,
        refuse,
      )
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

const lockAsked = (headers: IncomingMessage['headers']): number | null =>
  headers['x-amz-object-lock-mode'] === 'COMPLIANCE'
    ? Date.parse(String(headers['x-amz-object-lock-retain-until-date']))
    : null

interface KeepingRequest {
  readonly method: string
  readonly name: string
  readonly asked: URLSearchParams
  readonly body: Buffer
  readonly lock: number | null
  readonly now: number
}

let serial = 0

/** A request to a bucket with versioning and object lock. */
function keeping(
  all: Map<string, ObjectVersion[]>,
  { method, name, asked, body, lock, now }: KeepingRequest,
  response: ServerResponse,
  refuse: (status: number, code: string) => unknown,
): unknown {
  if (name === '') return method === 'HEAD' ? response.end() : response.end(versionsOf(all, asked))
  const own = all.get(name) ?? []
  const add = (one: Omit<ObjectVersion, 'id'>) => all.set(name, [...own, { id: `v${++serial}`, ...one }])
  const id = asked.get('versionId')
  if (method === 'PUT' && asked.has('retention')) {
    // Compliance mode: a lock is prolonged only.
    const until = Date.parse(/<RetainUntilDate>(.*?)</.exec(body.toString())?.[1] ?? '')
    const locked = (id === null ? own.at(-1) : own.find((one) => one.id === id))?.lockedUntil
    return locked && !(until >= locked) ? refuse(403, 'AccessDenied') : response.end()
  }
  if (method === 'PUT') {
    add({ body, isMarker: false, lockedUntil: lock })
    return response.end()
  }
  const found = id === null ? own.at(-1) : own.find((one) => one.id === id)
  if (method === 'DELETE') {
    if (id === null) add({ body: Buffer.alloc(0), isMarker: true, lockedUntil: null })
    else if (found !== undefined && (found.lockedUntil ?? 0) > now) return refuse(403, 'AccessDenied')
    else
      all.set(
        name,
        own.filter((one) => one.id !== id),
      )
    return response.writeHead(204).end()
  }
  if (found === undefined || found.isMarker) return refuse(404, 'NoSuchKey')
  return response
    .writeHead(200, {
      'content-length': found.body.length,
      ...(found.lockedUntil !== null && {
        'x-amz-object-lock-mode': 'COMPLIANCE',
        'x-amz-object-lock-retain-until-date': new Date(found.lockedUntil).toISOString(),
      }),
    })
    .end(found.body)
}

/** ListObjectVersions, the newest of each key first, in pages. */
function versionsOf(all: ReadonlyMap<string, readonly ObjectVersion[]>, asked: URLSearchParams): string {
  const prefix = asked.get('prefix') ?? ''
  const rows = [...all]
    .filter(([key]) => key.startsWith(prefix))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([key, own]) => own.toReversed().map((one) => ({ key, ...one })))
  const from = Number(asked.get('key-marker') ?? 0)
  const to = from + 3
  const texts = rows.slice(from, to).map(({ key, id, isMarker, body }) => {
    const tag = isMarker ? 'DeleteMarker' : 'Version'
    return `<${tag}><Key>${key}</Key><VersionId>${id}</VersionId><LastModified>${WRITTEN}</LastModified><Size>${body.length}</Size></${tag}>`
  })
  const more = to < rows.length
  return `<?xml version="1.0"?><ListVersionsResult><IsTruncated>${more}</IsTruncated>${more ? `<NextKeyMarker>${to}</NextKeyMarker><NextVersionIdMarker>x</NextVersionIdMarker>` : ''}${texts.join('')}</ListVersionsResult>`
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
