import { contract } from '@cheyi/contract/index'
import { tollImportHeading } from '@cheyi/domain/rental/toll/import/columns'
import { formatDateTime } from '@cheyi/domain/time'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { tableDesk } from './imports.ts'
import { owner, t, w } from './merchant.ts'

/* Bills of ETC cards, car parks and chargers in tests: their tables, their import, and the batch that charges them. */

const { toll } = contract

export const tollDesk = (token: string) => tableDesk(t, { check: toll.importCheck, confirm: toll.importConfirm, token })

export const billOf = (rows: readonly (readonly string[])[], heading: readonly string[] = tollImportHeading) =>
  Buffer.from([heading, ...rows].map((cells) => cells.map((one) => `"${one}"`).join(',')).join('\n'))

export async function importBill(bytes: Buffer, desk = tollDesk(w.tokens.owner)) {
  return desk.confirm((await desk.check(await desk.upload(bytes, '账单.csv'))).jobId)
}

/** Titles of the bill of an ETC card, and a row of it. */
export const etcHeading = ['车牌号', '通行时间', '入口站', '出口站', '金额', '流水号'] as const
export const passage = (plate: string, time: number, fen: number, no: string, exit = '苏州') => [
  plate,
  formatDateTime(time),
  '江桥',
  exit,
  (fen / 100).toFixed(2),
  no,
]

export const tollLines = async () =>
  (await t.root.query('select * from toll_line where merchant_id = $1 order by out_at, id', [w.merchantId])).rows

/** The orders to be charged, as the batch names them. */
export const tollsDue = async () =>
  (await t.call(toll.due, {}, owner())).list.map(({ orderId, fen }) => ({ orderId, fen }))

export async function chargeTolls(
  input: object,
  by: ReturnType<typeof owner> & { readonly headers?: object } = owner(),
) {
  const { jobId } = await t.call(toll.charge, input as never, by as never)
  await workOff(t.jobs, bulk)
  return t.call(contract.job.detail, { jobId }, owner())
}

export const costsOf = async (vehicleId: string) =>
  (
    await t.root.query(
      'select kind, source, fen::int, from_on::text from vehicle_cost where vehicle_id = $1 and voided_at is null order by id',
      [vehicleId],
    )
  ).rows
