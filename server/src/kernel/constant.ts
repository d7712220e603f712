import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** An answer that is the same for everybody until the next release: written, compressed and marked once. */
export interface Constant {
  readonly body: Buffer
  readonly gzip: Buffer
  readonly etag: string
}

/** The mark is weak, since the bytes differ with their compression. */
export const constantOf = (text: string): Constant => ({
  body: Buffer.from(text),
  gzip: gzipSync(text),
  etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
})

/** What to send of it, with its headers set: nothing (304) to who has it already. */
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
