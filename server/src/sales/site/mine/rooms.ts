import { isCancelled } from '@cheyi/domain/booking/order/steps'
import { dueFen } from '@cheyi/domain/money/debt/due'
import { type PayKind, payKind } from '@cheyi/domain/money/payment/codes'
import { collectKinds } from '@cheyi/domain/money/payment/collect'
import { Refusal } from '@cheyi/domain/refusal'
import { agreementTypes, signWay } from '@cheyi/domain/rental/agreement/codes'
import { isPending } from '@cheyi/domain/rental/agreement/steps'
import { handoverType, handoverTypes } from '@cheyi/domain/rental/pickup-return/codes'
import { actText, violationSteps } from '@cheyi/domain/rental/violation/violation'
import type { RoomName } from '@cheyi/domain/sales/site/next-step'
import { opensWithoutCode } from '@cheyi/domain/sales/site/room-pass'
import type { OrderRow } from '../../../booking/order/actions.ts'
import type { Context } from '../../../kernel/context.ts'
import { claimPayKinds, openClaims } from '../../../money/claim/actions.ts'
import { addressOf, dueAtPickup, linkToPay } from '../../../money/payment/online/actions.ts'
import { customerPhone, givePass } from '../../../platform/customer-link/actions.ts'
import { signLink } from '../../../rental/agreement/actions.ts'
import { handoversOpenToCustomer, newVisitLink } from '../../../rental/self-service/actions.ts'
import { newNoticeLink, violationsOf } from '../../../rental/violation/actions.ts'
import type { PageHandler } from '../visit.ts'
import * as store from './store.ts'
import { type Customer, ownOrder } from './visit.ts'

/*
 * The pages of links (payment, signature, handovers without staff, violations) are rooms of a rental: each is shown while it is due, and its
 * link is made when the customer goes there. Links that were sent by SMS lead into the same pages and go on working.
 */

export interface Room {
  readonly room: RoomName
  readonly refId: string
  readonly name: string
  readonly amount: number | null
  /** What a payment is for. */
  readonly payKind?: PayKind
}

type Violations = Awaited<ReturnType<typeof violationsOf>>

/** Violations of which the customer was told; before, staff may still find somebody else. */
export const toldViolations = async (ctx: Context, orderId: string): Promise<Violations> =>
  (await violationsOf(ctx, orderId)).filter(({ notifiedAt }) => notifiedAt !== null)

/** What can be paid online: deposits, charges one by one, or all that is owed. A company pays its rentals itself. */
async function payRooms(ctx: Context, order: OrderRow): Promise<Room[]> {
  const dues = (await dueAtPickup(ctx, order)).filter(({ online }) => online)
  const deposits = isCancelled(order.status) ? [] : dues.filter((one) => one.payKind !== payKind.rent)
  const rooms = deposits.map(({ payKind: kind, refId, name, amount }): Room => {
    return { room: 'deposit', refId, name, amount, payKind: kind }
  })
  const [rent] = dues.filter((one) => one.payKind === payKind.rent)
  if (rent === undefined || order.companyId !== null) return rooms
  const owed = Math.max(0, dueFen(order))
  const claims = await openClaims(ctx, order.id, owed)
  const whole = claims.reduce((sum, { due }) => sum + due, 0) < owed
  const kindOf = new Map([...claimPayKinds].map(([kind, claim]) => [claim, kind]))
  const single = claims.filter(({ kind }) => !whole || kind === 'violation')
  const [kind = payKind.rent] = collectKinds(order.status)
  return [
    ...(whole ? [{ room: 'pay' as const, refId: order.id, name: rent.name, amount: rent.amount, payKind: kind }] : []),
    ...single.map(({ id, kind: claim, name, due }): Room => {
      return { room: 'claim', refId: id, name, amount: due, payKind: kindOf.get(claim)! }
    }),
    ...rooms,
  ]
}

const handoverRooms = { [handoverType.pickup]: 'pickup', [handoverType.return]: 'return' } as const

/** The pages that are due now, the most pressing first. */
export async function roomsOf(
  ctx: Context,
  order: OrderRow,
  { papers, violations }: { readonly papers: readonly store.PaperRow[]; readonly violations: Violations },
): Promise<Room[]> {
  const paid = await payRooms(ctx, order)
  const renewal = await store.openRenewal(ctx, order.id)
  const visits = await handoversOpenToCustomer(ctx, order)
  const notices = new Map(
    violations
      .filter(({ status }) => !violationSteps.final.includes(status))
      .map((row) => [row.noticeId ?? row.id, row]),
  )
  return [
    ...papers
      .filter(({ status }) => isPending(status))
      .map(({ id, type }): Room => ({ room: 'sign', refId: id, name: agreementTypes.text(type), amount: null })),
    ...(renewal === undefined
      ? []
      : [
          {
            room: 'renewal' as const,
            refId: renewal.id,
            name: '续租',
            amount: renewal.payFen,
            payKind: payKind.renewal,
          },
        ]),
    ...paid,
    ...visits.map((type): Room => {
      return { room: handoverRooms[type], refId: order.id, name: `自助${handoverTypes.text(type)}`, amount: null }
    }),
    ...[...notices.values()].map((row): Room => {
      return { room: 'violation', refId: row.id, name: actText(row), amount: null }
    }),
  ]
}

/** A link into a page, and the phone whose code it asks for; null where it asks for none. */
interface Way {
  readonly url: string
  readonly link?: { readonly id: string; readonly expireAt: number; readonly phone: string }
}

async function wayInto(
  ctx: Context,
  order: OrderRow,
  { room, refId, payKind: kind }: Room,
  mobile: string,
): Promise<Way> {
  switch (room) {
    case 'sign':
      return { url: (await signLink({ agreementId: refId, way: signWay.qr }, ctx)).url }
    case 'pickup':
    case 'return': {
      const made = await newVisitLink(ctx, order, handoverType[room])
      return { url: made.url, link: made }
    }
    case 'violation': {
      const row = (await toldViolations(ctx, order.id)).find(({ id }) => id === refId)
      const made = row === undefined ? null : await newNoticeLink(ctx, order, row, signWay.qr)
      if (made === null) throw new Refusal('notFound')
      return { url: made.url, link: made }
    }
    default: {
      const phone = (await customerPhone(ctx, order)) ?? mobile
      const { token } = await linkToPay(ctx, order, { payKind: kind!, refId, way: signWay.qr, phone })
      return { url: addressOf(ctx, token) }
    }
  }
}

/** The pass stands behind the `#`, which browsers do not send: no log and no proxy reads it. */
const withPass = (url: string, pass: string): string => `${url}#pass=${pass}`

/**
 * A link into a page that is due. Where the page asks for the code of the phone that was proved here, it opens without it.
 * @throws Refusal notFound (-4) for a page that is not due
 */
export const room: PageHandler<'room'> = async ({ orderId, room: name, refId }, ctx, visit) => {
  const { customer, order } = await ownOrder(ctx, visit, orderId)
  const papers = await store.papers(ctx, orderId)
  const violations = await toldViolations(ctx, orderId)
  const rooms = await roomsOf(ctx, order, { papers, violations })
  const due = rooms.find((one) => one.room === name && one.refId === refId)
  if (due === undefined) throw new Refusal('notFound')
  const { url, link } = await wayInto(ctx, order, due, customer.mobile)
  ctx.audit({ targetType: 'order', targetId: orderId, after: { siteRoom: name } })
  return { url: link === undefined ? url : await addressFor(ctx, { url, link, name, customer }) }
}

interface Opening {
  readonly url: string
  readonly link: NonNullable<Way['link']>
  readonly name: RoomName
  readonly customer: Customer
}

async function addressFor(ctx: Context, { url, link, name, customer }: Opening): Promise<string> {
  const asked = { room: name, provenAt: customer.at, now: ctx.now, samePhone: link.phone === customer.mobile }
  return opensWithoutCode(asked) ? withPass(url, await givePass(ctx, link)) : url
}

/** The address of a rental on the site, for pages that lead back to it. */
export const rentalPath = (site: string, orderId: string): `/${string}` => `/s/${site}/mine/${orderId}`
