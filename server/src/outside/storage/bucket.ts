import { S3mini, S3ServiceError } from 's3mini'
import { Unavailable } from '../../kernel/http/unavailable.ts'
import type { BucketAccount } from '../../kernel/process/config.ts'
import { exitCodes, StartError } from '../../kernel/process/start-error.ts'
import { vendorAsked } from '../vendor-fetch.ts'
import type { Files } from './files.ts'

/** Time limit of one request, including 20 MB of data; a call has half a minute. */
const REQUEST_MS = 15_000
const LISTED = 1000
/** A name that no merchant's files use. */
const PROBE = 'cheyi-check'

/**
 * Files in an S3 bucket (OSS, COS, MinIO, AWS). Any failure to get an answer is Unavailable, so that the call ends with
 * 503 and is retried. `check` proves before a server listens that it can write, read and delete.
 */
export function bucketFiles(account: BucketAccount, requestMs = REQUEST_MS): Files & { check(): Promise<void> } {
  const { url, region, accessKeyId, secretAccessKey } = account
  const s3 = new S3mini({ endpoint: url, region, accessKeyId, secretAccessKey, requestAbortTimeout: requestMs })
  const host = new URL(url).hostname
  const asked = <T>(request: () => Promise<T>): Promise<T> => vendorAsked('bucket', host, askBucket(request))
  const files: Files = {
    async write(name, bytes) {
      await asked(() => s3.putObject(name, bytes))
    },
    async read(name) {
      const bytes = await asked(() => s3.getObjectArrayBuffer(name))
      if (bytes === null) throw Object.assign(new Error(`ENOENT: the bucket has no ${name}`), { code: 'ENOENT' })
      return Buffer.from(bytes)
    },
    async remove(name) {
      await asked(() => s3.deleteObject(name))
    },
    async *names(under = '') {
      for await (const { Key } of listed(under)) yield Key
    },
    async *writtenBefore(before, under) {
      for await (const { Key, LastModified } of listed(under)) if (Date.parse(String(LastModified)) < before) yield Key
    },
  }

  async function* listed(under: string) {
    let token: string | undefined
    do {
      const page = await asked(() => s3.listObjectsPaged('/', under, LISTED, token))
      for (const object of page?.objects ?? []) if (object.Key !== PROBE) yield object
      token = page?.nextContinuationToken
    } while (token !== undefined)
  }

  return {
    ...files,
    async check() {
      try {
        await asked(async () => {
          // A missing bucket answers a read like a missing file.
          if (!(await s3.bucketExists())) throw new Error('no such bucket, or no right to it')
        })
        await files.write(PROBE, Buffer.from(PROBE))
        await files.read(PROBE)
        await files.remove(PROBE)
      } catch (error) {
        const why = ((error as Error).cause as Error).message
        throw new StartError(
          `对象存储 ${url} 不可用：${why}。请检查 S3_ 开头的各环境变量与该密钥的读、写、列出、删除权限。`,
          {
            cause: error,
            exitCode: exitCodes.later,
          },
        )
      }
    },
  }
}

/** Reduces an error to its message: the full answer of S3 repeats the signed text, and with it the id of the key. */
async function askBucket<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    const { message, cause } = error as Error
    const why =
      error instanceof S3ServiceError
        ? message
        : [message, (cause as Error | undefined)?.message].filter(Boolean).join(': ')
    throw new Unavailable('storage', { cause: new Error(why) })
  }
}
