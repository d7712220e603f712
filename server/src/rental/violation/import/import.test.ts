import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { matchType, officialState, violationSource, violationStatus } from '@cheyi/domain/rental/violation/codes'
import { violationImportColumns, violationImportHeading } from '@cheyi/domain/rental/violation/import/columns'
import { formatDateTime, HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import writeExcel from 'write-excel-file/node'
import { bulk } from '../../../bulk.ts'
import { writeTable } from '../../../outside/table/tables.ts'
import { workOff } from '../../../platform/job/runner.ts'
import { at } from '../../../testing/at.ts'
import { listen } from '../../../testing/flights.ts'
import { gbk, sheetOf, skeleton, zip } from '../../../testing/hostile/odd-tables.ts'
import { isLarge } from '../../../testing/rounds.ts'
import { messagesWhere } from '../../../testing/sms.ts'
import { booksAgree } from '../../../testing/world/bookings.ts'
import { bringBack, handOut } from '../../../testing/world/handover.ts'
import { tableDesk } from '../../../testing/world/imports.ts'
import { orderRow, owner, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

/* Violations out of spreadsheets. */

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 4, poolSize: 8 })
const { violation } = contract
const NOW = at('11-20T10:00')

const deskOf = (token: string) =>
  tableDesk(t, { check: violation.importCheck, confirm: violation.importConfirm, token })
let desk: ReturnType<typeof deskOf>
beforeEach(async () => {
  desk = deskOf(w.tokens.owner)
})
async function go(time: number) {
  t.clock.set(time)
}

const wide = (text: string) =>
  [...text].map((sign) => (sign < '\x7f' ? String.fromCodePoint(sign.codePointAt(0)! + 0xfee0) : sign)).join('')
/** A minute as spreadsheets count it, by days; midnight looks like a day without a time, which says too little. */
function serial(time: number): string {
  const days = Math.round(((time + 8 * HOUR) / (24 * HOUR) + 25_569) * 1e6) / 1e6
  return Number.isInteger(days) ? formatDateTime(time) : String(days)
}

/** A line of the template. */
const line = (over: Partial<Record<string, string>>): string[] => {
  const cells: Partial<Record<string, string>> = {
    地点: '延安高架',
    行为: '违反禁令标志',
    代码: '1344',
    扣分: '3分',
    罚款: '200元',
    ...over,
  }
  return violationImportColumns.map(({ title }) => cells[title] ?? '')
}
const csv = (rows: readonly (readonly string[])[], heading: readonly string[] = violationImportHeading) =>
  Buffer.from([heading, ...rows].map((cells) => cells.map((one) => `"${one}"`).join(',')).join('\n'))
const xlsx = (rows: readonly (readonly string[])[], heading: readonly string[] = violationImportHeading) =>
  writeTable([{ name: '违章', rows: [heading, ...rows], widths: [] }])
const all = async () =>
  (await t.root.query('select * from violation where merchant_id = $1 order by occur_at, id', [w.merchantId])).rows
const importAll = async (bytes: Buffer, by = desk) =>
  by.confirm((await by.check(await by.upload(bytes, '违章.csv'))).jobId)

/** Cars that are out from NOW until a month later. */
async function out(cars = 1) {
  const orders = []
  for (let i = 0; i < cars; i++) {
    const { orderId } = await handOut(t, w, {
      trip: { pickupAt: NOW, returnAt: at('12-19T10:00') },
      form: { vehicleId: w.vehicles.lavida[i]!.id },
    })
    const { rows } = await t.root.query(
      'select v.plate from "order" o join vehicle v on v.id = o.vehicle_id where o.id = $1',
      [orderId],
    )
    orders.push({ orderId, plate: rows[0].plate as string })
  }
  return orders
}

describe('a list of violations', () => {
  it('is tried, imported and matched; done again it fills in what was empty and doubles nothing', async () => {
    const { orderId, plate } = (await out())[0]!
    await go(NOW + 9 * HOUR)
    const table = [
      line({ 车牌号: `${plate[0]}${plate[1]}·${plate.slice(2).toLowerCase()}`, 违章时间: '2026/11/20 12:20:59' }),
      line({ 车牌号: plate, 违章时间: '2026-11-20 09:30', 地点: '' }),
      line({ 车牌号: '沪Z99999', 违章时间: '2026-11-20 12:00' }),
      line({ 车牌号: '', 违章时间: '2026-11-20', 扣分: '13' }),
      line({ 车牌号: plate, 违章时间: '2026-11-20 12:20' }),
    ]
    const trial = await desk.check(await desk.upload(await xlsx(table), '12123.xlsx'))
    expect(trial).toMatchObject({
      state: jobState.done,
      counts: { created: 2, updated: 0, skipped: 1, failed: 2 },
      issues: [
        { row: 4, column: '车牌号', value: '沪Z99999', reason: '车牌不在车队中' },
        { row: 5, column: '车牌号', value: '', reason: '请填写车牌号' },
        { row: 5, column: '违章时间', value: '2026-11-20', reason: '没有写时刻，应如 2026-05-01 14:30' },
      ],
    })
    expect(await all()).toEqual([])
    const done = await desk.confirm(trial.jobId)
    expect(done).toMatchObject({ state: jobState.partly, counts: { created: 2, failed: 2 } })
    const { orderNo } = await orderRow(orderId)
    expect((await desk.download(done.resultUrl)).map((cells) => cells.at(-1))).toEqual([
      '结果',
      `新建成功，已匹配订单${orderNo}`,
      '新建成功，待匹配',
      '失败：「车牌号」车牌不在车队中',
      '失败：「车牌号」请填写车牌号；「违章时间」没有写时刻，应如 2026-05-01 14:30',
      '跳过：与第2行重复',
    ])
    expect(await all()).toMatchObject([
      { occurAt: new Date(NOW - 30 * MINUTE), status: violationStatus.unmatched, orderId: null, plate },
      {
        occurAt: new Date(NOW + 2 * HOUR + 20 * MINUTE),
        status: violationStatus.open,
        orderId,
        matchType: matchType.automatic,
        source: violationSource.file,
        points: 3,
        fineFen: '20000',
      },
    ])
    expect(await orderRow(orderId)).toMatchObject({ openViolations: 1 })
    const { list } = await t.call(violation.page, { group: 'todo' }, owner())
    expect(list.map(({ orderNo: of }) => of)).toEqual([orderNo, null])

    const again = [
      line({ 车牌号: plate, 违章时间: '2026-11-20 12:20', 文书号: '310115', 处理状态: '已处理已缴款', 地点: '别处' }),
      line({ 车牌号: plate, 违章时间: '2026-11-20 09:30', 地点: '虹许路', 扣分: '6' }),
    ]
    expect(await importAll(csv(again))).toMatchObject({
      state: jobState.done,
      counts: { created: 0, updated: 2, skipped: 0, failed: 0 },
    })
    expect(await all()).toMatchObject([
      { place: '虹许路', points: 3, version: 2 },
      { place: '延安高架', docNo: '310115', officialState: officialState.paid, status: violationStatus.open },
    ])
    expect(await importAll(csv(again))).toMatchObject({ counts: { created: 0, updated: 0, skipped: 2 } })
    await booksAgree(t)
  })

  it('says that one which its customer sees to is paid: it is settled then', async () => {
    const { plate } = (await out())[0]!
    await go(NOW + 9 * HOUR)
    const row = { 车牌号: plate, 违章时间: '2026-11-20 12:20' }
    await importAll(csv([line(row)]))
    const [{ id }] = await all()
    await t.call(violation.notify, { violationId: id, version: 1 }, owner())
    await importAll(csv([line({ ...row, 处理状态: '已处理未缴款' })]))
    expect((await all())[0]).toMatchObject({ status: violationStatus.byCustomer })
    await importAll(csv([line({ ...row, 处理状态: '已缴款' })]))
    const shown = await t.call(violation.detail, { violationId: id }, owner())
    expect(shown).toMatchObject({ status: violationStatus.toClose, officialState: officialState.paid })
    expect(shown.log.slice(0, 2).map(({ action }) => action)).toEqual(['客户已处理', '合并重复违章'])
  })

  it('whose numbers a spreadsheet has made one keeps every row', async () => {
    const [first, second] = await out(2)
    await go(NOW + 9 * HOUR)
    const table = [
      line({ 车牌号: first!.plate, 违章时间: '2026-11-20 12:20', 文书号: '3.10115E+15' }),
      line({ 车牌号: first!.plate, 违章时间: '2026-11-20 13:20', 文书号: '3.10115E+15' }),
      line({ 车牌号: second!.plate, 违章时间: '2026-11-20 14:20', 文书号: '3.10115E+15' }),
    ]
    const trial = await desk.check(await desk.upload(csv(table), 'a.csv'))
    expect(trial.counts).toMatchObject({ created: 3, skipped: 0 })
    expect(trial.warnings[0]).toEqual({
      row: 2,
      column: '文书号',
      value: '3.10115E+15',
      reason: 'Excel 已改成科学计数法，留空导入；请把该列设为文本后重新填写',
    })
    await desk.confirm(trial.jobId)
    expect((await all()).map(({ docNo }) => docNo)).toEqual([null, null, null])
  })

  it('holds one number of two cars at two minutes for two violations, typed ones too', async () => {
    const [first, second] = await out(2)
    await go(NOW + 9 * HOUR)
    const of = (plate: string, time: string) =>
      line({ 车牌号: plate, 违章时间: `2026-11-20 ${time}`, 文书号: '310115' })
    await importAll(csv([of(first!.plate, '12:20'), of(second!.plate, '13:20')]))
    expect((await all()).map(({ plate, docNo }) => [plate, docNo])).toEqual([
      [first!.plate, '310115'],
      [second!.plate, '310115'],
    ])
    const facts = { place: '延安高架', act: '违反禁令标志', points: 3, fine: 20_000, docNo: '310115' }
    const typed = (plate: string, time: string) =>
      t.send(violation.create, { plate, occurAt: at(`11-20T${time}`), ...facts }, owner())
    expect(await typed(first!.plate, '15:20')).toMatchObject({ errorCode: 8001 })
    expect(await typed('沪Z99999', '13:20')).toMatchObject({ errorCode: 8001 })
    expect(await typed('沪Z99999', '15:20')).toMatchObject({ success: true })
  })

  it('enters as ended what the office says is over: no work, no notice, and once', async () => {
    const { orderId, plate } = (await out())[0]!
    await go(NOW + 9 * HOUR)
    const table = csv([
      line({ 车牌号: plate, 违章时间: '2026-11-20 12:20', 处理状态: '已处理' }),
      line({ 车牌号: plate, 违章时间: '2026-11-20 13:20', 处理状态: '已撤销' }),
    ])
    expect(await importAll(table)).toMatchObject({ counts: { created: 2 } })
    expect(await all()).toMatchObject([
      {
        status: violationStatus.closed,
        orderId,
        officialState: officialState.paid,
        closedAt: new Date(NOW + 9 * HOUR),
      },
      { status: violationStatus.void, orderId, prevStatus: violationStatus.open },
    ])
    expect(await orderRow(orderId)).toMatchObject({ openViolations: 0 })
    const told = async () =>
      (
        await t.root.query(
          `select count(*)::int as n from notification where merchant_id = $1 and title = '批量导入了违章'`,
          [w.merchantId],
        )
      ).rows
    expect(await told()).toEqual([{ n: 0 }])
    const { list, counts } = await t.call(violation.page, {}, owner())
    expect(counts).toMatchObject({ todo: 0, ended: 2 })
    const { log } = await t.call(
      violation.detail,
      { violationId: list.find(({ status }) => status === violationStatus.closed)!.violationId },
      owner(),
    )
    expect(log[0]).toMatchObject({ action: '官方已处理，结案', note: '官方已缴款' })
    expect(await importAll(table)).toMatchObject({ counts: { created: 0, updated: 0, skipped: 2 } })

    await importAll(csv([line({ 车牌号: plate, 违章时间: '2026-11-20 14:20', 处理状态: '申诉中' })]))
    expect((await all())[2]).toMatchObject({ status: violationStatus.appealed, prevStatus: violationStatus.open })
    expect(await told()).toEqual([{ n: 0 }])
    expect(await orderRow(orderId)).toMatchObject({ openViolations: 1 })
    await booksAgree(t)
  })

  it('has no amount where the office has not decided, until it says or somebody pays', async () => {
    const { orderId, plate } = (await out())[0]!
    await go(NOW + 9 * HOUR)
    const row = { 车牌号: plate, 违章时间: '2026-11-20 12:20', 罚款: '待裁决' }
    await importAll(csv([line(row), line({ ...row, 违章时间: '2026-11-20 13:20', 罚款: '' })]))
    expect((await all()).map(({ fineFen }) => fineFen)).toEqual([null, null])
    const { list } = await t.call(violation.page, {}, owner())
    expect(list.map(({ fine }) => fine)).toEqual([null, null])
    const one = (await all())[0]
    await t.call(violation.notify, { violationId: one.id, version: one.version }, owner())
    const [sent] = await messagesWhere(t, `order_id = $1 and kind = 'violationFound'`, [orderId])
    expect(sent!.body).toContain('违反禁令标志，罚款待裁决，记3分')
    expect(await importAll(csv([line({ ...row, 罚款: '150' })]))).toMatchObject({ counts: { updated: 1 } })
    expect((await all()).map(({ fineFen }) => fineFen)).toEqual(['15000', null])
  })

  it('of an order that was settled opens it, and takes back what of its deposit had not left', async () => {
    const { orderId } = await handOut(t, w, { trip: { pickupAt: NOW, returnAt: at('11-22T10:00') } })
    await go(at('11-22T10:00'))
    await bringBack(t, w, orderId, { at: at('11-22T10:00') })
    const { plate } = (
      await t.root.query('select v.plate from vehicle v join "order" o on o.vehicle_id = v.id where o.id = $1', [
        orderId,
      ])
    ).rows[0]
    await t.root.query(`update "order" set settle_status = 2 where id = $1`, [orderId])
    await importAll(csv([line({ 车牌号: plate, 违章时间: '2026-11-21 12:20' })]))
    expect(await orderRow(orderId)).toMatchObject({ openViolations: 1, settleStatus: 1 })
  })

  it('by hand and by two imports at once is one row', async () => {
    const { plate } = (await out())[0]!
    await go(NOW + 20 * HOUR)
    const times = Array.from({ length: 40 }, (_, n) => NOW + HOUR + n * MINUTE)
    const table = csv(times.map((time) => line({ 车牌号: plate, 违章时间: formatDateTime(time) })))
    const other = deskOf(w.tokens.manager)
    const asked = []
    for (const by of [desk, other]) asked.push(await by.ask((await by.check(await by.upload(table, 'a.csv'))).jobId))
    const facts = { place: '延安高架', act: '违反禁令标志', actCode: '1344', points: 3, fine: 20_000 }
    const byHand = times.slice(0, 8).map((occurAt) => t.send(violation.create, { plate, occurAt, ...facts }, owner()))
    await Promise.all([workOff(t.jobs, bulk), workOff(t.jobs, bulk), ...byHand])
    await workOff(t.jobs, bulk)
    const rows = await all()
    expect(rows.map((row) => row.occurAt.getTime())).toEqual(times)
    const counts = []
    for (const [i, by] of [desk, other].entries()) counts.push((await by.ended(asked[i]!)).counts!)
    const answers = await Promise.all(byHand)
    const made = answers.filter(({ success }) => success).length
    for (const one of answers) expect(one.success || one.errorCode === 8001).toBe(true)
    expect(made + counts.reduce((sum, { created }) => sum + created, 0)).toBe(times.length)
    expect(counts.reduce((sum, { created, skipped }) => sum + created + skipped, 0)).toBe(2 * times.length)
  })

  it('of many rows, 5,000 at the most, is imported and matched in a tenth as many statements', async () => {
    const count = isLarge ? 5000 : 2000
    const orders = await out(4)
    await go(at('12-01T10:00'))
    const rows = Array.from({ length: count }, (_, n) =>
      line({
        // As people's tables are: full-width plates, numbers of a day, formulas that are none.
        车牌号: n % 5 === 1 ? wide(orders[n % 4]!.plate) : orders[n % 4]!.plate,
        违章时间: (n % 7 === 1 ? serial : formatDateTime)(NOW + Math.floor(n / 4) * 10 * MINUTE),
        地点: n % 3 === 1 ? '=HYPERLINK(1)' : '延安高架',
        罚款: n % 2 === 1 ? '￥200.00' : '200元',
        文书号: `D${n}`,
      }),
    )
    const trial = await desk.check(await desk.upload(csv(rows), 'a.csv'))
    expect(trial.counts).toEqual({ created: count, updated: 0, skipped: 0, failed: 0 })
    await desk.ask(trial.jobId)
    const sent = await listen(() => workOff(t.jobs, bulk))
    expect(sent.length).toBeGreaterThan(count / 100)
    expect(sent.length).toBeLessThanOrEqual(count / 10)
    const { rows: found } = await t.root.query(
      `select order_id, count(*)::int as n, max(fine_fen) as fen, max(occur_at) as last from violation where merchant_id = $1
        group by order_id order by order_id`,
      [w.merchantId],
    )
    const each = count / 4
    const last = new Date(NOW + (each - 1) * 10 * MINUTE)
    expect(found).toEqual(orders.map(({ orderId }) => ({ orderId, n: each, fen: '20000', last })))
    for (const { orderId } of orders) expect(await orderRow(orderId)).toMatchObject({ openViolations: each })
  })

  it('leaves the cars of other stores to who sees them', async () => {
    const { plate } = (await out())[0]!
    await go(NOW + 9 * HOUR)
    await t.root.query(
      `update account set store_scope = 1, store_ids = array[$2::bigint] where merchant_id = $1 and name = '测试manager'`,
      [w.merchantId, w.stores.pudong],
    )
    const by = deskOf(w.tokens.manager)
    expect(await importAll(csv([line({ 车牌号: plate, 违章时间: '2026-11-20 12:20' })]), by)).toMatchObject({
      counts: { created: 0, failed: 1 },
      issues: [{ reason: '车辆属于其他门店，不在您的数据范围内' }],
    })
  })
})

describe('a file', () => {
  it('keeps the time of day of a cell that is a date, and takes no formula for anything', async () => {
    const heading = ['号牌号码', '违法时间', '违法行为', '罚款金额', '违法地点']
    const plate = w.vehicles.lavida[0]!.plate
    const cell = (value: string) => ({ value, type: String })
    const bytes = await writeExcel([
      {
        sheet: '违法',
        data: [
          heading.map(cell),
          [
            cell(plate),
            { value: new Date('2026-11-19T10:20:59Z'), type: Date, format: 'yyyy/mm/dd hh:mm:ss' },
            cell('=cmd'),
            cell('200元'),
            cell('@SUM(1)'),
          ],
        ],
      },
    ]).toBuffer()
    const trial = await desk.check(await desk.upload(bytes, 'a.xlsx'))
    expect(trial).toMatchObject({ counts: { created: 1 } })
    const done = await desk.confirm(trial.jobId)
    const [row] = await all()
    expect([formatDateTime(row.occurAt.getTime()), row.act, row.place]).toEqual(['2026-11-19 10:20', '=cmd', '@SUM(1)'])
    // What leaves again is the same text.
    const [, told] = await desk.download(done.resultUrl)
    expect([told![2], told![4]]).toEqual(['=cmd', '@SUM(1)'])
  })

  it('may be GBK with full-width signs and the number of a day', async () => {
    const plate = w.vehicles.lavida[0]!.plate
    const text = ['车牌,违章时间,扣分,罚款', `${wide(plate)},46345.43,３分,￥200.00`].join('\r\n')
    const trial = await desk.check(await desk.upload(gbk(text), 'a.csv'))
    expect(trial).toMatchObject({ counts: { created: 1, failed: 0 } })
    await desk.confirm(trial.jobId)
    expect((await all())[0]).toMatchObject({ plate, points: 3, fineFen: '20000', occurAt: new Date(at('11-19T10:19')) })
  })

  it('that unpacks without end, and one of something else, are told as that', async () => {
    const bomb = zip({ ...skeleton, 'xl/worksheets/sheet1.xml': sheetOf(`<row>${' '.repeat(110_000_000)}</row>`) })
    expect(await desk.check(await desk.upload(bomb, 'a.xlsx'))).toMatchObject({
      state: jobState.failed,
      message: expect.stringContaining('文件解压后超过100MB'),
    })
    const cars = csv([['1', '2']], ['甲', '乙'])
    expect(await desk.check(await desk.upload(cars, 'a.csv'))).toMatchObject({
      message: '没有找到「车牌号」「违章时间」列',
    })
  })

  it('has its own meanings of titles remembered, apart from those of cars', async () => {
    const table = csv([['沪A12345', '2026-11-19 10:00', '1']], ['牌', '时刻', '不用'])
    const trial = await desk.check(await desk.upload(table, 'a.csv'))
    expect(trial.layout).toMatchObject({ missing: ['plate', 'occurAt'] })
    const columns = [
      { column: 0, key: 'plate' },
      { column: 1, key: 'occurAt' },
    ]
    const read = await desk.check(await desk.upload(table, 'b.csv'), { columns })
    await desk.confirm(read.jobId)
    const { rows } = await t.root.query('select field, name, target from import_choice order by name')
    expect(rows).toEqual([
      { field: 'violationColumn', name: '时刻', target: 'occurAt' },
      { field: 'violationColumn', name: '牌', target: 'plate' },
    ])
    expect((await desk.check(await desk.upload(table, 'c.csv'))).layout).toMatchObject({ missing: [] })
  })
})
