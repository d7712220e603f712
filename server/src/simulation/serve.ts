import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../kernel/http/pipeline.ts'

/** GET /api/simulation/v1/pay/gateway.do: the simulated gateway as payers' browsers open it, which leads to the payer's page. */
export function serveSimulatedGateway(app: FastifyInstance, { outside }: Kernel): void {
  app.get('/api/simulation/v1/pay/gateway.do', async (request, reply) => {
    const page = await outside.pay.simulator?.browse(request.url.split('?')[1] ?? '')
    return page === undefined ? reply.callNotFound() : reply.redirect(page)
  })
}
