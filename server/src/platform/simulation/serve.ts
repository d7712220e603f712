import type { FastifyInstance } from 'fastify'
import type { Kernel } from '../../kernel/http/pipeline.ts'
import { simulatedPages } from '../../kernel/pay-port.ts'

/**
 * GET /api/simulation/v1/pay/{gateway.do|authorize|bridge}: pages of the simulated payment providers for the payer's browser; they redirect
 * to the payer's page or back to the app.
 */
export function serveSimulatedPages(app: FastifyInstance, { outside }: Kernel): void {
  for (const page of simulatedPages)
    app.get(`/api/simulation/v1/pay/${page}`, async (request, reply) => {
      const to = await outside.pay.simulator?.browse(page, request.url.split('?')[1] ?? '')
      return to === undefined ? reply.callNotFound() : reply.redirect(to)
    })
}
