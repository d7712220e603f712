import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { formatDateTime } from '@cheyi/domain/time'
import { type Bill, basisOf, depositAmount, sumsOf } from './bill-words.ts'

/*
 * The bill as one tall picture, for chats that cannot show documents. The picture goes to customers, so it does not show who
 * entered a charge.
 */

/** Pixels at scale 1. */
const WIDTH = 640
const PAD = 32
const SCALE = 2
const INK = '#14171f'
const SOFT = '#6b7280'
const FONT = "-apple-system, 'PingFang SC', 'Noto Sans SC', 'Microsoft YaHei', sans-serif"

type Ink = CanvasRenderingContext2D
/**
 * Draws one element with its top at `y`.
 * @returns its height in pixels
 */
type Row = (ink: Ink, y: number) => number

const pen = (ink: Ink, size: number, color: string, bold = false): void => {
  ink.font = `${bold ? '600 ' : ''}${size}px ${FONT}`
  ink.fillStyle = color
}

/** Breaks a text into lines no wider than `width`; Chinese text may break at any character. */
export function linesOf(text: string, width: number, measure: (text: string) => number): string[] {
  const lines = ['']
  for (const sign of text) {
    const longer = lines.at(-1)! + sign
    if (lines.at(-1) !== '' && measure(longer) > width) lines.push(sign)
    else lines[lines.length - 1] = longer
  }
  return lines
}

const words =
  (text: string, size: number, color: string, bold = false): Row =>
  (ink, y) => {
    pen(ink, size, color, bold)
    const lines = linesOf(text, WIDTH - 2 * PAD, (part) => ink.measureText(part).width)
    for (const [index, line] of lines.entries()) ink.fillText(line, PAD, y + (index + 1) * size * 1.4)
    return lines.length * size * 1.4 + 6
  }

const pair =
  (label: string, amount: string, { note = '', bold = false, color = INK } = {}): Row =>
  (ink, y) => {
    pen(ink, 22, color, bold)
    ink.fillText(label, PAD, y + 30)
    ink.textAlign = 'right'
    ink.fillText(amount, WIDTH - PAD, y + 30)
    ink.textAlign = 'left'
    return 40 + (note === '' ? 0 : words(note, 18, SOFT)(ink, y + 34))
  }

const rule: Row = (ink, y) => {
  ink.fillStyle = '#e3e6eb'
  ink.fillRect(PAD, y + 10, WIDTH - 2 * PAD, 1)
  return 22
}

function rowsOf(bill: Bill, merchantName: string, at: number): Row[] {
  const { orderNo, contactName, plate, groups, deposits } = bill
  return [
    words(`${merchantName} 费用明细`, 30, INK, true),
    words(['订单', orderNo, contactName, plate && displayPlate(plate)].filter(Boolean).join(' '), 20, SOFT),
    rule,
    ...groups.flatMap(({ name, subtotal, lines }) => [
      pair(name, formatMoney(subtotal), { bold: true }),
      ...lines.map((line) => pair(line.name, formatMoney(line.amount), { note: basisOf(line) })),
      rule,
    ]),
    ...sumsOf(bill).map(({ label, fen }) => pair(label, formatMoney(fen), { bold: true })),
    ...(deposits.length === 0 ? [] : [rule, words('押金（另计）', 20, SOFT)]),
    ...deposits.map((row) => pair(row.name, formatMoney(depositAmount(row)), { note: row.state })),
    rule,
    words(formatDateTime(at), 18, SOFT),
  ]
}

/** The picture as PNG. Its height depends on its content, so it is drawn twice: the first time only to measure it. */
export function drawBill(bill: Bill, merchantName: string, at: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const ink = canvas.getContext('2d')
  if (ink === null) throw new Error('no canvas')
  const rows = rowsOf(bill, merchantName, at)
  const draw = () => rows.reduce((y, row) => y + row(ink, y), PAD)
  const height = draw() + PAD
  canvas.width = WIDTH * SCALE
  canvas.height = height * SCALE
  ink.scale(SCALE, SCALE)
  ink.fillStyle = '#ffffff'
  ink.fillRect(0, 0, WIDTH, height)
  draw()
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png')
  })
}
