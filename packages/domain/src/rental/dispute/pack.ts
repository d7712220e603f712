import type { ChargeLine } from '../../booking/order/charges.ts'
import { type OrderStatus, orderStatuses } from '../../booking/order/codes.ts'
import type { CodeOf } from '../../enumeration.ts'
import { type Driving, drivingLines } from '../../fleet/vehicle-control/driving.ts'
import { maskNumbers } from '../../mask.ts'
import { type Fen, formatMoney } from '../../money.ts'
import { displayPlate } from '../../platform/check/plate.ts'
import { formatDateTime, type Instant } from '../../time.ts'
import { agreementType } from '../agreement/codes.ts'
import type { PaperDocument } from '../agreement/document.ts'
import { type PaperFacts, type PaperSection, paperSections } from '../agreement/paper.ts'
import { damageKinds } from '../damage/codes.ts'
import { instalmentStatuses } from '../instalment/codes.ts'
import { type InsuranceStatus, insuranceStatuses, responsibilities } from '../insurance/codes.ts'
import type { AccidentParty } from '../insurance/insurance-case.ts'
import { type FuelKind, type HandoverType, handoverTypes } from '../pickup-return/codes.ts'
import { partName } from '../pickup-return/parts.ts'
import { accessories, readsBattery, readsFuel, type StoredAccessory, type StoredMark } from '../pickup-return/record.ts'

/*
 * The evidence file of a dispute: everything about an order in one file, for an authority or a court. Numbers of
 * persons are masked, also in typed texts.
 */

/** Limit of printed pictures; further ones are listed with their digest. */
export const MAX_PACK_PHOTOS = 150

export interface PackRecord {
  readonly type: HandoverType
  /** The handover was undone. */
  readonly isVoid: boolean
  readonly plate: string
  readonly at: Instant | null
  readonly mileageKm: number | null
  readonly fuelKind: FuelKind
  readonly fuelEighths: number | null
  readonly batteryPct: number | null
  readonly marks: readonly StoredMark[]
  readonly accessories: readonly StoredAccessory[]
  readonly keyCount: number | null
  readonly notes: readonly string[]
  readonly byCustomer: boolean
  readonly operatorName: string
  readonly files: readonly PackFile[]
}

/** A picture or video of a record. */
export interface PackFile {
  readonly mediaId: string
  /** What the picture shows. */
  readonly what: string
  readonly at: Instant | null
  readonly isVideo: boolean
  /** Length of a video; null for a picture. */
  readonly seconds: number | null
  /** Hex digest of the stored file; null: the file was deleted or never uploaded. */
  readonly sha256: string | null
  /** Why it was added after the handover, and by whom; '' for a file of the handover itself. */
  readonly later: string
}

/** A document of the order: attached as a file, or photographed page by page. */
export interface PackPaper {
  readonly name: string
  readonly agreementNo: string
  readonly signedAt: Instant | null
  readonly standing: string
  /** Hex digest of the attached file; null for a photographed document. */
  readonly sha256: string | null
  readonly pages: readonly PackFile[]
}

/** An accident of the rental with its insurer. */
export interface PackAccident {
  readonly status: InsuranceStatus
  readonly plate: string
  readonly occurAt: Instant
  readonly place: string
  readonly course: string
  readonly parties: readonly AccidentParty[]
  readonly responsibility: number | null
  readonly policeNo: string
  readonly insurer: string
  readonly reportNo: string
  readonly assessed: Fen | null
  readonly received: Fen
  readonly files: readonly PackFile[]
}

export interface PackFlow {
  readonly at: Instant
  readonly name: string
  readonly way: string
  readonly direction: 'in' | 'out' | 'hold'
  readonly amount: Fen
  readonly state: string
  readonly operatorName: string
}

export interface PackInput {
  readonly agreementNo: string
  readonly madeAt: Instant
  readonly madeBy: string
  readonly status: OrderStatus
  readonly facts: PaperFacts
  /** Which car the customer had in which period. */
  readonly stretches: readonly { readonly plate: string; readonly from: Instant; readonly to: Instant | null }[]
  /** How the cars were driven; null: the contract says nothing of it, or nothing is known. */
  readonly driving: (Driving & { readonly limit: number }) | null
  readonly records: readonly PackRecord[]
  readonly papers: readonly PackPaper[]
  readonly accidents: readonly PackAccident[]
  readonly bill: readonly { readonly name: string; readonly lines: readonly ChargeLine[]; readonly subtotal: Fen }[]
  readonly sums: {
    readonly receivable: Fen
    readonly received: Fen
    readonly refunded: Fen
    readonly refunding: Fen
    readonly writtenOff: Fen
    readonly offset: Fen
    readonly owed: Fen
  }
  readonly deposits: readonly {
    readonly name: string
    readonly amount: Fen
    readonly state: string
    readonly held: Fen
  }[]
  /** The payment plan of a long rental; empty for a regular one. */
  readonly plan: readonly {
    readonly seq: number
    readonly from: string
    /** Exclusive: the first date of the next period. */
    readonly to: string
    readonly dueOn: string
    readonly amount: Fen
    readonly paid: Fen
    readonly status: CodeOf<typeof instalmentStatuses>
  }[]
  readonly flows: readonly PackFlow[]
  readonly history: readonly { readonly at: Instant; readonly text: string; readonly actorName: string }[]
}

type Row = PaperSection['rows'][number]

const row = (label: string, text: string): Row => ({ label, text })
/** Rows with a text, with numbers of persons masked. */
const maskedRows = (rows: readonly (readonly [label: string, text: string])[]): Row[] =>
  rows.flatMap(([label, text]) => (text === '' ? [] : [row(label, maskNumbers(text))]))
const momentText = (at: Instant | null): string => (at === null ? '' : formatDateTime(at))
const joinTexts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('　')

/** Builds the whole file as it is stored, hashed and rendered. */
export function packDocument(input: PackInput): PaperDocument {
  const { facts, agreementNo, madeAt } = input
  const records = numberRecords(input.records)
  const files = records.flatMap(({ record, short }) => nameFiles(short, record.files))
  const pages = input.papers.flatMap((paper) => nameFiles(paper.name, paper.pages))
  const accidents = input.accidents.map((one, i) => ({ one, title: `保险案件${i > 0 ? i + 1 : ''}` }))
  const ofAccidents = accidents.flatMap(({ one, title }) => nameFiles(title, one.files))
  const photos = [...files, ...pages, ...ofAccidents].filter(({ isVideo, sha256 }) => !isVideo && sha256 !== null)
  const lease = paperSections(agreementType.return, facts)
  const of = (titles: readonly string[]) => lease.filter(({ title }) => titles.includes(title))
  const sections: PaperSection[] = [
    { title: '订单', rows: orderRows(input) },
    ...of(['出租方', '承租方', '驾驶人', '车辆', '租期', '押金']),
    ...paperSections(agreementType.pickup, facts).filter(({ title }) => title === '约定'),
    ...records.map(({ record, title }) => ({ title, rows: recordRows(record) })),
    { title: '行驶数据', rows: input.driving === null ? [] : drivingRows(input.driving) },
    ...accidents.map(({ one, title }) => ({ title, rows: accidentRows(one) })),
    { title: '照片与视频的摘要', rows: [...files, ...ofAccidents].map(fileRow) },
    { title: '合同与协议', rows: [...input.papers.flatMap(paperRows), ...pages.map(fileRow)] },
  ]
  return {
    title: '订单举证文件',
    agreementNo,
    madeAt,
    lessor: facts.lessor.name,
    renter: facts.renter?.name ?? '',
    sections: sections.filter(({ rows }) => rows.length > 0),
    fees: input.bill.map(({ name, lines, subtotal }) => ({
      title: name,
      rows: lines.map((line) => ({ ...line, formula: maskNumbers(line.formula) })),
      total: subtotal,
    })),
    annex: [
      { title: '收付', rows: sumRows(input) },
      { title: '分期', rows: input.plan.map(planRow) },
      { title: '收支流水', rows: input.flows.map(flowRow) },
      {
        title: '订单记录',
        rows: input.history.map(({ at, text, actorName }) =>
          row(momentText(at), maskNumbers(joinTexts(text, actorName))),
        ),
      },
    ].filter(({ rows }) => rows.length > 0),
    clauses: [],
    consent: '',
    marks: [],
    photos: photos.slice(0, MAX_PACK_PHOTOS).map(({ mediaId, name, what, at, sha256 }) => ({
      mediaId,
      caption: joinTexts(name, what, momentText(at)),
      sha256: sha256!,
    })),
  }
}

/** Numbers records of the same kind: the second pickup, after a swap or an undone pickup, is 取车2. */
function numberRecords(records: readonly PackRecord[]) {
  const seen = new Map<HandoverType, number>()
  return records.map((record) => {
    const n = (seen.get(record.type) ?? 0) + 1
    seen.set(record.type, n)
    const short = `${handoverTypes.text(record.type)}${n > 1 ? n : ''}`
    return { record, short, title: `${short}交接${record.isVoid ? '（已撤销）' : ''}` }
  })
}

/** A file with the name used in lists and under pictures. */
type Named = PackFile & { readonly name: string }
const nameFiles = (name: string, files: readonly PackFile[]): Named[] =>
  files.map((file, i) => ({ ...file, name: `${name}-${i + 1}` }))

const orderRows = ({ facts, status, madeBy, stretches }: PackInput): Row[] =>
  maskedRows([
    ['订单号', facts.orderNo],
    ['状态', orderStatuses.text(status)],
    ...stretches.map(
      ({ plate, from, to }) =>
        ['用车时段', `${displayPlate(plate)}　${momentText(from)} – ${to === null ? '在租' : momentText(to)}`] as const,
    ),
    ['制作人', madeBy],
  ])

const drivingRows = (driving: Driving & { readonly limit: number }): Row[] =>
  drivingLines(driving).map(([label, text]) => row(label, text))

const recordRows = (record: PackRecord): Row[] =>
  maskedRows([
    ['车牌号', displayPlate(record.plate)],
    ['交接时间', momentText(record.at)],
    ['里程', record.mileageKm === null ? '' : `${record.mileageKm}公里`],
    ['油量', readsFuel(record.fuelKind) && record.fuelEighths !== null ? `${record.fuelEighths}/8` : ''],
    ['电量', readsBattery(record.fuelKind) && record.batteryPct !== null ? `${record.batteryPct}%` : ''],
    ['车身损伤', record.marks.length === 0 ? '无' : record.marks.map(markText).join('；')],
    [
      '随车物品',
      record.accessories.map(({ code, present }) => `${accessories[code]}${present ? '' : '（缺）'}`).join('、'),
    ],
    ['钥匙', record.keyCount === null ? '' : `${record.keyCount}把`],
    ['说明', joinTexts(...record.notes)],
    ['办理', joinTexts(record.byCustomer ? '客户自助' : '', record.operatorName)],
  ])

const accidentRows = (one: PackAccident): Row[] =>
  maskedRows([
    ['状态', insuranceStatuses.text(one.status)],
    ['车牌号', displayPlate(one.plate)],
    ['出险', joinTexts(momentText(one.occurAt), one.place)],
    ['经过', one.course],
    ...one.parties.map(({ plate, insurer, note }) => ['对方车辆', joinTexts(plate, insurer, note)] as const),
    [
      '责任',
      joinTexts(
        one.responsibility === null ? '' : responsibilities.text(one.responsibility),
        one.policeNo && `认定书 ${one.policeNo}`,
      ),
    ],
    ['报案', joinTexts(one.insurer, one.reportNo && `报案号 ${one.reportNo}`)],
    ['定损', one.assessed === null ? '' : formatMoney(one.assessed)],
    ['赔款', one.received > 0 ? `已到账 ${formatMoney(one.received)}` : ''],
  ])

const markText = ({ part, kind, isNew, reason, amount }: StoredMark): string =>
  joinTexts(
    `${partName(part)}${damageKinds.text(kind)}${isNew ? '（新增）' : ''}`,
    amount === undefined ? '' : formatMoney(amount),
    reason,
  )

const fileRow = ({ name, what, at, isVideo, seconds, sha256, later }: Named): Row =>
  row(
    name,
    [
      maskNumbers(joinTexts(what, momentText(at), isVideo && seconds !== null ? `${seconds}秒` : '', later)),
      sha256 === null ? '文件缺失' : `SHA-256 ${sha256}`,
    ].join('\n'),
  )

function paperRows({ name, agreementNo, signedAt, standing, sha256 }: PackPaper): Row[] {
  const about = joinTexts(agreementNo, standing, momentText(signedAt))
  return [row(name, sha256 === null ? about : `${joinTexts(about, '见附件')}\nSHA-256 ${sha256}`)]
}

const sumRows = ({ sums, deposits }: PackInput): Row[] =>
  maskedRows([
    ['应收合计', formatMoney(sums.receivable)],
    ['已收', formatMoney(sums.received)],
    ['已退', sums.refunded > 0 ? formatMoney(sums.refunded) : ''],
    ['退款中', sums.refunding > 0 ? formatMoney(sums.refunding) : ''],
    ['已核销', sums.writtenOff > 0 ? formatMoney(sums.writtenOff) : ''],
    ['抵账', sums.offset > 0 ? formatMoney(sums.offset) : ''],
    ['待收', formatMoney(Math.max(0, sums.owed))],
    ...deposits.map(
      ({ name, amount, state, held }) =>
        [name, joinTexts(formatMoney(amount), state, held > 0 ? `在押 ${formatMoney(held)}` : '')] as const,
    ),
  ])

const planRow = ({ seq, from, to, dueOn, amount, paid, status }: PackInput['plan'][number]): Row =>
  row(
    `第${seq}期`,
    joinTexts(
      `${from} – ${to}`,
      `到期 ${dueOn}`,
      `${formatMoney(paid)} / ${formatMoney(amount)}`,
      instalmentStatuses.text(status),
    ),
  )

const flowWords = { in: '收', out: '付', hold: '授权' } as const

const flowRow = ({ at, name, way, direction, amount, state, operatorName }: PackFlow): Row =>
  row(
    momentText(at),
    maskNumbers(joinTexts(name, `${flowWords[direction]} ${formatMoney(amount)}`, way, state, operatorName)),
  )
