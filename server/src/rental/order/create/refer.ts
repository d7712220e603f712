import { Booking } from '@cheyi/contract/booking/order-form'
import { contract } from '@cheyi/contract/index'
import { formatMoment } from '@cheyi/domain/near'
import { z } from 'zod'
import { inSight } from '../../../fleet/store/actions.ts'
import { type Context, found } from '../../../kernel/context.ts'
import { draftsOf, parsed } from '../../../platform/referral/actions.ts'

/* The form of a new order, handed to a colleague who may give its discount. It has no price yet: the colleague gets their own. */

const { submit, expectTotal, quoteId, orderId, version, person, autoConfirm, ...customer } = Booking.shape
const Customer = z.object(customer)

type Trip = z.output<typeof contract.quote.quote.input>

const parse = (value: unknown) => ({ ...parsed(contract.quote.quote.input, value), ...parsed(Customer, value) })

/** The customer is named on the form only. */
async function about(ctx: Context, { storeId, returnStoreId, modelId, pickupAt }: Trip) {
  inSight(ctx, storeId)
  const [model] = await ctx.query<{ name: string }>('select name from model where id = $1', [modelId])
  const no = `新建订单 · ${found(model).name} · ${formatMoment(pickupAt, ctx.now)} 取车`
  return { storeId, returnStoreId: returnStoreId ?? storeId, no }
}

for (const screen of ['order.create', 'longOrder.create'] as const) draftsOf(screen, parse, about)
