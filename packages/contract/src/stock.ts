import { pickupTypes, returnTypes, source, sources } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { call } from './call.ts'
import { Count, code, DateOut, FenOut, Flag, id, list, maybe, orElse, time } from './field.ts'
import { ModelBrief } from './model.ts'

export const stock = {
  free: call({
    method: 'POST',
    path: '/api/stock/v1/free',
    summary: '可租数量',
    permission: ['order.create', 'longOrder.create', 'order.modify'],
    effect: 'read',
    input: z.object({
      storeId: id('取车门店'),
      modelIds: maybe(list(id('车型'), 200, '车型')),
      from: time('取车时间'),
      to: time('还车时间'),
      source: orElse(code(sources, '订单来源'), source.offline),
      pickupType: maybe(code(pickupTypes, '取车方式')),
      returnType: maybe(code(returnTypes, '还车方式')),
      returnStoreId: maybe(id('还车门店')),
      /** The order being changed does not count against itself. */
      exceptOrderId: maybe(id('订单')),
      /** With the rent of the stay for each model. */
      priced: maybe(Flag),
    }),
    /** One row per model of the store, in the order of the catalogue: the numbers that `order.create` accepts. */
    output: z.array(
      z.object({
        ...ModelBrief.shape,
        /** Cars free for the whole stay. */
        free: Count,
        /** What this source may still sell of them. */
        sellable: Count,
        days: z.array(z.object({ date: DateOut, free: Count })),
        /** Day price of the first day and rent of the stay, in fen; null unless asked for, or when nothing is priced. */
        dayPrice: FenOut.nullable(),
        rent: FenOut.nullable(),
        /** Why the model cannot be booked now; null when it can. */
        why: z.string().nullable(),
      }),
    ),
    refusals: ['returnBeforePickup', 'lengthOutOfRange'],
  }),
}
