import { contract } from '@cheyi/contract/index'
import type { InputOf } from '@cheyi/contract/kernel/call'
import { importColumns, importHeading } from '@cheyi/domain/fleet/inventory/import/columns'
import { isVinChecked } from '@cheyi/domain/platform/check/vin'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { expect } from 'vitest'
import { bulk } from '../../bulk.ts'
import { readTables, writeTable } from '../../outside/table/tables.ts'
import { workOff } from '../../platform/job/runner.ts'
import type { TestApp } from '../app.ts'
import { sendUpload } from '../upload.ts'
import type { World } from './world.ts'

/* Vehicles out of spreadsheets: the tables, and how whoever keeps the fleet has them tried and imported. */

/** A frame number whose ninth sign is the check digit of the others. */
export const frameNumber = (n: number): string => {
  const framed = (sign: string) => `LSVNV000${sign}${String(n).padStart(8, '0')}`
  return framed([...'0123456789X'].find((sign) => isVinChecked(framed(sign)))!)
}

/** The `n`th of many cars, each with a plate and a frame number of its own. */
export const vehicleRow = (n: number, over: Partial<Record<string, string>> = {}): string[] => {
  const cells: Record<string, string | undefined> = {
    车牌号: `沪B${String(10_000 + n)}`,
    车架号: frameNumber(n),
    车型: '大众朗逸',
    门店: '虹桥机场店',
    里程: String(n),
    交强险到期: '2027-05-01',
    年检到期: '2027-11',
    ...over,
  }
  return importColumns.map(({ title }) => cells[title] ?? '')
}
export const vehicleRows = (count: number): string[][] => Array.from({ length: count }, (_, n) => vehicleRow(n))

export const xlsx = (rows: readonly (readonly string[])[], heading: readonly string[] = importHeading) =>
  writeTable([{ name: '车辆', rows: [heading, ...rows], widths: heading.map(() => 12) }])

/** Quicker than a workbook, and the same to everything behind the reader. */
export const csv = (rows: readonly (readonly string[])[]) =>
  Buffer.from(
    [importHeading, ...rows]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\n'),
  )

type Mode = 'validOnly' | 'allOrNothing'
type CheckCall =
  | typeof contract.inventory.importCheck
  | typeof contract.inventory.policyCheck
  | typeof contract.violation.importCheck
  | typeof contract.cost.importCheck
  | typeof contract.toll.importCheck
  | typeof contract.bank.importCheck
  | typeof contract.tax.importCheck
  | typeof contract.order.importCheck
type ConfirmCall =
  | typeof contract.inventory.importConfirm
  | typeof contract.inventory.policyConfirm
  | typeof contract.violation.importConfirm
  | typeof contract.cost.importConfirm
  | typeof contract.toll.importConfirm
  | typeof contract.bank.importConfirm
  | typeof contract.tax.importConfirm
  | typeof contract.order.importConfirm

/** Whoever has tables of one kind tried and imported. */
export function tableDesk<C extends CheckCall>(
  t: TestApp,
  {
    check: tryCall,
    confirm: importCall,
    token,
  }: { readonly check: C; readonly confirm: ConfirmCall; readonly token: string },
) {
  const by = { token }
  const send = (bytes: Buffer, name = '车辆.xlsx') => sendUpload(t, { biz: 'import' }, { name, bytes }, by)
  async function upload(bytes: Buffer, name?: string): Promise<string> {
    const { success, data, message } = await send(bytes, name)
    if (!success) throw new Error(message)
    return (data as { mediaId: string }).mediaId
  }
  const ended = async (jobId: string) => {
    await workOff(t.jobs, bulk)
    return t.call(contract.job.detail, { jobId }, by)
  }
  const check = async (mediaId: string, reading: Omit<InputOf<C>, 'mediaId'> | object = {}) =>
    ended((await t.call<CheckCall>(tryCall, { mediaId, ...reading }, by)).jobId)
  const ask = async (jobId: string, mode: Mode = 'validOnly') => (await t.call(importCall, { jobId, mode }, by)).jobId
  return {
    by,
    send,
    upload,
    check,
    ask,
    confirm: async (jobId: string, mode?: Mode) => ended(await ask(jobId, mode)),
    ended,
    download: async (url: string | null) => {
      const response = await t.app.inject({ url: url! })
      expect(response.statusCode).toBe(200)
      return (await readTables(response.rawPayload, '.xlsx', 100_000))[0]!.rows
    },
  }
}
/** Whoever keeps the fleet of a merchant, with tables to import. */
export function importer(t: TestApp, w: World) {
  const { importCheck, importConfirm } = contract.inventory
  const desk = tableDesk(t, {
    check: importCheck,
    confirm: importConfirm,
    token: w.tokens.fleet,
  })
  /** As after a trial of the table that found nothing to say. @returns the job of that trial */
  async function tried(bytes: Buffer, { overwrite = false } = {}): Promise<string> {
    const { data } = await desk.send(bytes, '车辆.csv')
    const { path } = data as { path: string }
    const { rows } = await t.root.query(
      `insert into job (merchant_id, kind, account_id, input, state)
       select merchant_id, 'vehicleCheck', id, $2, ${jobState.done} from account
        where merchant_id = $1 and name = '测试fleet' returning id`,
      [w.merchantId, JSON.stringify({ path, overwrite })],
    )
    return rows[0].id
  }
  return {
    ...desk,
    fleet: desk.by,
    tried,
    /** The import alone. */
    importAll: async (bytes: Buffer, options?: { overwrite: boolean }) => desk.confirm(await tried(bytes, options)),
    /** What was imported, by plate. */
    vehicles: async () =>
      (
        await t.root.query(
          `select plate, vin, odometer_km, lifecycle, home_store_id, insurance_expire_on::text,
              inspection_expire_on::text, remark
             from vehicle where merchant_id = $1 and plate like '沪B%' order by plate`,
          [w.merchantId],
        )
      ).rows,
  }
}
