import { contract } from '@cheyi/contract/index'
import { importHeading } from '@cheyi/domain/inventory/import/columns'
import { jobState } from '@cheyi/domain/lookup/codes'
import { DAY, HOUR } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TEST_NOW } from '../../testing/app.ts'
import { gbk, sheetOf, skeleton, zip } from '../../testing/hostile/odd-tables.ts'
import { runMerchants } from '../../testing/jobs.ts'
import { sendUpload } from '../../testing/upload.ts'
import { csv, importer, vehicleRow, vehicleRows, xlsx } from '../../testing/world/imports.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'

const { importCheck, importConfirm, importTemplate } = contract.inventory

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 1, poolSize: 8 })
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
    ['an old workbook', 'a.xls', Buffer.from('d0cf11e0a1b11ae1', 'hex'), '：.xls'],
  ])('that is %s is not taken', async (_, name, bytes, why) => {
    expect(await desk.send(bytes, name)).toMatchObject({ errorCode: 11003, message: `不支持的文件类型${why}` })
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
    await t.root.query(`update login_session set idle_expire_at = '2100-01-01', absolute_expire_at = '2100-01-01'`)
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
