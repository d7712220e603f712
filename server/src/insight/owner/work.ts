import { createHash } from 'node:crypto'
import { costKinds } from '@cheyi/domain/fleet/cost/codes'
import { ownerStatementStates } from '@cheyi/domain/insight/owner/codes'
import { costsOfPart, incomeOfPart } from '@cheyi/domain/insight/owner/statement'
import { formatMoney } from '@cheyi/domain/money'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { canonicalText, type PaperDocument } from '@cheyi/domain/rental/agreement/document'
import type { LocalDate } from '@cheyi/domain/time'
import { type HandlerOf, requireFound } from '../../kernel/context.ts'
import { writeTable } from '../../outside/table/tables.ts'
import { bulkWork, type Column, enqueueExport, keepResult, sheetOf } from '../../platform/job/actions.ts'
import { merchantName } from '../../platform/merchant/actions.ts'
import * as store from './store.ts'
import { type FullStatement, fullStatements } from './view.ts'

type Part = FullStatement['parts'][number]
interface Line {
  readonly ownerName: string
  readonly statement: FullStatement
  /** null: a line besides the cars. */
  readonly part: Part | null
  readonly besides: { readonly name: string; readonly words: string; readonly fen: number } | null
}

/** What a statement has besides the parts of the cars, as the table and the paper show it. */
const besidesOf = ({ carried, corrections }: FullStatement) => [
  ...(carried === 0 ? [] : [{ name: '上期结转', words: '上期车主应补金额', fen: carried }]),
  ...corrections.map((one) => ({ name: '调整', ...one })),
]

const yuan = (fen: number): number => fen / 100
const ofPart = (of: (part: Part) => number) => (line: Line) => (line.part === null ? '' : yuan(of(line.part)))

const columns: readonly Column<Line>[] = [
  ['月份', 10, ({ statement }) => statement.month.slice(0, 7)],
  ['车主', 20, ({ ownerName }) => ownerName],
  ['车牌', 12, ({ part, besides }) => part?.plate ?? besides?.name ?? ''],
  ['起', 12, ({ part }) => part?.from ?? ''],
  ['止', 12, ({ part }) => part?.to ?? ''],
  ['合作方式', 40, ({ part, besides }) => part?.terms ?? besides?.words ?? ''],
  ['收入', 12, ofPart(incomeOfPart)],
  ['管理费', 12, ofPart(({ fee }) => fee)],
  ['车主承担费用', 14, ofPart(costsOfPart)],
  ['车主所得', 12, ({ part, besides }) => yuan(part?.owner ?? besides?.fen ?? 0)],
  ['状态', 12, ({ statement }) => ownerStatementStates.text(statement.state)],
]

const linesOf = (ownerName: string, statement: FullStatement): Line[] => [
  ...besidesOf(statement).map((besides) => ({ ownerName, statement, part: null, besides })),
  ...statement.parts.map((part) => ({ ownerName, statement, part, besides: null })),
]

/** Statements that are read at a time. */
const PAGE = 100

/** All statements of a month, a line for each car. */
export const exportOwnerMonth = bulkWork<{ readonly month: LocalDate }>({
  kind: 'ownerMonthExport',
  key: 'finance.reconcile',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const month: LocalDate = `${run.input.month.slice(0, 7)}-01`
    const lines: Line[] = []
    let after: readonly string[] | null = null
    do {
      const { page, full } = await run.read(async (ctx) => {
        const page = await store.statements(ctx, { month }, after, PAGE)
        return { page, full: await fullStatements(ctx, page) }
      })
      for (const [at, statement] of full.entries()) lines.push(...linesOf(page[at]!.ownerName, statement))
      const last = page.length < PAGE ? undefined : page.at(-1)
      after = last === undefined ? null : [String(last.dayNo), last.id]
      await run.progress(lines.length, lines.length)
    } while (after !== null)
    const bytes = await writeTable([sheetOf('车主结算', columns, lines)])
    const file = await keepResult(run, bytes, `车主结算${month.slice(0, 7)}.xlsx`)
    return { state: jobState.done, message: `共${lines.length}行`, file }
  },
})

export const exportMonth: HandlerOf<'owner', 'exportMonth'> = (input, ctx) =>
  enqueueExport(ctx, exportOwnerMonth, input)

/** How a part was reckoned, in one line. */
function partText({ terms, from, to, fixed, fee, costs, earlier, ...income }: Part): string {
  return [
    earlier ? `${from.slice(0, 7)}结算后的变动` : `${from} 至 ${to}`,
    terms,
    `收入${formatMoney(incomeOfPart(income))}`,
    fixed !== 0 && `固定租金${formatMoney(fixed)}`,
    fee !== 0 && `管理费${formatMoney(fee)}`,
    ...costs.map(({ kind, fen }) => `${costKinds.text(kind)}${formatMoney(fen)}`),
  ]
    .filter(Boolean)
    .join('，')
}

/** A statement for printing, to be signed by its owner. */
function documentOf(
  statement: FullStatement,
  { owner, lessor, madeAt }: { readonly owner: string; readonly lessor: string; readonly madeAt: number },
): PaperDocument {
  const { month, due, parts, payBy, state } = statement
  const rows = [
    ['车主', owner],
    ['月份', month.slice(0, 7)],
    ['状态', ownerStatementStates.text(state)],
    ['付款日', payBy],
    ['应付', formatMoney(due)],
  ] as const
  return {
    title: '车主结算单',
    agreementNo: `CZ${month.slice(0, 7).replace('-', '')}-${statement.statementId}`,
    madeAt,
    lessor,
    renter: owner,
    sections: [{ title: '结算', rows: rows.map(([label, text]) => ({ label, text })) }],
    fees: [
      {
        title: '车辆',
        saying: '计算方法',
        rows: [
          ...parts.map((part) => ({
            name: `${displayPlate(part.plate)} ${part.modelName}`,
            formula: partText(part),
            amount: part.owner,
          })),
          ...besidesOf(statement).map(({ name, words, fen }) => ({ name, formula: words, amount: fen })),
        ],
        total: due,
      },
    ],
    clauses: [],
    consent: '',
    marks: [],
    unseen: true,
    photos: [],
  }
}

export const exportOwnerPaper = bulkWork<{ readonly statementId: string }>({
  kind: 'ownerPaperExport',
  key: 'finance.reconcile',
  whole: true,
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { statement, owner, lessor, papers, whose } = await run.read(async (ctx) => {
      const row = requireFound(await store.statement(ctx, run.input.statementId))
      const [[full], person] = await Promise.all([fullStatements(ctx, [row]), store.byId(ctx, row.ownerId)])
      return {
        statement: full!,
        owner: requireFound(person).name,
        lessor: await merchantName(ctx.db),
        papers: ctx.outside().papers,
        whose: { merchantId: ctx.merchantId, accountId: ctx.accountId },
      }
    })
    const document = documentOf(statement, { owner, lessor, madeAt: run.now })
    const sha256 = createHash('sha256').update(canonicalText(document)).digest('hex')
    const bytes = await papers.print({ document, photos: [], stamp: null, sha256, verifyUrl: null }, whose)
    const file = await keepResult(run, bytes, `${owner}${statement.month.slice(0, 7)}结算单.pdf`)
    return { state: jobState.done, message: `共${statement.parts.length}辆`, file }
  },
})

/** @throws Refusal notFound (-4), tooFrequent (-7) */
export const paper: HandlerOf<'owner', 'paper'> = async (input, ctx) => {
  requireFound(await store.statement(ctx, input.statementId))
  return enqueueExport(ctx, exportOwnerPaper, input)
}
