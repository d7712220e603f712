import { carTypes, energies, gearboxes } from '@cheyi/domain/vehicle/codes'
import { z } from 'zod'
import { call } from './call.ts'
import { Count, code, codeOut, FenOut, IdOut, int, maybe, page, paging, text } from './field.ts'

/** What a card or a row shows of a model. `image` null: the silhouette of its car type is drawn. */
export const ModelBrief = z.object({
  modelId: IdOut,
  name: z.string(),
  carType: codeOut(carTypes),
  energy: codeOut(energies),
  gearbox: codeOut(gearboxes),
  seats: Count,
  displacement: z.string(),
  image: z.string().nullable(),
})

export const model = {
  list: call({
    method: 'POST',
    path: '/api/model/v1/page',
    summary: '车型列表',
    permission: ['model'],
    effect: 'read',
    input: z.object({
      ...paging(),
      keyword: maybe(text(0, 40, '关键字')),
      carType: maybe(code(carTypes, '车型类别')),
      status: maybe(int(0, 1, '状态')),
    }),
    output: page(
      ModelBrief.extend({
        brand: z.string(),
        series: z.string(),
        modelYear: Count.nullable(),
        doors: Count,
        tankL: z.number(),
        batteryKwh: z.number(),
        rangeKm: Count,
        licenceClass: z.string(),
        depositRent: FenOut.nullable(),
        depositIllegal: FenOut.nullable(),
        /** 0 = no limit. */
        mileageLimitKmPerDay: Count,
        overMileageFenPerKm: FenOut,
        vehicleCount: Count,
        status: Count,
        sort: Count,
        version: Count,
      }),
    ),
  }),
}
