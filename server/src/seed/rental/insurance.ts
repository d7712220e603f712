import { contract } from '@cheyi/contract/index'
import { orderStatus } from '@cheyi/domain/booking/order/codes'
import { DAY, HOUR, type Instant } from '@cheyi/domain/time'
import type { Scene } from '../life.ts'
import type { Stage } from '../perform.ts'
import { takePictures } from '../pictures.ts'

interface Accident {
  readonly hoursAgo: number
  /** How many of its steps are done. */
  readonly steps: number
  readonly place: string
  readonly course: string
  readonly fen: number
  readonly plate?: string
  readonly paid?: number
}

/** Cases with insurers: one of a car that is out and must be reported, one to assess, one that waits for the money, and one that was paid. */
const accidents: readonly Accident[] = [
  {
    hoursAgo: 7,
    steps: 0,
    place: '延安高架近虹许路',
    course: '客户来电：并线时与货车剐蹭，右前门受损',
    fen: 0,
    plate: '沪B68K21',
  },
  {
    hoursAgo: 30,
    steps: 1,
    place: '虹桥机场P9停车场',
    course: '停放时被擦撞，左后保险杠破裂',
    fen: 0,
  },
  {
    hoursAgo: 12 * 24,
    steps: 3,
    place: '沪渝高速青浦收费站',
    course: '排队时被追尾，后备箱盖变形',
    fen: 486_000,
    plate: '苏E7T309',
  },
  {
    hoursAgo: 25 * 24,
    steps: 5,
    place: '南京西路石门一路口',
    course: '转弯时刮碰护栏，右侧车门和裙边受损',
    fen: 325_000,
    paid: 300_000,
  },
]

export async function insure(
  stage: Stage,
  { now, cast, pictures }: Pick<Scene, 'now' | 'cast' | 'pictures'>,
): Promise<void> {
  const ctx = await stage.context(cast.manager, now)
  const out = await ctx.query<{ id: string }>(
    `select o.vehicle_id as id from "order" o where o.status = ${orderStatus.pickedUp} and o.vehicle_id is not null
       and o.actual_pickup_at < now() - interval '10 hours' order by o.id limit 1`,
  )
  const idle = await ctx.query<{ id: string }>(
    `select v.id from vehicle v where not exists (select from "order" o where o.vehicle_id = v.id and o.status = ${orderStatus.pickedUp})
      order by v.id limit 4`,
  )
  const cars = [out[0] ?? idle[3]!, ...idle]
  for (const [n, one] of accidents.entries()) await happen(cars[n]!.id, n, one)

  async function happen(vehicleId: string, n: number, { hoursAgo, steps, place, course, fen, plate, paid }: Accident) {
    const occurAt = now - hoursAgo * HOUR
    const at = (days: number): Instant => Math.min(occurAt + 2 * HOUR + days * DAY, now - HOUR)
    const act = (days: number) => stage.as(cast.manager, at(days))
    const photoIds = await takePictures(await stage.context(cast.manager, at(0)), pictures, 'voucher', ['front'])
    const parties = plate === undefined ? [] : [{ plate, insurer: '太平洋产险', note: '' }]
    const { insurance } = contract
    const { caseId } = await act(0)(insurance.create, {
      ...{ vehicleId, occurAt, place, course, parties, photoIds },
      responsibility: plate === undefined ? 1 : 2,
    })
    const report = { reportNo: `PA2026${String(90_310 + n * 17)}`, reportedAt: at(0) }
    const receipt = { amount: paid ?? fen, last: true, slipNo: `YH2026${88_210 + n}` }
    const all = [
      () => act(0)(insurance.report, { caseId, version: 1, ...report }),
      () => act(2)(insurance.assess, { caseId, version: 2, assessed: fen }),
      () => act(5)(insurance.submit, { caseId, version: 3, claimed: fen }),
      () => act(15)(insurance.receive, { caseId, version: 4, ...receipt }),
      () => act(16)(insurance.end, { caseId, version: 5, as: 'close', reason: '按实赔结清' }),
    ]
    for (const step of all.slice(0, steps)) await step()
  }
}
