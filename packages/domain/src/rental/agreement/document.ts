import type { ChargeLine } from '../../booking/order/charges.ts'
import type { Fen } from '../../money.ts'
import { formatDateTime, type Instant } from '../../time.ts'
import { damageKinds } from '../damage/codes.ts'
import { partName } from '../pickup-return/parts.ts'
import { type PhotoSlot, photoSlots, type StoredMark } from '../pickup-return/record.ts'
import { agreementType, type ContractType } from './codes.ts'
import { endLines, type PaperSection, PLAN, paperSections, planLines, SETTLED } from './paper.ts'
import { fillTemplate, type TemplateClause, type TemplateFacts, type TemplateText } from './template.ts'

/*
 * The whole content of a printed document. It is stored and hashed, so that the file can be rendered from it at any
 * time with the same content.
 */

/** A damage mark; x and y are fractions (0–1) of the outline's width and height. */
export interface PaperMark {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly isNew: boolean
}

/** A photo of the handover; the digest is that of the stored file. */
export interface PaperPhoto {
  readonly mediaId: string
  readonly caption: string
  /** Hex. */
  readonly sha256: string
}

export interface PaperDocument {
  readonly title: string
  readonly agreementNo: string
  readonly madeAt: Instant
  readonly lessor: string
  readonly renter: string
  readonly sections: readonly PaperSection[]
  readonly fees: readonly {
    readonly title: string
    readonly rows: readonly ChargeLine[]
    readonly total: Fen
    /** Heading of the middle column where it does not hold a formula. */
    readonly saying?: string
  }[]
  readonly clauses: readonly TemplateClause[]
  readonly consent: string
  readonly marks: readonly PaperMark[]
  /** The document belongs to no handover, so no sketch of the car is printed. */
  readonly unseen?: true
  readonly photos: readonly PaperPhoto[]
  /** Records that support the fees, printed as an annex. */
  readonly annex?: readonly PaperSection[]
}

export interface RecordPhoto {
  readonly mediaId: string
  readonly slot: PhotoSlot
  readonly at: Instant
  readonly sha256: string
  /** In the papers of a swap: 新车 or 原车, whichever of the two cars it is about. */
  readonly car?: string
}

/** Documents that are agreed while the car is out. */
const unseen: readonly ContractType[] = [agreementType.renewal, agreementType.end]

/** Sections that are printed in the table of fees. */
const asTables = ['费用', '还车费用', PLAN, SETTLED]

/**
 * Builds the content of a document: facts in sections and tables, clauses with their variables filled in, marks and
 * photos of the handover.
 */
export function paperDocument(
  type: ContractType,
  facts: TemplateFacts,
  template: TemplateText,
  record: { readonly marks: readonly StoredMark[]; readonly photos: readonly RecordPhoto[] },
): PaperDocument {
  const back = type === agreementType.return
  return {
    title: fillTemplate(template.title, facts),
    agreementNo: facts.agreementNo,
    madeAt: facts.madeAt,
    lessor: facts.lessor.name,
    renter: facts.renter?.name ?? '',
    sections: paperSections(type, facts).filter(({ title }) => !asTables.includes(title)),
    fees: [
      ...feesOf(type, facts),
      ...(back && facts.returnCharges.length > 0
        ? [{ title: '还车费用', rows: facts.returnCharges, total: sumOf(facts.returnCharges) }]
        : []),
    ],
    clauses: template.clauses.map((clause) => ({
      ...clause,
      title: fillTemplate(clause.title, facts),
      text: fillTemplate(clause.text, facts),
    })),
    consent: fillTemplate(template.consent, facts),
    marks: record.marks.map(paperMark),
    ...(unseen.includes(type) && { unseen: true as const }),
    // Videos cannot be printed.
    photos: record.photos
      .filter(({ slot }) => slot !== 'video')
      .map(({ mediaId, slot, at, sha256, car = '' }) => ({
        mediaId,
        sha256,
        caption: `${car}${photoSlots[slot]} ${formatDateTime(at)}`,
      })),
  }
}

const sumOf = (rows: readonly ChargeLine[]) => rows.reduce((total, { amount }) => total + amount, 0)

/**
 * The table of fees: none for a swap, the own fees of a renewal, the settlement of an early end, and the payment
 * plan besides for a long rental.
 */
function feesOf(type: ContractType, facts: TemplateFacts): PaperDocument['fees'] {
  const { charges, total, renewal, end, term } = facts
  if (type === agreementType.swap) return []
  if (type === agreementType.end)
    return end === null ? [] : [{ title: SETTLED, saying: '说明', rows: endLines(facts, end), total: end.owed }]
  const fees = { title: '费用明细', rows: charges, total }
  if (type === agreementType.long && term !== null) {
    const rows = planLines(term)
    return [fees, { title: PLAN, saying: '租期与应付日期', rows, total: sumOf(rows) }]
  }
  if (type !== agreementType.renewal) return [fees]
  return renewal === null ? [] : [{ title: '续租费用', rows: renewal.charges, total: renewal.amount }]
}

const paperMark = ({ part, kind, x, y, isNew }: StoredMark): PaperMark => ({
  x,
  y,
  isNew,
  text: `${partName(part)} ${damageKinds.text(kind)}${isNew ? '（新增）' : ''}`,
})

/** Canonical JSON with sorted keys: the input of the document's digest. */
export const canonicalText = (document: PaperDocument): string => JSON.stringify(sortKeys(document))

const sortKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  )
}
