import type { FastifyInstance } from 'fastify'
import { refusedAs } from '../kernel/http/envelope.ts'
import type { Kernel } from '../kernel/http/pipeline.ts'
import { servedType } from '../outside/image/inspect.ts'
import { isGone } from '../outside/storage/files.ts'
import { type sealedStore, thumbPath } from '../outside/storage/sealed.ts'
import { tellSecurity } from '../session/security-log.ts'

/** What a browser only draws; a document that somebody uploaded may hold scripts, and is saved. */
const shown = (path: string, type: string): boolean =>
  /^(image|video)\//.test(type) || (type === 'application/pdf' && /^\d+\/paper\//.test(path))

/** GET /media/…: a file behind a signed link that ends. No session is asked: the link was given to one viewer. */
export function serveMedia(app: FastifyInstance, kernel: Kernel, store: ReturnType<typeof sealedStore>): void {
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
        return reply.code(403).send(refusedAs('mediaLinkExpired'))
      }
      const file = v === 'thumb' ? thumbPath(path) : path
      const bytes = await store.read(file).catch((error: unknown) => {
        if (isGone(error)) return null
        throw error
      })
      if (bytes === null) return reply.code(404).send(refusedAs('notFound'))
      // The name may say otherwise: a compressed PNG is a JPEG that keeps its name.
      const type = await servedType(bytes)
      return (
        reply
          .type(type ?? 'application/octet-stream')
          .header('content-disposition', shown(path, type ?? '') ? 'inline' : 'attachment')
          // A copy in the browser lives no longer than the link.
          .header('cache-control', `private, max-age=${Math.floor(Number(e) - now / 1000)}`)
          .send(bytes)
      )
    },
  )
}
