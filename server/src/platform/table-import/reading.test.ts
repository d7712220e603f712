import { importColumns, importHeading } from '@cheyi/domain/fleet/inventory/import/columns'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { beforeEach, expect, it, vi } from 'vitest'
import { gbk } from '../../testing/hostile/odd-tables.ts'
import { letters, textRows, workbook } from '../../testing/hostile/odd-workbooks.ts'
import { frameNumber, importer, vehicleRow } from '../../testing/world/imports.ts'
import { ownMerchant, t, w } from '../../testing/world/merchant.ts'

/* What of a file reaches whoever imports it, however the file tells it. */

// Every table is read and written in a process of its own, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

ownMerchant({ cars: 1, poolSize: 8 })
let desk: ReturnType<typeof importer>
beforeEach(() => {
  desk = importer(t, w)
})

const at = (title: string): string => letters(importColumns.findIndex((one) => one.title === title))

it('cars whose model and store are merged over their rows are of that model and store', async () => {
  const rows = [1, 2, 3].map((n) => vehicleRow(n, n === 1 ? {} : { 车型: '', 门店: '' }))
  const merged = ['车型', '门店'].map((title) => `<mergeCell ref="${at(title)}2:${at(title)}4"/>`)
  const bytes = workbook([
    { rows: textRows([importHeading, ...rows]), after: `<mergeCells>${merged.join('')}</mergeCells>` },
  ])
  const trial = await desk.check(await desk.upload(bytes))
  expect(trial).toMatchObject({ counts: { created: 3, failed: 0 } })
})

it('titles that are merged over the two lines of a heading are read once', async () => {
  const upper = ['车牌号', '车架号', '车型', '门店', '交强险', '', '里程']
  const lower = ['', '', '', '', '起期', '到期', '']
  const row = ['沪B10001', frameNumber(1), '大众朗逸', '虹桥机场店', '2026-05-02', '2027-05-01', '7']
  const merged = ['A1:A2', 'B1:B2', 'C1:C2', 'D1:D2', 'E1:F1', 'G1:G2'].map((ref) => `<mergeCell ref="${ref}"/>`)
  const bytes = workbook([
    { rows: textRows([upper, lower, row]), after: `<mergeCells>${merged.join('')}</mergeCells>` },
  ])
  const trial = await desk.check(await desk.upload(bytes))
  expect(trial).toMatchObject({ counts: { created: 1, failed: 0 }, layout: { heading: 2 } })
  await desk.confirm(trial.jobId)
  expect(await desk.vehicles()).toMatchObject([{ odometerKm: 7, insuranceExpireOn: '2027-05-01' }])
})

it('a hidden sheet is offered and not chosen, however much it tells', async () => {
  const old = { name: '旧数据', state: 'hidden' as const, rows: textRows([importHeading, vehicleRow(9)]) }
  const few = ['车牌号', '车架号', '车型', '门店']
  const used = ['沪B10001', frameNumber(1), '大众朗逸', '虹桥机场店']
  const mediaId = await desk.upload(workbook([old, { name: '在用', rows: textRows([few, used]) }]))
  const trial = await desk.check(mediaId)
  expect(trial.layout).toMatchObject({ sheets: ['旧数据（隐藏）', '在用'], sheet: 1 })
  await desk.confirm(trial.jobId)
  expect((await desk.vehicles()).map(({ plate }) => plate)).toEqual(['沪B10001'])
  expect(await desk.check(mediaId, { sheet: 0 })).toMatchObject({ counts: { created: 1 }, layout: { sheet: 0 } })
})

it('a sheet that goes on too far is no reason against another', async () => {
  const far = { name: '草稿', rows: '<row r="900000"><c r="A900000"><v>1</v></c></row>' }
  const bytes = workbook([far, { name: '在用', rows: textRows([importHeading, vehicleRow(1)]) }])
  expect(await desk.check(await desk.upload(bytes))).toMatchObject({ counts: { created: 1 }, layout: { sheet: 1 } })
})

it('a formula without a result is pointed out, with its column, and says why a needed cell is missing', async () => {
  const formula = (title: string, row: number) => `<c r="${at(title)}${row}"><f>A9</f></c>`
  // In the place of a cell that holds nothing.
  const rows = textRows([importHeading, vehicleRow(1, { 交强险到期: '' }), vehicleRow(2, { 车型: '' }), vehicleRow(3)])
    .replace(/(?<=r="2">.*?)(?=<\/row>)/, formula('交强险到期', 2))
    .replace(/(?<=r="3">.*?)(?=<\/row>)/, formula('车型', 3))
  const trial = await desk.check(await desk.upload(workbook([{ rows }])))
  const reason = '公式没有计算结果，请在 Excel 或 WPS 中打开并保存一次，再重新上传'
  expect(trial).toMatchObject({
    counts: { created: 2, failed: 1 },
    warnings: [{ row: 2, column: '交强险到期', value: '', reason }],
    issues: [{ row: 3, column: '车型', value: '', reason }],
  })
})

it('a formula that failed is told in the same words in a workbook and in a CSV', async () => {
  const wrong = [
    vehicleRow(1, { 里程: '#N/A' }),
    vehicleRow(2, { 车型: '#REF!' }),
    vehicleRow(3, { 车牌号: '#VALUE!' }),
  ]
  const cells = textRows([importHeading, ...wrong]).replaceAll(
    / t="inlineStr"><is><t>(#[^<]+)<\/t><\/is>/g,
    ' t="e"><f>A9</f><v>$1</v>',
  )
  const csv = [importHeading, ...wrong].map((row) => row.join()).join('\n')
  for (const [bytes, name] of [
    [workbook([{ rows: cells }]), '车辆.xlsx'],
    [Buffer.from(csv), '车辆.csv'],
  ] as const)
    expect(await desk.check(await desk.upload(bytes, name))).toMatchObject({
      counts: { created: 1, failed: 2 },
      warnings: [{ row: 2, column: '里程', value: '#N/A', reason: '单元格公式出错，留空导入；请填写结果本身' }],
      issues: [
        { row: 3, column: '车型', value: '#REF!', reason: '单元格公式出错，请填写结果本身' },
        { row: 4, column: '车牌号', value: '#VALUE!', reason: '单元格公式出错，请填写结果本身' },
      ],
    })
})

it('a row with bytes that are no text is not written, the others are', async () => {
  const bytes = gbk(
    [importHeading, vehicleRow(1), vehicleRow(2, { 备注: '坏' })].map((cells) => cells.join()).join('\n'),
  )
  // The last sign of the file, cut in half.
  bytes[bytes.lastIndexOf(gbk('坏')) + 1] = 0x20
  const trial = await desk.check(await desk.upload(bytes, '车辆.csv'))
  expect(trial).toMatchObject({
    counts: { created: 1, failed: 1 },
    issues: [{ row: 3, column: '备注', reason: '有无法识别的文字，请检查文件的编码' }],
  })
  expect(await desk.confirm(trial.jobId)).toMatchObject({ state: jobState.partly })
  expect((await desk.vehicles()).map(({ plate }) => plate)).toEqual(['沪B10001'])
})

it('plates and frame numbers lose the signs that nobody sees', async () => {
  const { 0: plate } = vehicleRow(1)
  const row = vehicleRow(1, {
    车牌号: `\u200e${plate!.slice(0, 2)}\u200b${plate!.slice(2)}`,
    车架号: `\u00a0${frameNumber(1)}\u2060`,
  })
  const trial = await desk.check(await desk.upload(workbook([{ rows: textRows([importHeading, row]) }])))
  expect(trial).toMatchObject({ counts: { created: 1, failed: 0 } })
})
