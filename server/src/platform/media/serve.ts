import { Readable } from 'node:stream'
import { formatLocal } from '@cheyi/domain/time'
import type { FastifyInstance } from 'fastify'
import { asElsewhere } from '../../kernel/elsewhere.ts'
import { asMerchant } from '../../kernel/enter.ts'
import { envelopeOfKey, unavailable } from '../../kernel/http/envelope.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import type { OpenedFile } from '../../kernel/media-store.ts'
import { tellSecurity } from '../../kernel/security-log.ts'
import { servedType } from '../../outside/image/inspect.ts'
import type { Pictures } from '../../outside/image/pictures.ts'
import { isGone } from '../../outside/storage/files.ts'
import { type sealedStore, thumbPath } from '../../outside/storage/sealed-store.ts'

/** Types that a browser may show inline. Any other document that was uploaded may contain scripts, and is sent as a download. */
const isShownInline = (path: string, type: string): boolean =>
  /^(image|video)\//.test(type) || (type === 'application/pdf' && /^\d+\/paper\//.test(path))

/**
 * What a browser may cache for as long as the link is valid: pictures and videos of vehicles. Identity documents, contracts, signatures,
 * exports and anything else that may name a person are not cached.
 */
const mayKeep = (path: string, type: string): boolean =>
  /^(image|video)\//.test(type) && !isDocument(path) && !/^\d+\/(paper|agreement|signature)\//.test(path)

/** The first bytes of a file, enough to detect its type. */
async function firstOf({ size, read }: OpenedFile): Promise<Buffer> {
  for await (const piece of read(0, Math.min(size, 4100))) return piece
  return Buffer.alloc(0)
}

/**
 * The byte range that a player requests, `from` up to but not including `to` (RFC 9110, 14.2). Only a single range is supported: several
 * ranges, or another unit, give the whole file (null).
 */
function rangeOf(header: string | undefined, size: number): { from: number; to: number } | 'unsatisfiable' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const to = first === '' || last === '' ? size : Math.min(size, Number(last) + 1)
  return from < to ? { from, to } : 'unsatisfiable'
}

/**
 * GET /media/…: a file behind a signed link that expires. No session is checked: the link was issued to one viewer, whose name is in the
 * watermark of a picture of an identity document.
 */
export function serveMedia(
  app: FastifyInstance,
  kernel: Kernel,
  store: ReturnType<typeof sealedStore>,
  pictures: Pick<Pictures, 'mark'>,
): void {
  app.get<{ Params: { '*': string }; Querystring: { e?: string; v?: string; u?: string; s?: string } }>(
    '/media/*',
    async (request, reply) => {
      const { e = '', v = '', u = '', s = '' } = request.query
      const path = request.params['*']
      const link = { path, variant: v, viewer: u, expires: e, signature: s }
      const now = kernel.clock.now()
      const state = store.judge(link, now)
      if (state !== 'good') {
        tellSecurity({ log: kernel.log, vaults: kernel.vaults, ip: request.ip }, 'link', `media.${state}`)
        return reply.code(403).send(envelopeOfKey('mediaLinkExpired'))
      }
      const file = v === 'thumb' ? thumbPath(path) : path
      const opened = await store.open(file).catch((error: unknown) => {
        if (isGone(error)) return null
        throw error
      })
      if (opened === null) {
        // A file of a merchant that has moved may have been uploaded there.
        await kernel.pools.side.query('select at_home($1)', [path.split('/')[0]]).catch((error: unknown) => {
          throw asElsewhere(error)
        })
        return reply.code(404).send(envelopeOfKey('notFound'))
      }
      // The file name may not match the type: a PNG that was compressed to JPEG keeps its name.
      const type = opened.mime ?? (await servedType(await firstOf(opened)))
      const kept = mayKeep(path, type ?? '') ? `private, max-age=${Math.floor(Number(e) - now / 1000)}` : 'no-store'
      if (isDocument(path) && type?.startsWith('image/')) {
        const marked = await markedDocument(kernel, pictures, { path, viewer: u }, opened)
        if (marked === null) return reply.send(unavailable(reply))
        return reply
          .type('image/jpeg')
          .header('content-disposition', 'inline')
          .header('cache-control', kept)
          .send(marked)
      }
      const range = rangeOf(request.headers.range, opened.size)
      if (range === 'unsatisfiable')
        return reply
          .code(416)
          .header('content-range', `bytes */${opened.size}`)
          .send(envelopeOfKey('badInput', '请求的范围超出文件'))
      reply
        .type(type ?? 'application/octet-stream')
        .header('content-disposition', isShownInline(path, type ?? '') ? 'inline' : 'attachment')
        .header('cache-control', kept)
        .header('accept-ranges', 'bytes')
      const { from, to } = range ?? { from: 0, to: opened.size }
      if (range !== null) reply.code(206).header('content-range', `bytes ${from}-${to - 1}/${opened.size}`)
      return reply.header('content-length', to - from).send(Readable.from(opened.read(from, to)))
    },
  )
}

/** The only permitted use of a picture of an identity document. */
const PURPOSE = '仅限租车使用'

/** Whether a file is a person's identity document, by its storage path: `12/person/202612/x.jpg`. */
const isDocument = (path: string): boolean => /^\d+\/person\//.test(path)

/**
 * An identity document as it is served: with a watermark that names the purpose, the viewer and the time. It is generated for each request
 * and not stored. Null when it cannot be generated; then nothing may be served. @throws Refusal lineFull (-7)
 */
async function markedDocument(
  kernel: Pick<Kernel, 'pools' | 'vaults' | 'clock'>,
  pictures: Pick<Pictures, 'mark'>,
  { path, viewer }: { readonly path: string; readonly viewer: string },
  file: OpenedFile,
): Promise<Buffer | null> {
  const pieces: Buffer[] = []
  for await (const piece of file.read(0, file.size)) pieces.push(piece)
  const merchantId = path.split('/')[0]!
  const [account] = await asMerchant(kernel, merchantId, ({ query }) =>
    query<{ name: string }>('select name from account where id = $1', [viewer]),
  )
  const words = [PURPOSE, account?.name ?? '', formatLocal(kernel.clock.now(), 'YYYY-MM-DD HH:mm')]
  return pictures.mark(Buffer.concat(pieces), words.filter(Boolean).join(' '), { merchantId, accountId: viewer })
}
