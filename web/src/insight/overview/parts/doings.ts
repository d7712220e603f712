import { profileOf } from '@cheyi/domain/booking/order/kinds'
import { orderSteps } from '@cheyi/domain/booking/order/steps'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { can, keyOf } from '@cheyi/domain/step'
import type { calls, OutputOf } from '../../../kernel/call/calls.ts'
import type { Reach } from '../../../kernel/user.ts'

type Found = OutputOf<typeof calls.overview.search>['orders'][number]

const doings = [
  { step: 'return', screen: 'return', verb: '还车' },
  { step: 'pickUp', screen: 'pickup', verb: '取车' },
] as const

/**
 * The next step of each order that a search found, so that a search for a plate leads directly to the return, without
 * the order's page.
 */
export function doingsOf(orders: readonly Found[], { held, opens }: Reach) {
  return orders.flatMap(({ orderId, orderKind, status, plate, modelName, contactName }) => {
    const doing = doings.find(({ step }) => can(orderSteps, step, status).ok && held.has(keyOf(orderSteps, step)))
    if (doing === undefined) return []
    const screen = `${profileOf(orderKind).base}/${doing.screen}`
    if (!opens(screen)) return []
    const label = [doing.verb, plate === null ? modelName : displayPlate(plate), contactName].join(' · ')
    return [{ key: `${doing.verb}/${orderId}`, screen, path: `${screen}?orderId=${orderId}`, label }]
  })
}
