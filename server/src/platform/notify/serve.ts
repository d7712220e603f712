import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { hear } from './address.ts'

const LIMIT = 64 * 1024
export const WECHAT_EVENTS = '/callback/v1/wechat/event'

/**
 * GET and POST /callback/v1/wechat/event: WeChat's verification of the URL, and its events about followers of the service account. Only
 * requests with a valid signature are accepted. Events of other kinds are also answered with success, because WeChat would repeat them.
 */
export function serveWechatEvents(app: FastifyInstance, kernel: Kernel): void {
  const { follow } = kernel.outside
  if (follow === null) return
  const queryOf = (url: string) => new URLSearchParams(url.split('?')[1] ?? '')
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: LIMIT }, (_, body, done) => done(null, body))
    scope.get(WECHAT_EVENTS, async (request, reply) => {
      const echo = follow.echo(queryOf(request.url))
      return echo === undefined ? reply.callNotFound() : reply.type('text/plain; charset=utf-8').send(echo)
    })
    scope.post(WECHAT_EVENTS, async (request, reply) => {
      const followed = follow.heard(queryOf(request.url), typeof request.body === 'string' ? request.body : '')
      if (followed === undefined) return reply.callNotFound()
      if (followed !== null) await hear(kernel, followed)
      return reply.type('text/plain; charset=utf-8').send('success')
    })
  })
}
