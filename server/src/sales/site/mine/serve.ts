import type { OutputOf } from '@cheyi/contract/kernel/call'
import type { SitePage } from '@cheyi/contract/sales/site-page'
import { Refusal } from '@cheyi/domain/refusal'
import { calendarFile } from '@cheyi/domain/sales/site/calendar'
import type { FastifyInstance } from 'fastify'
import type { SiteCalls } from '../serve.ts'

type Rental = OutputOf<SitePage['rental']>

/** The phone reminds so long before the handover. */
const REMIND_MINUTES = 120

/** The calendar file of a rental, for its customer: /s/<name>/mine/<order>/rental.ics. */
export function serveCalendar(app: FastifyInstance, calls: SiteCalls): void {
  app.get<{ Params: { site: string; orderId: string } }>(
    '/s/:site/mine/:orderId/rental.ics',
    async (request, reply) => {
      const site = await calls.enter(request, request.params.site, 'look')
      const { orderId } = request.params
      try {
        const text = await calls.make(site, 'rental', { orderId }, { request, reply })
        return reply
          .type('text/calendar; charset=utf-8')
          .header('cache-control', 'private, no-store')
          .header('content-disposition', 'inline; filename="rental.ics"')
          .send(calendarOf(JSON.parse(text).data as Rental))
      } catch (error) {
        // Whoever is not signed in, or follows an address of somebody else, is led to the page that asks for the code.
        if (error instanceof Refusal && (error.key === 'invalidToken' || error.key === 'orderNotFound'))
          return reply.redirect(`/s/${site.name}/mine`)
        throw error
      }
    },
  )
}

function calendarOf({
  orderNo,
  model,
  plate,
  pickupAt,
  returnAt,
  storeName,
  returnStoreName,
  now,
  ...rental
}: Rental): string {
  const { pickupPlace, returnPlace } = rental
  const car = plate === '' ? model : `${model} ${plate}`
  const event = (kind: 'pickup' | 'return', at: number, what: string, store: string, place: Rental['pickupPlace']) => ({
    id: `${orderNo}-${kind}@cheyi`,
    at,
    title: `${what}：${car}`,
    place: `${store} ${place.address}`,
    note: `订单号 ${orderNo}，门店电话 ${place.phone}`,
    remindMinutes: REMIND_MINUTES,
  })
  return calendarFile(
    [
      ...(rental.actualPickupAt === null ? [event('pickup', pickupAt, '取车', storeName, pickupPlace)] : []),
      event('return', returnAt, '还车', returnStoreName, returnPlace),
    ],
    now,
  )
}
