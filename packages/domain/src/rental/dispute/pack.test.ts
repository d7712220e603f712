import { expect, it } from 'vitest'
import { orderStatus } from '../../booking/order/codes.ts'
import { paperExample } from '../agreement/paper-example.ts'
import { fuelKind, handoverType } from '../pickup-return/codes.ts'
import { MAX_PACK_PHOTOS, type PackFile, type PackInput, type PackRecord, packDocument } from './pack.ts'

const at = Date.parse('2026-11-20T10:00:00+08:00')
const file = (n: number, more: Partial<PackFile> = {}): PackFile => ({
  ...{ mediaId: String(n), what: '车头', at, isVideo: false, seconds: null, later: '' },
  sha256: n.toString(16).padStart(64, '0'),
  ...more,
})
const record = (more: Partial<PackRecord> = {}): PackRecord => ({
  ...{ type: handoverType.pickup, isVoid: false, plate: '沪A12345', at, mileageKm: 10_000, keyCount: 1 },
  ...{ fuelKind: fuelKind.oil, fuelEighths: 8, batteryPct: null, marks: [], accessories: [], notes: [] },
  ...{ byCustomer: false, operatorName: '小王', files: [] },
  ...more,
})
const pack = (records: readonly PackRecord[], more: Partial<PackInput> = {}) =>
  packDocument({
    ...{ agreementNo: 'JZ1', madeAt: at, madeBy: '店长', status: orderStatus.returned, facts: paperExample },
    ...{
      stretches: [],
      driving: null,
      records,
      papers: [],
      accidents: [],
      bill: [],
      deposits: [],
      plan: [],
      flows: [],
      history: [],
    },
    sums: { receivable: 0, received: 0, refunded: 0, refunding: 0, writtenOff: 0, offset: 0, owed: 0 },
    ...more,
  })
const rowsOf = (document: ReturnType<typeof pack>, title: string) =>
  document.sections.find((section) => section.title === title)?.rows ?? []

it('numbers records of one kind, and marks those that were undone', () => {
  const document = pack([
    record({ isVoid: true, files: [file(1)] }),
    record({ files: [file(2)] }),
    record({ type: handoverType.return, files: [file(3)] }),
  ])
  const titles = document.sections.map(({ title }) => title).filter((title) => title.includes('交接'))
  expect(titles).toEqual(['取车交接（已撤销）', '取车2交接', '还车交接'])
  expect(rowsOf(document, '照片与视频的摘要').map(({ label }) => label)).toEqual(['取车-1', '取车2-1', '还车-1'])
})

it('names videos and deleted files without printing them', () => {
  const document = pack([
    record({ files: [file(1), file(2, { isVideo: true, seconds: 12, what: '环车视频' }), file(3, { sha256: null })] }),
  ])
  expect(document.photos.map(({ mediaId }) => mediaId)).toEqual(['1'])
  const [, film, gone] = rowsOf(document, '照片与视频的摘要')
  expect(film!.text).toMatch(/^环车视频　2026-11-20 10:00　12秒\nSHA-256 0{63}2$/)
  expect(gone!.text).toMatch(/文件缺失$/)
})

it('prints a limited number of pictures, and the digest of every one', () => {
  const document = pack([record({ files: Array.from({ length: MAX_PACK_PHOTOS + 3 }, (_, n) => file(n)) })])
  expect(document.photos).toHaveLength(MAX_PACK_PHOTOS)
  const digests = rowsOf(document, '照片与视频的摘要').map(({ text }) => /SHA-256 (\w+)$/.exec(text)![1])
  expect(new Set(digests).size).toBe(MAX_PACK_PHOTOS + 3)
})

it('masks numbers of persons in every text that was typed', () => {
  const number = '13912345678'
  const document = pack([record({ notes: [number], files: [file(1, { later: `补传　${number}` })] })], {
    history: [{ at, text: `取消订单 · ${number}`, actorName: '小王' }],
    bill: [{ name: '补款', subtotal: 100, lines: [{ name: '其他', formula: number, amount: 100 }] }],
  })
  const text = JSON.stringify(document)
  expect(text).not.toContain(number)
  expect(text.match(/139\*{4}5678/g)).toHaveLength(4)
})

it('shows the case with the insurer, with its pictures', () => {
  const document = pack([], {
    accidents: [
      {
        ...{
          status: 4,
          plate: '沪A12345',
          occurAt: at,
          place: '南京西路',
          course: '追尾',
          responsibility: 1,
          policeNo: 'JJ1',
        },
        ...{
          insurer: '平安产险',
          reportNo: 'PA1',
          assessed: 350_000,
          received: 0,
          files: [file(7, { what: '事故照片' })],
        },
        parties: [{ plate: '沪B12345', insurer: '', note: '后保险杠' }],
      },
    ],
  })
  const rows = Object.fromEntries(rowsOf(document, '保险案件').map(({ label, text }) => [label, text]))
  expect(rows).toMatchObject({ 责任: '全责　认定书 JJ1', 报案: '平安产险　报案号 PA1', 对方车辆: '沪B12345　后保险杠' })
  expect(document.photos.map(({ mediaId }) => mediaId)).toEqual(['7'])
  expect(rowsOf(document, '照片与视频的摘要')).toHaveLength(1)
})
