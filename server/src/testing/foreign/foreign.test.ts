import { contract } from '@cheyi/contract/index'
import { costSource } from '@cheyi/domain/fleet/cost/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { expect, it, vi } from 'vitest'
import { bulk } from '../../bulk.ts'
import { workOff } from '../../platform/job/runner.ts'
import { openChannel } from '../open-api.ts'
import { sendUpload } from '../upload.ts'
import { tableDesk } from '../world/imports.ts'
import { owner, ownMerchant, t, w } from '../world/merchant.ts'
import { file, tables } from './files.ts'
import { wpsWorkbook } from './wps.ts'

/*
 * Tables that other programs wrote, through the calls by which people import them: every value is compared. `make.ts` says which program
 * wrote which file, and writes them again.
 */

// Every table is read in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 300_000 })

ownMerchant({ cars: 1, poolSize: 8 })

const sheetOf = (name: string) => tables.findIndex((table) => table.name === name)

const { inventory, violation, toll, cost, channel, job } = contract
const calls = {
  车辆: [inventory.importCheck, inventory.importConfirm],
  保单: [inventory.policyCheck, inventory.policyConfirm],
  违章: [violation.importCheck, violation.importConfirm],
  通行: [toll.importCheck, toll.importConfirm],
  费用: [cost.importCheck, cost.importConfirm],
} as const
type Kind = keyof typeof calls

/** Imports a table and expects that every row of it is written. `sheet`: of a workbook. */
async function imported(kind: Kind, bytes: Buffer, name: string, sheet?: number) {
  const [check, confirm] = calls[kind]
  const desk = tableDesk(t, { check, confirm, token: w.tokens.owner })
  const trial = await desk.check(await desk.upload(bytes, name), sheet === undefined ? {} : { sheet })
  expect([trial.issues ?? [], trial.warnings ?? []], kind).toEqual([[], []])
  expect(await desk.confirm(trial.jobId, 'allOrNothing'), kind).toMatchObject({ state: jobState.done })
}

async function statement(bytes: Buffer) {
  await openChannel(t, w, 2)
  const of = { source: 2, month: '2026-11', sheet: sheetOf('对账') } as const
  const { data } = await sendUpload(t, { biz: 'import' }, { name: '对账.xlsx', bytes }, owner())
  const { mediaId } = data as { mediaId: string }
  const { jobId } = await t.call(channel.statementCheck, { ...of, mediaId }, owner())
  await workOff(t.jobs, bulk)
  const run = await t.call(channel.statementConfirm, { jobId, mode: 'allOrNothing' }, owner())
  await workOff(t.jobs, bulk)
  expect(await t.call(job.detail, { jobId: run.jobId }, owner())).toMatchObject({ state: jobState.done })
}

const query = async (sql: string) => (await t.root.query(sql, [w.merchantId])).rows

/** What the database holds of each kind, and what tables.json means. */
const meant: Readonly<Record<Kind | '对账', { readonly sql: string; readonly rows: readonly object[] }>> = {
  车辆: {
    sql: `select plate, vin, engine_no, register_on::text, odometer_km, insurance_expire_on::text, inspection_expire_on::text, tags, remark
            from vehicle where merchant_id = $1 and plate like '沪B1000%' order by plate`,
    rows: [
      {
        plate: '沪B10001',
        vin: 'LSVNV000500000001',
        engineNo: '0012345678',
        registerOn: '2024-03-15',
        odometerKm: 35_000,
        insuranceExpireOn: '2027-05-01',
        inspectionExpireOn: '2027-11-30',
        tags: ['新能源', '长租'],
        remark: '含“新”胎，备用钥匙1把（前台）：\n第二行',
      },
      {
        plate: '沪B10002',
        vin: 'LSVNV000700000002',
        engineNo: '98765432',
        registerOn: '2024-12-31',
        odometerKm: 35_001,
        insuranceExpireOn: '2027-06-30',
        inspectionExpireOn: '2027-12-31',
        tags: [],
        remark: '=SUM(A1:A9)不是公式',
      },
      {
        plate: '沪B10003',
        vin: 'LSVNV000900000003',
        engineNo: '-A+B@1',
        registerOn: '2020-02-29',
        odometerKm: 12_000,
        insuranceExpireOn: '2027-07-31',
        inspectionExpireOn: '2028-02-29',
        tags: ['测试', '标签'],
        remark: '𠮷野家旁 😀 ﹙全角﹚ ＡＢＣ',
      },
    ],
  },
  保单: {
    sql: `select v.plate, d.no, d.insurer, d.start_on::text, d.end_on::text, d.sum_insured_fen::text, d.amount_fen::text
            from vehicle_document d join vehicle v on v.id = d.vehicle_id where d.merchant_id = $1 and d.no <> '' order by v.plate`,
    rows: [
      {
        plate: '沪B10001',
        no: 'PDAA202631000000012345',
        insurer: '中国人民财产保险股份有限公司（上海）',
        startOn: '2026-11-16',
        endOn: '2027-11-15',
        sumInsuredFen: '200000000',
        amountFen: '365040',
      },
      {
        plate: '沪B10002',
        no: '10512003900123456789',
        insurer: '平安产险',
        startOn: '2026-11-16',
        endOn: '2027-11-15',
        sumInsuredFen: null,
        amountFen: '95000',
      },
    ],
  },
  违章: {
    sql: `select plate, (occur_at at time zone 'Asia/Shanghai')::text as minute, place, act, act_code, points, fine_fen::text, doc_no, authority
            from violation where merchant_id = $1 order by plate`,
    rows: [
      {
        plate: '沪B10001',
        minute: '2026-11-18 12:20:00',
        place: '延安高架（西向东）虹许路下匝道',
        act: '违反禁令标志',
        actCode: '1344',
        points: 3,
        fineFen: '20000',
        docNo: '3101151900000001',
        authority: '上海市公安局交通警察总队',
      },
      {
        plate: '沪B10002',
        minute: '2026-11-19 08:05:00',
        place: '沪闵路，莘庄',
        act: '超速10%以下',
        actCode: '6045',
        points: 0,
        fineFen: '0',
        docNo: '310115190000000012',
        authority: '闵行交警',
      },
    ],
  },
  通行: {
    sql: `select plate, kind, (in_at at time zone 'Asia/Shanghai')::text as "from", (out_at at time zone 'Asia/Shanghai')::text as "to", place, fen::text, line_no
            from toll_line where merchant_id = $1 order by plate`,
    rows: [
      {
        plate: '沪B10001',
        kind: 1,
        from: '2026-11-18 08:00:00',
        to: '2026-11-18 09:15:00',
        place: '江桥 → 苏州（新区）',
        fen: '3510',
        lineNo: '88000000000000000123',
      },
      { plate: '沪B10002', kind: 1, from: null, to: '2026-11-18 20:05:00', place: '昆山', fen: '1200', lineNo: 'A2' },
    ],
  },
  费用: {
    sql: `select v.plate, c.from_on::text, c.to_on::text, c.fen::text, c.tax_fen::text, c.note
            from vehicle_cost c join vehicle v on v.id = c.vehicle_id where c.merchant_id = $1 and c.source = ${costSource.import} order by v.plate`,
    rows: [
      { plate: '沪B10001', fromOn: '2026-11-03', toOn: '2026-11-03', fen: '3550', taxFen: '0', note: '虹桥P7，夜间' },
      {
        plate: '沪B10002',
        fromOn: '2026-11-04',
        toOn: '2026-11-04',
        fen: '100030',
        taxFen: '11508',
        note: '更换：前保险杠',
      },
    ],
  },
  对账: {
    sql: `select channel_order_no, net_fen::text, commission_fen::text from channel_statement_line where merchant_id = $1
           order by channel_order_no`,
    rows: [
      { channelOrderNo: '202611180000000000017', netFen: '126890', commissionFen: '12689' },
      { channelOrderNo: 'HL-0012', netFen: '-5000', commissionFen: '-500' },
    ],
  },
}
const holds = async (kind: keyof typeof meant) => expect(await query(meant[kind].sql), kind).toEqual(meant[kind].rows)

/** Which kinds are imported from which workbook; how the other sheets are read is a test of its own. */
const workbooks = [
  ['openpyxl', () => file('openpyxl.xlsx'), ['车辆', '保单']],
  ['LibreOffice', () => file('libreoffice.xlsx'), ['车辆', '保单', '违章', '通行', '费用', '对账']],
  ['SheetJS', () => file('sheetjs.xlsx'), ['车辆', '违章']],
  ['WPS, as it is known to write', () => wpsWorkbook(tables), ['车辆', '通行', '费用']],
  ['a program that keeps to ISO 29500 Strict', () => wpsWorkbook(tables, { strict: true }), ['车辆', '对账']],
] as const

it.each(workbooks)('a workbook of %s is imported value by value', async (_, make, kinds) => {
  const bytes = make()
  for (const kind of kinds) {
    if (kind === '对账') await statement(bytes)
    else await imported(kind, bytes, '表格.xlsx', sheetOf(kind))
    await holds(kind)
  }
})

it('texts of other programs are imported value by value', async () => {
  await imported('车辆', file('sheetjs.csv'), '车辆.csv')
  await holds('车辆')
  await imported('违章', file('libreoffice-gb18030.csv'), '违章.csv')
  await holds('违章')
  await imported('通行', file('libreoffice-utf16.csv'), '通行.txt')
  await holds('通行')
})

it.each([
  ['sheetjs.xls', '旧版表格（.xls、.et）无法读取，请在 Excel 或 WPS 中另存为 .xlsx 再上传'],
  ['sheetjs.xlsb', '二进制表格（.xlsb）无法读取，请在 Excel 或 WPS 中另存为 .xlsx 再上传'],
  ['libreoffice.ods', 'ODS表格无法读取，请在 Excel 或 WPS 中另存为 .xlsx 再上传'],
])('%s is refused with what to do, under any name', async (name, words) => {
  for (const as of [name, '表格.xlsx']) {
    const { success, message } = await sendUpload(t, { biz: 'import' }, { name: as, bytes: file(name) }, owner())
    expect({ success, message }, as).toMatchObject({ success: false, message: expect.stringContaining(words) })
  }
})
