import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is constant until the next release: serialised, compressed and tagged once. */
export interface Constant {
  readonly body: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

/** The ETag is weak, since the bytes depend on the compression. */
export const constantOf = (text: string): Constant => ({
  body: Buffer.from(text),
  gzip: gzipSync(text),
  etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
})

/** The body to send, with its headers set; empty (304) for a client with the same version. */
export function constantFor(constant: Constant, request: FastifyRequest, reply: FastifyReply): Buffer | string {
  reply.header('etag', constant.etag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding')
  if (request.headers['if-none-match'] === constant.etag) {
    reply.code(304)
    return ''
  }
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return constant.body
  reply.header('content-encoding', 'gzip')
  return constant.gzip
}
