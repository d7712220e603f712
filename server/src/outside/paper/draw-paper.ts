import { formatMoney } from '@cheyi/domain/money'
import type { PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { formatDateTime } from '@cheyi/domain/time'
import { drawHand, drawOutline, drawQr, drawSeal, OUTLINE } from './draw-parts.ts'
import type { PrintJob } from './papers.ts'
import { addSignatureField } from './signature-field.ts'

/*
 * The pages of a document, from top to bottom. Sizes are in points (1/72 inch).
 */

type Pdf = PDFKit.PDFDocument

const INK = '#1b1f27'
const SOFT = '#5b6472'
const LINE = '#c9d0da'
const SHADE = '#f1f4f8'
const SIZE = 9
/** A company seal is 38 to 42 mm wide. */
const STAMP_RADIUS = 55

const leftEdge = (pdf: Pdf) => pdf.page.margins.left
const width = (pdf: Pdf) => pdf.page.width - pdf.page.margins.left - pdf.page.margins.right
const bottom = (pdf: Pdf) => pdf.page.height - pdf.page.margins.bottom

/** The pictures of a document, in the size that the page shows. */
interface Pictures {
  readonly photos: readonly (Buffer | null)[]
  /** null: the seal is drawn. */
  readonly stamp: Buffer | null
}

export function drawPaper(pdf: Pdf, job: PrintJob, { photos, stamp }: Pictures): void {
  const { document } = job
  head(pdf, job)
  for (const { title, rows } of document.sections) pairs(pdf, title, rows)
  for (const fee of document.fees) fees(pdf, fee)
  for (const { title, rows } of document.annex ?? []) pairs(pdf, title, rows)
  const contract = isContract(job)
  if (contract) {
    if (!document.unseen) outline(pdf, document)
    clauses(pdf, document)
  }
  const grid = job.pack === undefined ? GRID : LARGE_GRID
  photoGrid(pdf, document, photos, { ...grid, title: contract ? '验车照片' : job.pack === undefined ? '凭证' : '照片' })
  if (contract) signatures(pdf, job, stamp)
  if (job.pack !== undefined) sealOfPack(pdf, job, job.pack, stamp)
  footers(pdf, job)
}

/** A contract is agreed by two parties; a damage case or a pack is a statement of the merchant alone. */
const isContract = ({ verifyUrl, pack }: PrintJob): boolean => verifyUrl !== null && pack === undefined

/** Begins a new page if so many points do not fit on this one. */
function need(pdf: Pdf, height: number): void {
  if (pdf.y + height > bottom(pdf)) pdf.addPage()
}

function head(pdf: Pdf, job: PrintJob): void {
  const { document, verifyUrl } = job
  const top = pdf.y
  if (verifyUrl !== null) drawQr(pdf, verifyUrl, leftEdge(pdf) + width(pdf) - 62, top, 62)
  pdf
    .font('bold')
    .fontSize(18)
    .fillColor(INK)
    .text(document.title, leftEdge(pdf), top + 10, { width: width(pdf) - 76 })
  pdf.font('regular').fontSize(SIZE).fillColor(SOFT)
  const no = isContract(job) ? '合同编号' : '编号'
  pdf.text(`${no} ${document.agreementNo}　　生成时间 ${formatDateTime(document.madeAt)}`, {
    width: width(pdf) - 76,
  })
  if (verifyUrl === null) pdf.text(document.lessor, { width: width(pdf) - 76 })
  else pdf.text('扫描或点击右侧二维码可核对本文件', { width: width(pdf) - 76 })
  pdf.y = top + 74
}

function heading(pdf: Pdf, title: string, keep = 40): void {
  need(pdf, 22 + keep)
  const y = pdf.y + 4
  pdf.rect(leftEdge(pdf), y, width(pdf), 16).fill(SHADE)
  pdf.rect(leftEdge(pdf), y, 2.5, 16).fill(INK)
  pdf
    .font('bold')
    .fontSize(9.5)
    .fillColor(INK)
    .text(title, leftEdge(pdf) + 9, y + 1.5, { lineBreak: false })
  pdf.x = leftEdge(pdf)
  pdf.y = y + 20
}

/** Label and text; two pairs beside each other if both are short. */
function pairs(pdf: Pdf, title: string, rows: PaperDocument['sections'][number]['rows']): void {
  heading(pdf, title, 32)
  const half = width(pdf) / 2
  const label = 78
  pdf.font('regular').fontSize(SIZE)
  const fits = (text: string) => pdf.widthOfString(text) <= half - label - 12
  for (let index = 0; index < rows.length; ) {
    const first = rows[index]!
    const second = rows[index + 1]
    const pair = second !== undefined && fits(first.text) && fits(second.text)
    const shown = pair ? [first, second] : [first]
    const feature = pair ? half - label - 8 : width(pdf) - label - 8
    pdf.font('regular').fontSize(SIZE)
    const tall = (text: string, within: number) => pdf.heightOfString(text || '　', { width: within })
    const height = Math.max(...shown.map((row) => Math.max(tall(row.text, feature), tall(row.label, label - 6)))) + 3
    need(pdf, height)
    const y = pdf.y
    for (const [column, row] of shown.entries()) {
      const x = leftEdge(pdf) + 9 + column * half
      pdf.fillColor(SOFT).text(row.label, x, y, { width: label - 6 })
      pdf.fillColor(INK).text(row.text || '＿＿＿＿＿＿', x + label, y, { width: feature })
    }
    pdf.y = y + height
    index += shown.length
  }
  pdf.x = leftEdge(pdf)
}

function fees(pdf: Pdf, { title, rows, total, saying = '计算方式' }: PaperDocument['fees'][number]): void {
  heading(pdf, title)
  const amount = 86
  const name = 130
  const formula = width(pdf) - name - amount - 18
  const line = (cells: readonly [string, string, string], font: string) => {
    pdf.font(font).fontSize(SIZE)
    const height = Math.max(
      pdf.heightOfString(cells[0], { width: name - 8 }),
      pdf.heightOfString(cells[1] || '　', { width: formula - 8 }),
    )
    need(pdf, height + 6)
    const y = pdf.y + 2
    const x = leftEdge(pdf) + 9
    pdf.fillColor(INK).text(cells[0], x, y, { width: name - 8 })
    pdf.fillColor(SOFT).text(cells[1], x + name, y, { width: formula - 8 })
    pdf.fillColor(INK).text(cells[2], x + name + formula, y, { width: amount, align: 'right' })
    pdf.y = y + height + 3
    pdf
      .moveTo(leftEdge(pdf), pdf.y)
      .lineTo(leftEdge(pdf) + width(pdf), pdf.y)
      .lineWidth(0.4)
      .strokeColor(LINE)
      .stroke()
  }
  line(['项目', saying, '金额'], 'bold')
  for (const row of rows) line([row.name, row.formula, formatMoney(row.amount)], 'regular')
  line(['合计', '', formatMoney(total)], 'bold')
  pdf.x = leftEdge(pdf)
  pdf.y += 2
}

function outline(pdf: Pdf, { marks }: PaperDocument): void {
  heading(pdf, '验车单：车身损伤示意图', OUTLINE.height + 8)
  const top = pdf.y + 4
  drawOutline(pdf, marks, leftEdge(pdf) + 9, top)
  const x = leftEdge(pdf) + OUTLINE.width + 36
  pdf.font('regular').fontSize(SIZE).fillColor(INK)
  if (marks.length === 0) pdf.text('交接时车身无损伤。', x, top)
  let y = top
  for (const [index, { text, isNew }] of marks.entries()) {
    pdf
      .fillColor(isNew ? '#b3261e' : INK)
      .text(`${index + 1}. ${text}`, x, y, { width: width(pdf) - OUTLINE.width - 40 })
    y = pdf.y + 2
  }
  pdf.fillColor(INK)
  pdf.x = leftEdge(pdf)
  pdf.y = Math.max(top + OUTLINE.height + 6, y)
}

const DIGITS = '零一二三四五六七八九'
/** Chinese numerals of clauses, 1 to 99: 一, 十, 十二, 二十, 二十一. */
const chineseNumeral = (n: number): string => {
  const tens = Math.floor(n / 10)
  const ones = n % 10 === 0 ? '' : DIGITS[n % 10]!
  return tens === 0 ? DIGITS[n]! : `${tens === 1 ? '' : DIGITS[tens]}十${ones}`
}

function clauses(pdf: Pdf, document: PaperDocument): void {
  heading(pdf, '合同条款（加粗条款与您有重大利害关系，请特别注意）')
  for (const [index, { title, text, strong }] of document.clauses.entries()) {
    need(pdf, 34)
    pdf
      .font('bold')
      .fontSize(SIZE + 0.5)
      .fillColor(INK)
    pdf.text(`第${chineseNumeral(index + 1)}条　${title}`, leftEdge(pdf), pdf.y + 4, { width: width(pdf) })
    pdf.font(strong ? 'bold' : 'regular').fontSize(SIZE)
    for (const paragraph of text.split('\n')) pdf.text(paragraph, { width: width(pdf), lineGap: 1.5 })
  }
  pdf.y += 4
}

/** Layout of pictures, in points. */
interface Grid {
  readonly columns: number
  readonly width: number
  readonly height: number
  /** Height below a picture; evidence also shows the digest of its file there. */
  readonly caption: number
  readonly digests: boolean
}
const GRID: Grid = { columns: 3, width: 161, height: 121, caption: 14, digests: false }
const LARGE_GRID: Grid = { columns: 2, width: 245, height: 184, caption: 24, digests: true }
const GAP = 8

function photoGrid(
  pdf: Pdf,
  document: PaperDocument,
  photos: readonly (Buffer | null)[],
  { columns, width: wide, height, caption: below, digests, title }: Grid & { readonly title: string },
): void {
  if (document.photos.length === 0) return
  heading(pdf, title, height + below)
  for (const [index, { caption, sha256 }] of document.photos.entries()) {
    const column = index % columns
    if (column === 0) {
      if (index > 0) pdf.y += height + below + 4
      need(pdf, height + below)
    }
    const x = leftEdge(pdf) + column * (wide + GAP)
    const y = pdf.y
    pdf.rect(x, y, wide, height).fill(SHADE)
    const photo = photos[index]
    if (photo) pdf.image(photo, x, y, { fit: [wide, height], align: 'center', valign: 'center' })
    pdf.font('regular').fontSize(7.5).fillColor(SOFT)
    pdf.text(photo ? caption : `${caption}（文件缺失）`, x, y + height + 2, { width: wide, lineBreak: false })
    if (digests) pdf.fontSize(6.3).text(sha256, x, y + height + 13, { width: wide, lineBreak: false })
    pdf.y = y
  }
  pdf.x = leftEdge(pdf)
  pdf.y += height + below + 4
}

function sealPicture(
  pdf: Pdf,
  name: string,
  stamp: Buffer | null,
  at: { readonly x: number; readonly y: number },
): void {
  if (stamp === null) drawSeal(pdf, name, at.x, at.y, 44)
  else
    pdf.image(stamp, at.x - STAMP_RADIUS, at.y - STAMP_RADIUS, {
      fit: [STAMP_RADIUS * 2, STAMP_RADIUS * 2],
      align: 'center',
      valign: 'center',
    })
}

/** The issuer of the pack, and the files that are attached to it. */
function sealOfPack(pdf: Pdf, { document }: PrintJob, pack: NonNullable<PrintJob['pack']>, stamp: Buffer | null): void {
  if (pack.attached.length > 0)
    pairs(
      pdf,
      '附件',
      pack.attached.map(({ name }, i) => ({ label: `附件${i + 1}`, text: name })),
    )
  heading(pdf, '出具', 130)
  const top = pdf.y + 6
  pdf.font('regular').fontSize(SIZE).fillColor(INK)
  pdf.text(`出具方（盖章）：${document.lessor}`, leftEdge(pdf) + 9, top)
  sealPicture(pdf, document.lessor, stamp, { x: leftEdge(pdf) + 96, y: top + 66 })
  pdf.font('regular').fontSize(SIZE).fillColor(INK)
  pdf.text(`日期：${formatDateTime(pack.sealedAt)}`, leftEdge(pdf) + 9, top + 112)
  addSignatureField(pdf, { reason: document.title, name: document.lessor, at: pack.sealedAt })
}

function signatures(pdf: Pdf, { document, signed }: PrintJob, stamp: Buffer | null): void {
  heading(pdf, '签署', 130 + (signed === undefined ? 0 : signed.facts.length * 13 + 30))
  const half = width(pdf) / 2
  const top = pdf.y + 6
  const label = (text: string, column: number, y: number) =>
    pdf
      .font('regular')
      .fontSize(SIZE)
      .fillColor(INK)
      .text(text, leftEdge(pdf) + 9 + column * half, y, { width: half - 18 })
  label(`出租方（盖章）：${document.lessor}`, 0, top)
  label(`承租方（签字）：${signed === undefined ? '' : document.renter}`, 1, top)
  sealPicture(pdf, document.lessor, stamp, { x: leftEdge(pdf) + 96, y: top + 66 })
  const pad = { x: leftEdge(pdf) + half + 9, y: top + 18, width: 170, height: 78 }
  if (signed === undefined)
    pdf
      .moveTo(pad.x, pad.y + 62)
      .lineTo(pad.x + pad.width, pad.y + 62)
      .lineWidth(0.6)
      .strokeColor(LINE)
      .stroke()
  else drawHand(pdf, signed.hand, pad)
  label(`日期：${formatDateTime(document.madeAt)}`, 0, top + 112)
  label(`日期：${signed === undefined ? '' : formatDateTime(signed.at)}`, 1, top + 112)
  pdf.y = top + 128
  if (signed === undefined) return
  pairs(pdf, '电子签署记录', [{ label: '签署确认', text: document.consent }, ...signed.facts])
  addSignatureField(pdf, { reason: document.title, name: document.lessor, at: signed.at })
}

function footers(pdf: Pdf, { document, sha256, sample }: PrintJob): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    pdf.switchToPage(start + page)
    // Below the margin pdfkit would begin a new page for the text.
    pdf.page.margins.bottom = 0
    if (sample) stamp(pdf, '样张')
    const y = pdf.page.height - 40
    pdf
      .moveTo(leftEdge(pdf), y - 5)
      .lineTo(leftEdge(pdf) + width(pdf), y - 5)
      .lineWidth(0.4)
      .strokeColor(LINE)
      .stroke()
    pdf.font('regular').fontSize(7).fillColor(SOFT)
    pdf.text(`${document.agreementNo}　内容摘要 SHA-256：${sha256}`, leftEdge(pdf), y, { lineBreak: false })
    pdf.text(`第 ${page + 1} 页，共 ${count} 页`, leftEdge(pdf), y, { width: width(pdf), align: 'right' })
  }
}

/** A transparent word across the whole page. */
function stamp(pdf: Pdf, word: string): void {
  const [x, y] = [pdf.page.width / 2, pdf.page.height / 2]
  pdf
    .save()
    .rotate(-35, { origin: [x, y] })
    .font('bold')
    .fontSize(130)
    .fillOpacity(0.07)
    .fillColor(INK)
    .text(word, 0, y - 90, { width: pdf.page.width, align: 'center', lineBreak: false })
  pdf.restore()
}
