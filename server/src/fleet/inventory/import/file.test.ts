import { randomUUID } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { importHeading } from '@cheyi/domain/fleet/inventory/import/columns'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TEST_NOW } from '../../../testing/app.ts'
import { gbk, sheetOf, skeleton, zip } from '../../../testing/hostile/odd-tables.ts'
import { textRows, workbook } from '../../../testing/hostile/odd-workbooks.ts'
import { runMerchants } from '../../../testing/jobs.ts'
import { sendUpload } from '../../../testing/upload.ts'
import { csv, importer, vehicleRow, vehicleRows, xlsx } from '../../../testing/world/imports.ts'
import { other, ownMerchant, t, w } from '../../../testing/world/merchant.ts'

const { importCheck, importConfirm, importTemplate } = contract.inventory

const SAVE_AS = '请在 Excel 或 WPS 中另存为 .xlsx 再上传'
const MACROS = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml'
const table = () => [importHeading, vehicleRow(1)]
/** A container of the old kind as far as its first bytes and the name of a part tell. */
const compound = (part: string): Buffer =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1016), Buffer.from(part, 'utf16le')])

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 1, poolSize: 8, other: true })
let desk: ReturnType<typeof importer>

beforeEach(async () => {
  desk = importer(t, w)
})

describe('a file', () => {
  it('may be a CSV in UTF-8 or GBK, with commas, semicolons or tabs', async () => {
    const text = (sign: string) =>
      [importHeading, vehicleRow(1), vehicleRow(2)].map((cells) => cells.join(sign)).join('\r\n')
    for (const bytes of [
      Buffer.from(text(',')),
      Buffer.from(`\ufeff${text(';')}`),
      gbk(text(',')),
      Buffer.from(`\ufeff${text('\t')}`, 'utf16le'),
    ]) {
      const trial = await desk.check(await desk.upload(bytes, '车辆.csv'))
      expect(trial).toMatchObject({ state: jobState.done, counts: { created: 2, failed: 0 } })
    }
  })

  it('keeps cells with commas, quotes and line breaks whole', async () => {
    const text = [importHeading.join(','), vehicleRow(1, { 备注: '"左前""划痕"",\n已修"' }).join(',')].join('\n')
    await desk.importAll(Buffer.from(text))
    expect((await desk.vehicles())[0].remark).toBe('左前"划痕",\n已修')
  })

  it.each([
    ['a heading alone', async () => xlsx([])],
    ['nothing', async () => Buffer.from(' ,\n')],
  ])('of %s is refused', async (_, make) => {
    const bytes = await make()
    expect(await desk.check(await desk.upload(bytes, bytes[0] === 0x50 ? '车辆.xlsx' : '车辆.csv'))).toMatchObject({
      state: jobState.failed,
      message: '表格无法识别：没有车辆',
    })
  })

  it('of more than 5,000 rows is refused with a clear message', async () => {
    const long = csv(vehicleRows(5001))
    expect(await desk.check(await desk.upload(long, 'a.csv'))).toMatchObject({
      state: jobState.failed,
      message: '表格超过5000行，请分批导入',
    })
  })

  it('of a million rows is refused without being read into memory', async () => {
    const one = `<row><c t="inlineStr"><is><t>x</t></is></c></row>`
    const bytes = zip({ ...skeleton, 'xl/worksheets/sheet1.xml': sheetOf(one.repeat(1_000_000)) })
    expect(bytes.length).toBeLessThan(10_000_000)
    expect(await desk.check(await desk.upload(bytes))).toMatchObject({
      state: jobState.failed,
      message: '表格超过5000行（第5011行还有内容），请分批导入或删除多余的行',
    })
  })

  it('with a cell in the last corner of a sheet is refused with where that cell is', async () => {
    const far = workbook([{ rows: '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>' }])
    expect(far.length).toBeLessThan(3000)
    expect(await desk.check(await desk.upload(far))).toMatchObject({
      state: jobState.failed,
      message: '表格第1048576行在第200列之后还有内容，请删除多余的列后重试',
    })
  })

  it('is tried three at a time by one account, and holds up nobody else', async () => {
    const mediaId = await desk.upload(csv([vehicleRow(1)]), '车辆.csv')
    const check = () => t.send(importCheck, { mediaId }, desk.fleet)
    const asked = [await check(), await check(), await check()].map(({ data }) => (data as { jobId: string }).jobId)
    expect(await check()).toMatchObject({ errorCode: -7, message: '前面的表格还在处理，请稍后再试' })
    const theirs = (await t.call(contract.order.exportList, { keyword: '' }, { token: other.tokens.owner })).jobId
    const take = async () =>
      (await t.jobs.pools.side.query('select id from job_take($1, 30)', [randomUUID()])).rows[0]?.id
    expect([await take(), await take()]).toEqual([asked[0], theirs])
    // Those that ended count for an hour.
    await t.root.query(
      `insert into job (merchant_id, kind, account_id, input, state)
       select merchant_id, kind, account_id, input, 2 from job, generate_series(1, 57) where id = $1`,
      [asked[0]],
    )
    await t.root.query('update job set state = 2')
    expect(await check()).toMatchObject({ errorCode: -7, message: '操作过于频繁，请稍后再试' })
    t.clock.advance(HOUR + 1)
    expect(await check()).toMatchObject({ success: true })
  })

  it('that unpacks without end is refused, whatever it says of its size', async () => {
    const sheet = sheetOf(' '.repeat(150 * 1024 * 1024))
    const honest = zip({ ...skeleton, 'xl/worksheets/sheet1.xml': sheet })
    const lying = zip({ ...skeleton, 'xl/worksheets/sheet1.xml': sheet }, { size: 1000 })
    expect(await desk.check(await desk.upload(honest))).toMatchObject({
      state: jobState.failed,
      message: '文件解压后超过100MB，请精简后重试',
    })
    expect(await desk.check(await desk.upload(lying))).toMatchObject({
      state: jobState.failed,
      message: '文件已损坏或不是表格，请使用模板重新填写',
    })
  })

  it.each([
    ['a program', 'a.xlsx', Buffer.from('MZ\x90\0\x03\0\0\0\x04'), '：文件内容不是XLSX表格'],
    ['a picture', 'a.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), '：文件内容不是CSV表格'],
    ['some archive', 'a.xlsx', zip({ 'a.txt': Buffer.from('x') }), '：文件内容不是XLSX表格'],
    ['a program', 'a.xls', Buffer.from('MZ\x90\0\x03\0\0\0\x04'), '：文件内容不是XLSX表格'],
    ['an old workbook', 'a.xls', compound('Workbook'), `：旧版表格（.xls、.et）无法读取，${SAVE_AS}`],
    ['an old workbook by a new name', 'a.xlsx', compound('Workbook'), `：旧版表格（.xls、.et）无法读取，${SAVE_AS}`],
    ['one of WPS', 'a.et', compound('Workbook'), `：旧版表格（.xls、.et）无法读取，${SAVE_AS}`],
    ['under a password', 'a.xlsx', compound('EncryptedPackage'), '：表格设有打开密码，请去掉密码后重新上传'],
    [
      'a page',
      'a.xls',
      Buffer.from('<html><table><tr><td>车牌</td></tr></table>'),
      `：文件内容是网页或XML，${SAVE_AS}`,
    ],
    ['a list in XML', 'a.xls', Buffer.from('<?xml version="1.0"?><Workbook/>'), `：文件内容是网页或XML，${SAVE_AS}`],
  ])('that is %s is not taken', async (_, name, bytes, why) => {
    expect(await desk.send(bytes, name)).toMatchObject({ errorCode: 11003, message: `不支持的文件类型${why}` })
  })

  it.each([
    ['a workbook with macros', '车辆.xlsm', () => workbook([{ rows: textRows(table()) }], { mainType: MACROS })],
    ['a workbook by an old name', '车辆.xls', () => workbook([{ rows: textRows(table()) }])],
    ['a text by the name of a workbook', '车辆.xls', () => csv([vehicleRow(1)])],
    [
      'a text with tabs',
      '车辆.txt',
      () =>
        Buffer.from(
          table()
            .map((cells) => cells.join('\t'))
            .join('\r\n'),
        ),
    ],
  ])('that is %s is read as what it is', async (_, name, make) => {
    expect(await desk.check(await desk.upload(make(), name))).toMatchObject({ counts: { created: 1, failed: 0 } })
  })

  it('that only looks like text is told broken', async () => {
    const bytes = Buffer.from(`${importHeading.join(',')}\n\0\0\0`)
    expect(await desk.check(await desk.upload(bytes, 'a.csv'))).toMatchObject({
      state: jobState.failed,
      message: '文件已损坏或不是表格，请使用模板重新填写',
    })
  })

  it('of more than 10 MB is not taken', async () => {
    expect(await desk.send(Buffer.alloc(11 * 1024 * 1024, 'x'), 'a.csv')).toMatchObject({
      errorCode: 11001,
      message: '单个文件不能超过10MB',
    })
    expect(await desk.send(Buffer.alloc(30 * 1024 * 1024, 'x'), 'a.csv')).toMatchObject({
      errorCode: 11001,
      message: '单个文件不能超过10MB',
    })
  })

  it('is for imports alone, of whoever sent it, and is shown nowhere', async () => {
    const bytes = await xlsx([vehicleRow(1)])
    const elsewhere = await sendUpload(t, { biz: 'remark' }, { name: 'a.xlsx', bytes }, desk.fleet)
    expect(elsewhere).toMatchObject({ errorCode: 11003 })
    const { data } = await desk.send(bytes)
    expect(data).toMatchObject({ kind: 'table', url: '', thumbUrl: null })
    const { mediaId } = data as { mediaId: string }
    for (const token of [w.tokens.owner, w.tokens.manager])
      expect(await t.send(importCheck, { mediaId }, { token })).toMatchObject({ errorCode: -4 })
    const trial = await desk.check(mediaId)
    expect(
      await t.send(importConfirm, { jobId: trial.jobId, mode: 'validOnly' }, { token: w.tokens.owner }),
    ).toMatchObject({
      errorCode: -4,
    })
    expect(await t.send(importCheck, { mediaId }, { token: w.tokens.clerk })).toMatchObject({ errorCode: -3 })
  })

  it('goes after a week, and so does what came of it', async () => {
    const { data } = await desk.send(await xlsx([vehicleRow(1)]))
    const { mediaId, path } = data as { mediaId: string; path: string }
    const trial = await desk.check(mediaId)
    t.clock.set(TEST_NOW + 6 * DAY)
    await runMerchants(t, 'orphans')
    await runMerchants(t, 'resultFiles')
    await t.kernel.media.read(path)
    t.clock.set(TEST_NOW + 7 * DAY + HOUR)
    await runMerchants(t, 'orphans')
    await runMerchants(t, 'resultFiles')
    await expect(t.kernel.media.read(path)).rejects.toThrow('ENOENT')
    expect((await t.call(contract.job.detail, { jobId: trial.jobId }, desk.fleet)).resultUrl).toBeNull()
    expect(await t.send(importCheck, { mediaId }, desk.fleet)).toMatchObject({ errorCode: -4 })
  })
})

describe('the template', () => {
  it('can be filled in and imported, and names the models and stores there are', async () => {
    const { resultName, resultUrl } = await desk.ended((await t.call(importTemplate, {}, desk.fleet)).jobId)
    expect(resultName).toBe('车辆导入模板.xlsx')
    expect(await desk.download(resultUrl)).toEqual([importHeading])
  })
})
