import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { cookieOf } from '../../kernel/http/cookie.ts'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { simulatedPages } from '../../kernel/pay-port.ts'

/** The person who uses a browser, for the simulated WeChat: it knows them again in all its pages. */
const PERSON = 'simulated_wechat'

/**
 * GET /api/simulation/v1/pay/{gateway.do|authorize|bridge}: pages of the simulated payment providers for the payer's browser; they redirect
 * to the payer's page or back to the app. GET /api/simulation/v1/wechat/authorize: WeChat's page that identifies who opened a page.
 */
export function serveSimulatedPages(app: FastifyInstance, { outside }: Kernel): void {
  for (const page of simulatedPages)
    app.get(`/api/simulation/v1/pay/${page}`, async (request, reply) => {
      const to = await outside.pay.simulator?.browse(page, request.url.split('?')[1] ?? '')
      return to === undefined ? reply.callNotFound() : reply.redirect(to)
    })

  app.get('/api/simulation/v1/wechat/authorize', async (request, reply) => {
    const query = new URLSearchParams(request.url.split('?')[1] ?? '')
    const isPerson = (text: string | null | undefined) => /^\w{1,40}$/.test(text ?? '')
    const named = [query.get('payer'), cookieOf(request, PERSON)].find(isPerson)
    const person = named ?? randomBytes(8).toString('hex')
    query.set('payer', person)
    const to = outside.follow?.simulator?.authorize(query)
    if (to === undefined) return reply.callNotFound()
    return reply.header('set-cookie', `${PERSON}=${person}; Path=/api/simulation; HttpOnly; SameSite=Lax`).redirect(to)
  })
}
