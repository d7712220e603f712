import type { PaperMark } from '@cheyi/domain/rental/agreement/document'
import type { PenPoint } from '@cheyi/domain/rental/agreement/handwriting'
import { carDrawing } from '@cheyi/domain/rental/pickup-return/outline'
import { generate } from 'lean-qr'

/*
 * Drawings in a document: the car with its marks, the QR code, the seal, the handwriting. Sizes are in points.
 */

type Pdf = PDFKit.PDFDocument

const SCALE = 0.72
export const OUTLINE = { width: carDrawing.width * SCALE, height: carDrawing.height * SCALE }

/** The car with its marks, numbered as in the list beside it; new marks are red. */
export function drawOutline(pdf: Pdf, marks: readonly PaperMark[], x: number, y: number): void {
  const { sides, side, wheels, plan, body, glass, folds, width, height } = carDrawing
  pdf.save().translate(x, y).scale(SCALE).lineWidth(1).strokeColor('#8c97a6')
  for (const { dx, dy, sx, sy } of sides) {
    pdf.save().translate(dx, dy).scale(sx, sy).lineWidth(0.6)
    pdf.path(side).stroke()
    for (const wheel of wheels) {
      pdf.circle(wheel, 37.2, 7.5).fillAndStroke('#ffffff', '#8c97a6')
      pdf.circle(wheel, 37.2, 3).stroke()
    }
    pdf.restore()
  }
  pdf.save().translate(plan.dx, plan.dy).scale(plan.scale).translate(plan.x, plan.y)
  pdf.path(body).fillAndStroke('#ffffff', '#8c97a6')
  pdf.path(glass).fillAndStroke('#e6ebf2', '#8c97a6')
  pdf.path(folds).stroke()
  pdf.restore()
  for (const [index, mark] of marks.entries()) {
    const [cx, cy] = [mark.x * width, mark.y * height]
    pdf.circle(cx, cy, 9).fill(mark.isNew ? '#d93025' : '#5b6472')
    pdf.font('bold').fontSize(10).fillColor('#ffffff')
    pdf.text(String(index + 1), cx - 9, cy - 7, { width: 18, align: 'center', lineBreak: false })
  }
  pdf.restore()
}

/** The QR code of an address, with a link on it, because a reader on a phone cannot scan its own screen. */
export function drawQr(pdf: Pdf, url: string, x: number, y: number, size: number): void {
  const code = generate(url)
  const dot = size / code.size
  for (let row = 0; row < code.size; row++)
    for (let column = 0; column < code.size; column++)
      if (code.get(column, row)) pdf.rect(x + column * dot, y + row * dot, dot + 0.05, dot + 0.05)
  pdf.fill('#000000')
  pdf.link(x, y, size, size, url)
}

/** A round seal with the name along its rim, like a company seal on contracts. */
export function drawSeal(pdf: Pdf, name: string, cx: number, cy: number, radius: number): void {
  const red = '#d3222a'
  const letters = [...name]
  pdf.save().fillOpacity(0.82).strokeOpacity(0.82)
  pdf.circle(cx, cy, radius).lineWidth(2).strokeColor(red).stroke()
  star(pdf, cx, cy, radius * 0.3, red)
  const size = Math.min(9.5, (2.3 * radius) / letters.length)
  const span = Math.min(250, letters.length * 24)
  pdf.font('bold').fontSize(size).fillColor(red)
  for (const [index, letter] of letters.entries()) {
    const angle = letters.length === 1 ? 0 : -span / 2 + (span * index) / (letters.length - 1)
    pdf.save().rotate(angle, { origin: [cx, cy] })
    pdf.text(letter, cx - size, cy - radius + 4, { width: size * 2, align: 'center', lineBreak: false }).restore()
  }
  pdf
    .fontSize(8)
    .text('合同专用章', cx - radius, cy + radius * 0.48, { width: radius * 2, align: 'center', lineBreak: false })
  pdf.restore()
}

function star(pdf: Pdf, cx: number, cy: number, radius: number, color: string): void {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (Math.PI / 5) * index - Math.PI / 2
    const reach = index % 2 === 0 ? radius : radius * 0.382
    return [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)]
  })
  pdf.polygon(...points).fill(color)
}

/** Handwriting inside a box: smooth lines through the points of the pen. */
export function drawHand(
  pdf: Pdf,
  hand: readonly (readonly PenPoint[])[],
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
): void {
  const points = hand.flat()
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const feature = (size: number, from: number, to: number) => size / Math.max(1, to - from)
  const scale = Math.min(feature(box.width, left, Math.max(...xs)), feature(box.height, top, Math.max(...ys)), 0.4)
  const at = ({ x, y }: PenPoint) => [box.x + (x - left) * scale, box.y + (y - top) * scale] as const
  pdf.save().lineWidth(1.5).lineCap('round').lineJoin('round').strokeColor('#10131a')
  for (const line of hand) {
    const [first, ...rest] = line.map(at)
    if (first === undefined) continue
    pdf.moveTo(...first)
    if (rest.length === 0) pdf.lineTo(first[0] + 0.1, first[1])
    for (const [index, point] of rest.entries()) {
      const next = rest[index + 1]
      if (next === undefined) pdf.lineTo(...point)
      else pdf.quadraticCurveTo(...point, (point[0] + next[0]) / 2, (point[1] + next[1]) / 2)
    }
    pdf.stroke()
  }
  pdf.restore()
}
