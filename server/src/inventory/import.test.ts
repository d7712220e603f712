import { crc32, deflateRawSync } from 'node:zlib'
import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/lookup/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { lifecycle } from '@cheyi/domain/vehicle/codes'
import { importColumns, importHeading } from '@cheyi/domain/vehicle/import'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bulk } from '../bulk.ts'
import { workOff } from '../job/runner.ts'
import { readTable, writeTable } from '../outside/table/tables.ts'
import { TEST_NOW, type TestApp, testApp } from '../testing/app.ts'
import { runMerchants } from '../testing/jobs.ts'
import { sendUpload } from '../testing/upload.ts'
import { makeWorld, type World } from '../testing/world.ts'

const { importCheck, importConfirm, importTemplate, exportFleet, list } = contract.inventory

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let t: TestApp
let w: World

beforeAll(async () => {
  t = await testApp({ poolSize: 8 })
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  w = await makeWorld(t, { cars: 1 })
})

const fleet = () => ({ token: w.tokens.fleet })
const row = (n: number, over: Partial<Record<string, string>> = {}): string[] => {
  const cells: Record<string, string | undefined> = {
    车牌号: `沪B${String(10_000 + n)}`,
    车架号: `LSVNV${String(n).padStart(12, '0')}`,
    车型: '大众朗逸',
    门店: '虹桥机场店',
    里程: String(n),
    交强险到期: '2027-05-01',
    年检到期: '2027-11',
    ...over,
  }
  return importColumns.map(({ title }) => cells[title] ?? '')
}
const xlsx = (rows: readonly (readonly string[])[], heading: readonly string[] = importHeading) =>
  writeTable([{ name: '车辆', rows: [heading, ...rows], widths: heading.map(() => 12) }])

/** Quicker than a workbook, and the same to everything behind the reader. */
const csv = (rows: readonly (readonly string[])[]) =>
  Buffer.from(
    [importHeading, ...rows]
      .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
      .join('\n'),
  )

const send = (bytes: Buffer, name = '车辆.xlsx') =>
  sendUpload(t, { biz: 'import' }, { name, bytes }, { token: w.tokens.fleet })
async function upload(bytes: Buffer, name?: string): Promise<string> {
  const { success, data, message } = await send(bytes, name)
  if (!success) throw new Error(message)
  return (data as { mediaId: string }).mediaId
}
const ended = async (jobId: string) => {
  await workOff(t.kernel, bulk)
  return t.call(contract.job.detail, { jobId }, fleet())
}
const check = async (mediaId: string, overwrite = false) =>
  ended((await t.call(importCheck, { mediaId, overwrite }, fleet())).jobId)
const confirm = async (jobId: string, mode: 'validOnly' | 'allOrNothing' = 'validOnly') =>
  ended((await t.call(importConfirm, { jobId, mode }, fleet())).jobId)
/** The import alone, as after a trial that found nothing to say. */
async function importAll(bytes: Buffer, { overwrite = false } = {}) {
  const { data } = await send(bytes, '车辆.csv')
  const { path } = data as { path: string }
  const { rows } = await t.root.query(
    `insert into job (merchant_id, kind, account_id, input, state)
     select merchant_id, 'vehicleCheck', id, $2, ${jobState.done} from account
      where merchant_id = $1 and name = '测试fleet' returning id`,
    [w.merchantId, JSON.stringify({ path, overwrite })],
  )
  return confirm(rows[0].id)
}
const vehicles = async () =>
  (
    await t.root.query(
      `select plate, vin, odometer_km, lifecycle, home_store_id, insurance_expire_on::text, inspection_expire_on::text, remark
         from vehicle where merchant_id = $1 and plate like '沪B%' order by plate`,
      [w.merchantId],
    )
  ).rows
const download = async (url: string | null) => {
  const response = await t.app.inject({ url: url! })
  expect(response.statusCode).toBe(200)
  return readTable(response.rawPayload, '.xlsx', 100_000)
}

describe('an import', () => {
  it('is tried first: every wrong cell by row and column, and nothing is written', async () => {
    const table = [row(1), row(2, { 车牌号: '沪B1', 里程: '很多' }), row(3, { 车型: '没有的车' }), row(1)]
    const trial = await check(await upload(await xlsx(table)))
    expect(trial).toMatchObject({
      state: jobState.done,
      done: 4,
      total: 4,
      counts: { created: 1, updated: 0, skipped: 0, failed: 3 },
      issues: [
        { row: 3, column: '车牌号', value: '沪B1', reason: '车牌号格式不正确' },
        { row: 3, column: '里程', value: '很多', reason: '里程应为0至9999999的整数' },
        { row: 4, column: '车型', value: '没有的车', reason: '车型不存在，请先在车型中添加' },
        { row: 5, column: '车牌号', value: '沪B10001', reason: '与第2行重复' },
        { row: 5, column: '车架号', value: 'LSVNV000000000001', reason: '与第2行重复' },
      ],
    })
    expect(await vehicles()).toEqual([])
    const file = await download(trial.resultUrl)
    expect(file.map((cells) => cells.at(-1))).toEqual([
      '结果',
      '可新增',
      '失败：「车牌号」车牌号格式不正确；「里程」里程应为0至9999999的整数',
      '失败：「车型」车型不存在，请先在车型中添加',
      '失败：「车牌号」与第2行重复；「车架号」与第2行重复',
    ])
    // All or nothing is nothing.
    expect(await confirm(trial.jobId, 'allOrNothing')).toMatchObject({
      state: jobState.failed,
      message: '有3行错误，未导入任何车辆',
      counts: { created: 0, failed: 4 },
    })
    expect(await vehicles()).toEqual([])
    // Only what is good: the rest stays out, and the file says which.
    const done = await confirm(trial.jobId)
    expect(done).toMatchObject({ state: jobState.partly, counts: { created: 1, failed: 3 } })
    expect((await download(done.resultUrl)).map((cells) => cells.at(-1)).slice(1, 3)).toEqual([
      '新增成功',
      '失败：「车牌号」车牌号格式不正确；「里程」里程应为0至9999999的整数',
    ])
    expect(await vehicles()).toEqual([
      {
        plate: '沪B10001',
        vin: 'LSVNV000000000001',
        odometer_km: 1,
        lifecycle: lifecycle.waiting,
        home_store_id: w.stores.hongqiao,
        insurance_expire_on: '2027-05-01',
        inspection_expire_on: '2027-11-30',
        remark: '',
      },
    ])
  })

  it('makes cars that can be let out and booked', async () => {
    await importAll(csv([row(1, { 门店: '浦东机场店' })]))
    const { list: found } = await t.call(list, { keyword: 'B10001' }, fleet())
    expect(found[0]).toMatchObject({ group: 'off', expiry: { insurance: '2027-05-01', inspection: '2027-11-30' } })
    await t.call(contract.inventory.setLifecycle, { vehicleId: found[0]!.vehicleId, lifecycle: 1 }, fleet())
    const stay = { from: TEST_NOW + DAY, to: TEST_NOW + 3 * DAY }
    const [free] = await t.call(
      contract.stock.free,
      { storeId: w.stores.pudong, modelIds: [w.models.lavida], ...stay },
      { token: w.tokens.owner },
    )
    expect(free).toMatchObject({ free: 1, sellable: 1 })
    const { rows } = await t.root.query(`select from_at from occupancy where vehicle_id = $1 and kind = 6 and active`, [
      found[0]!.vehicleId,
    ])
    expect(rows).toEqual([{ from_at: new Date('2027-05-02T00:00:00+08:00') }])
  })

  it('done again changes nothing, and overwrites only when it is told to', async () => {
    const table = csv([row(1), row(2)])
    await importAll(table)
    expect(await importAll(table)).toMatchObject({ state: jobState.done, counts: { created: 0, skipped: 2 } })
    const newer = csv([
      row(1, { 里程: '500', 备注: '已保养', 交强险到期: '2028-05-01' }),
      row(2, { 里程: '1' }),
      row(3),
    ])
    const over = await importAll(newer, { overwrite: true })
    expect(over).toMatchObject({ state: jobState.partly, counts: { created: 1, updated: 1, failed: 1 } })
    expect((await vehicles()).map((one) => [one.plate, one.odometer_km, one.remark, one.insurance_expire_on])).toEqual([
      ['沪B10001', 500, '已保养', '2028-05-01'],
      ['沪B10002', 2, '', '2027-05-01'],
      ['沪B10003', 3, '', '2027-05-01'],
    ])
    // What is left empty stays.
    await importAll(csv([row(1, { 里程: '', 备注: '', 交强险到期: '', 年检到期: '' })]), { overwrite: true })
    expect((await vehicles())[0]).toMatchObject({
      odometer_km: 500,
      remark: '已保养',
      insurance_expire_on: '2028-05-01',
    })
    const { rows } = await t.root.query(
      `select d.kind, count(*)::int as n from vehicle_document d join vehicle v on v.id = d.vehicle_id
        where v.merchant_id = $1 and v.plate = '沪B10001' and d.removed_at is null group by d.kind order by 1`,
      [w.merchantId],
    )
    expect(rows).toEqual([
      { kind: 3, n: 1 },
      { kind: 4, n: 1 },
    ])
  })

  it('of a car in service tells the stock of its new dates', async () => {
    await importAll(csv([row(1)]))
    const { list: found } = await t.call(list, { keyword: 'B10001' }, fleet())
    const { vehicleId } = found[0]!
    await t.call(contract.inventory.setLifecycle, { vehicleId, lifecycle: 1 }, fleet())
    await importAll(csv([row(1, { 交强险到期: '2027-03-01', 车型: '别克GL8' })]), { overwrite: true })
    const closed = async () =>
      (await t.root.query('select from_at from occupancy where vehicle_id = $1 and kind = 6 and active', [vehicleId]))
        .rows
    expect(await closed()).toEqual([{ from_at: new Date('2027-05-02T00:00:00+08:00') }])
    await importAll(csv([row(1, { 交强险到期: '2027-03-01' })]), { overwrite: true })
    expect(await closed()).toEqual([{ from_at: new Date('2027-03-02T00:00:00+08:00') }])
  })

  it('writes nothing outside the stores of whoever imports, and touches no car there', async () => {
    await importAll(csv([row(1, { 门店: '浦东机场店' })]))
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.hongqiao]],
    )
    const answer = await importAll(csv([row(2, { 门店: '浦东机场店' }), row(1), row(3)]), { overwrite: true })
    expect(answer).toMatchObject({ counts: { created: 1, updated: 0, failed: 2 } })
    expect(answer.issues.map(({ row: n, reason }) => [n, reason])).toEqual([
      [2, '门店不存在或不在您的数据范围内'],
      [3, '车辆属于其他门店，不在您的数据范围内'],
    ])
    expect((await vehicles()).map((one) => [one.plate, one.home_store_id])).toEqual([
      ['沪B10001', w.stores.pudong],
      ['沪B10003', w.stores.hongqiao],
    ])
  })

  it('twice at once makes each car once', async () => {
    const bytes = csv(Array.from({ length: 300 }, (_, n) => row(n)))
    const trials = [await check(await upload(bytes, 'a.csv')), await check(await upload(bytes, 'a.csv'))]
    const asked = await Promise.all(
      trials.map(({ jobId }) => t.call(importConfirm, { jobId, mode: 'validOnly' }, fleet())),
    )
    await Promise.all([workOff(t.kernel, bulk), workOff(t.kernel, bulk)])
    const answers = await Promise.all(asked.map(({ jobId }) => t.call(contract.job.detail, { jobId }, fleet())))
    expect(answers.map((one) => one.counts!.created).toSorted((a, b) => a - b)).toEqual([0, 300])
    expect(answers.map((one) => one.counts!.skipped).toSorted((a, b) => a - b)).toEqual([0, 300])
    expect(await vehicles()).toHaveLength(300)
  })

  it('cut short after it wrote tells the same when it goes on, and writes nothing twice', async () => {
    const trial = await check(await upload(csv([row(1), row(2)]), 'a.csv'))
    const { jobId } = await t.call(importConfirm, { jobId: trial.jobId, mode: 'validOnly' }, fleet())
    let alive = true
    const dying = bulk.map((work) => ({
      ...work,
      perform: async (run: Parameters<typeof work.perform>[0]) => {
        const outcome = await work.perform(run)
        if (!alive) return outcome
        alive = false
        // The process is killed before it could say so.
        await t.root.query(
          `update job set lease_until = now() - interval '1 second', runner = gen_random_uuid() where id = $1`,
          [jobId],
        )
        throw new Error('killed')
      },
    }))
    await workOff(t.kernel, dying)
    const answer = await ended(jobId)
    expect(answer).toMatchObject({ state: jobState.done, counts: { created: 2, skipped: 0 } })
    expect((await download(answer.resultUrl)).map((cells) => cells.at(-1))).toEqual(['结果', '新增成功', '新增成功'])
    expect(await vehicles()).toHaveLength(2)
  })

  it('of 5,000 rows is one transaction', async () => {
    const bytes = await xlsx(Array.from({ length: 5000 }, (_, n) => row(n)))
    const trial = await check(await upload(bytes))
    expect(trial.counts).toEqual({ created: 5000, updated: 0, skipped: 0, failed: 0 })
    expect(await confirm(trial.jobId, 'allOrNothing')).toMatchObject({
      state: jobState.done,
      counts: { created: 5000 },
    })
    expect(await vehicles()).toHaveLength(5000)
    const { rows } = await t.root.query(
      `select count(distinct v.xmin::text)::int as n from vehicle v where merchant_id = $1 and plate like '沪B%'`,
      [w.merchantId],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('a file', () => {
  it('may be a CSV in UTF-8 or GBK, with commas, semicolons or tabs', async () => {
    const text = (sign: string) => [importHeading, row(1), row(2)].map((cells) => cells.join(sign)).join('\r\n')
    for (const bytes of [
      Buffer.from(text(',')),
      Buffer.from(`\ufeff${text(';')}`),
      gbk(text(',')),
      Buffer.from(`\ufeff${text('\t')}`, 'utf16le'),
    ]) {
      const trial = await check(await upload(bytes, '车辆.csv'))
      expect(trial).toMatchObject({ state: jobState.done, counts: { created: 2, failed: 0 } })
    }
  })

  it('keeps cells with commas, quotes and line breaks whole', async () => {
    const text = [importHeading.join(','), row(1, { 备注: '"左前""划痕"",\n已修"' }).join(',')].join('\n')
    await importAll(Buffer.from(text))
    expect((await vehicles())[0].remark).toBe('左前"划痕",\n已修')
  })

  it.each([
    ['another template', async () => xlsx([['a']], ['姓名'])],
    ['no rows', async () => xlsx([])],
  ])('of %s is refused', async (_, make) => {
    expect(await check(await upload(await make()))).toMatchObject({ state: jobState.failed, message: '模板不正确' })
  })

  it('of more than 5,000 rows is refused with a clear message', async () => {
    const long = csv(Array.from({ length: 5001 }, (_, n) => row(n)))
    expect(await check(await upload(long, 'a.csv'))).toMatchObject({
      state: jobState.failed,
      message: '表格超过5000行，请分批导入',
    })
  })

  it('of a million rows is refused without being read into memory', async () => {
    const one = `<row><c t="inlineStr"><is><t>x</t></is></c></row>`
    const bytes = zip({ ...skeleton, 'xl/worksheets/sheet1.xml': sheetOf(one.repeat(1_000_000)) })
    expect(bytes.length).toBeLessThan(10_000_000)
    expect(await check(await upload(bytes))).toMatchObject({
      state: jobState.failed,
      message: '表格超过5000行，请分批导入',
    })
  })

  it('that unpacks without end is refused, whatever it says of its size', async () => {
    const sheet = sheetOf(' '.repeat(150 * 1024 * 1024))
    const honest = zip({ ...skeleton, 'xl/worksheets/sheet1.xml': sheet })
    const lying = zip({ ...skeleton, 'xl/worksheets/sheet1.xml': sheet }, { size: 1000 })
    expect(await check(await upload(honest))).toMatchObject({
      state: jobState.failed,
      message: '文件解压后超过100MB，请精简后重试',
    })
    expect(await check(await upload(lying))).toMatchObject({
      state: jobState.failed,
      message: '文件已损坏或不是表格，请使用模板重新填写',
    })
  })

  it.each([
    ['a program', 'a.xlsx', Buffer.from('MZ\x90\0\x03\0\0\0\x04'), '：文件内容不是XLSX表格'],
    ['a picture', 'a.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), '：文件内容不是CSV表格'],
    ['some archive', 'a.xlsx', zip({ 'a.txt': Buffer.from('x') }), '：文件内容不是XLSX表格'],
    ['an old workbook', 'a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '：.xls'],
  ])('that is %s is not taken', async (_, name, bytes, why) => {
    expect(await send(bytes, name)).toMatchObject({ errorCode: 11003, message: `不支持的文件类型${why}` })
  })

  it('that only looks like text is told broken', async () => {
    const bytes = Buffer.from(`${importHeading.join(',')}\n\0\0\0`)
    expect(await check(await upload(bytes, 'a.csv'))).toMatchObject({
      state: jobState.failed,
      message: '文件已损坏或不是表格，请使用模板重新填写',
    })
  })

  it('of more than 10 MB is not taken', async () => {
    expect(await send(Buffer.alloc(11 * 1024 * 1024, 'x'), 'a.csv')).toMatchObject({
      errorCode: 11001,
      message: '单个文件不能超过10MB',
    })
    expect(await send(Buffer.alloc(30 * 1024 * 1024, 'x'), 'a.csv')).toMatchObject({
      errorCode: 11001,
      message: '单个文件不能超过10MB',
    })
  })

  it('is for imports alone, of whoever sent it, and is shown nowhere', async () => {
    const bytes = await xlsx([row(1)])
    const elsewhere = await sendUpload(t, { biz: 'remark' }, { name: 'a.xlsx', bytes }, fleet())
    expect(elsewhere).toMatchObject({ errorCode: 11003 })
    const { data } = await send(bytes)
    expect(data).toMatchObject({ kind: 'table', url: '', thumbUrl: null })
    const { mediaId } = data as { mediaId: string }
    for (const token of [w.tokens.owner, w.tokens.manager])
      expect(await t.send(importCheck, { mediaId }, { token })).toMatchObject({ errorCode: -4 })
    const trial = await check(mediaId)
    expect(
      await t.send(importConfirm, { jobId: trial.jobId, mode: 'validOnly' }, { token: w.tokens.owner }),
    ).toMatchObject({
      errorCode: -4,
    })
    expect(await t.send(importCheck, { mediaId }, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
  })

  it('goes after a week, and so does what came of it', async () => {
    const { data } = await send(await xlsx([row(1)]))
    const { mediaId, path } = data as { mediaId: string; path: string }
    const trial = await check(mediaId)
    await t.root.query(`update login_session set idle_expire_at = '2100-01-01', absolute_expire_at = '2100-01-01'`)
    t.clock.set(TEST_NOW + 6 * DAY)
    await runMerchants(t, 'orphans')
    await runMerchants(t, 'resultFiles')
    await t.kernel.media.read(path)
    t.clock.set(TEST_NOW + 7 * DAY + HOUR)
    await runMerchants(t, 'orphans')
    await runMerchants(t, 'resultFiles')
    await expect(t.kernel.media.read(path)).rejects.toThrow('ENOENT')
    expect((await t.call(contract.job.detail, { jobId: trial.jobId }, fleet())).resultUrl).toBeNull()
    expect(await t.send(importCheck, { mediaId }, fleet())).toMatchObject({ errorCode: -4 })
  })
})

describe('the template', () => {
  it('can be filled in and imported, and names the models and stores there are', async () => {
    const { resultName, resultUrl } = await ended((await t.call(importTemplate, {}, fleet())).jobId)
    expect(resultName).toBe('车辆导入模板.xlsx')
    expect(await download(resultUrl)).toEqual([importHeading])
  })
})

describe('an export', () => {
  it('is a table that can be imported again, without a formula in it', async () => {
    await importAll(csv([row(1, { 备注: '=HYPERLINK("http://x")', 颜色: '+红' }), row(2, { 备注: '-1' }), row(3)]))
    // What the import guarded is text from now on.
    await t.root.query(
      `update vehicle set remark = ltrim(remark, ''''), colour = ltrim(colour, '''') where merchant_id = $1`,
      [w.merchantId],
    )
    const { jobId } = await t.call(exportFleet, { keyword: '沪B1' }, fleet())
    const answer = await ended(jobId)
    expect(answer).toMatchObject({ state: jobState.done, message: '共3辆', done: 3 })
    const [heading, ...rows] = await download(answer.resultUrl)
    expect(heading).toEqual([...importColumns.map(({ title }) => title), '状态', '停放门店'])
    const cell = (n: number, title: string) => rows[n]![heading!.indexOf(title)]
    expect([cell(0, '备注'), cell(0, '颜色'), cell(1, '备注')]).toEqual([`'=HYPERLINK("http://x")`, "'+红", "'-1"])
    expect([cell(0, '车牌号'), cell(0, '状态'), cell(0, '年检到期')]).toEqual(['沪B10001', '待上架', '2027-11-30'])
    // Its link lives a day.
    t.clock.set(TEST_NOW + 23 * HOUR)
    expect((await t.app.inject({ url: answer.resultUrl! })).statusCode).toBe(200)
    t.clock.set(TEST_NOW + 25 * HOUR)
    expect((await t.app.inject({ url: answer.resultUrl! })).statusCode).toBe(403)
  })

  it('is asked for five times an hour', async () => {
    for (let n = 0; n < 5; n++) await t.call(exportFleet, {}, fleet())
    const answer = await t.send(exportFleet, {}, fleet())
    expect(answer).toMatchObject({ errorCode: -7, httpStatus: 429 })
    t.clock.set(TEST_NOW + HOUR + 1)
    await t.call(exportFleet, {}, fleet())
  })
})

/** GBK as spreadsheets write it: the decoder turned round. */
function gbk(text: string): Buffer {
  const codes = new Map<string, number[]>()
  const decoder = new TextDecoder('gb18030')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if ([...sign].length === 1 && sign !== '\ufffd') codes.set(sign, [high, low])
    }
  return Buffer.from([...text].flatMap((sign) => codes.get(sign) ?? [sign.charCodeAt(0)]))
}

const sheetOf = (rows: string): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  )
const skeleton = {
  '[Content_Types].xml': Buffer.from(
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
  ),
  '_rels/.rels': Buffer.from('<Relationships/>'),
  'xl/workbook.xml': Buffer.from('<workbook/>'),
}

/** A zip archive by hand; `size` is what it says its last entry unpacks to. */
function zip(entries: Readonly<Record<string, Buffer>>, lie?: { size: number }): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  const names = Object.keys(entries)
  for (const [i, name] of names.entries()) {
    const content = entries[name]!
    const packed = deflateRawSync(content)
    const size = lie !== undefined && i === names.length - 1 ? lie.size : content.length
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(size, 18)
    fields.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, tail, Buffer.from(name)]))
    locals.push(local)
    offset += local.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(names.length, 4)
  end.writeUInt16LE(names.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, central, Buffer.from('PK\x05\x06', 'latin1'), end])
}
