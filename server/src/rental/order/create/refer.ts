import { Booking } from '@cheyi/contract/booking/order-form'
import { contract } from '@cheyi/contract/index'
import { formatMoment } from '@cheyi/domain/near'
import { z } from 'zod'
import { type Context, requireFound } from '../../../kernel/context.ts'
import { draftsOf, parseDraft } from '../../../platform/referral/actions.ts'
import { inSight } from '../../../platform/store/actions.ts'

/* The form of a new order, handed to a colleague who may give its discount. It has no price yet: the colleague gets their own. */

const { submit, expectTotal, quoteId, orderId, version, person, autoConfirm, ...customer } = Booking.shape
const Customer = z.object(customer)

type Trip = z.output<typeof contract.quote.quote.input>

const parse = (value: unknown) => ({ ...parseDraft(contract.quote.quote.input, value), ...parseDraft(Customer, value) })

/** The customer is named on the form only. */
async function about(ctx: Context, { storeId, returnStoreId, modelId, pickupAt }: Trip) {
  inSight(ctx, storeId)
  const [model] = await ctx.query<{ name: string }>('select name from model where id = $1', [modelId])
  const no = `新建订单 · ${requireFound(model).name} · ${formatMoment(pickupAt, ctx.now)} 取车`
  return { storeId, returnStoreId: returnStoreId ?? storeId, no }
}

for (const screen of ['order.create', 'longOrder.create'] as const) draftsOf(screen, parse, about)
