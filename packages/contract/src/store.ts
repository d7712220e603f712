import { storeStatuses } from '@cheyi/domain/merchant/codes'
import { pickupTypes, returnTypes } from '@cheyi/domain/order/codes'
import { z } from 'zod'
import { call } from './call.ts'
import { Count, code, codeOut, Flag, IdOut, maybe, text } from './field.ts'

/** Opening window: weekdays 1 Monday … 7 Sunday, `HH:mm`; an out-of-hours window carries the night surcharge. */
const OpeningHours = z.object({
  weekdays: z.array(Count),
  open: z.string(),
  close: z.string(),
  outOfHours: z.boolean(),
  crossMidnight: z.boolean(),
})

export const store = {
  list: call({
    method: 'POST',
    path: '/api/store/v1/storeListByMerchant',
    summary: '可见门店',
    permission: 'signedIn',
    effect: 'read',
    input: z.object({
      keyword: maybe(text(0, 40, '关键字')),
      status: maybe(code(storeStatuses, '门店状态')),
      /** Paused and closed stores too; the default lists open ones. */
      all: maybe(Flag),
    }),
    output: z.array(
      z.object({
        id: IdOut,
        name: z.string(),
        cityCode: z.string(),
        cityName: z.string(),
        address: z.string(),
        lat: z.number().nullable(),
        lng: z.number().nullable(),
        phones: z.array(z.string()),
        status: codeOut(storeStatuses),
        hours: z.array(OpeningHours),
        pickupModes: z.array(codeOut(pickupTypes)),
        returnModes: z.array(codeOut(returnTypes)),
        allowOneWay: z.boolean(),
        /** Stores a car may be returned to; empty: any store of the merchant. */
        oneWayStoreIds: z.array(IdOut),
        minRentHours: Count,
        maxRentDays: Count,
        maxAdvanceDays: Count,
      }),
    ),
  }),
}
