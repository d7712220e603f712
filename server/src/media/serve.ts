import { refusedAs } from '../kernel/envelope.ts'
import type { Kernel } from '../kernel/pipeline.ts'
import { type diskStore, thumbPath } from '../outside/storage/disk.ts'
import type { FastifyInstance } from 'fastify'

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  pdf: 'application/pdf',
}

/** GET /media/…: a file behind a signed link that ends. No session is asked: the link was given to one viewer. */
export function serveMedia(app: FastifyInstance, kernel: Kernel, store: ReturnType<typeof diskStore>): void {
  app.get<{ Params: { '*': string }; Querystring: { e?: string; v?: string; u?: string; s?: string } }>(
    '/media/*',
    async (request, reply) => {
      const { e = '', v = '', u = '', s = '' } = request.query
      const path = request.params['*']
      const link = { path, variant: v, viewer: u, expires: e, signature: s }
      if (!store.verify(link, kernel.clock.now()))
        return reply.code(403).send(refusedAs('mediaLinkExpired'))
      const file = v === 'thumb' ? thumbPath(path) : path
      const bytes = await store.read(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (bytes === null) return reply.code(404).send(refusedAs('notFound'))
      const extension = v === 'thumb' ? 'webp' : (path.split('.').pop() ?? '').toLowerCase()
      return reply
        .type(types[extension] ?? 'application/octet-stream')
        .header('x-content-type-options', 'nosniff')
        .header('content-disposition', types[extension] ? 'inline' : 'attachment')
        .header('cache-control', 'private, max-age=900')
        .send(bytes)
    },
  )
}
