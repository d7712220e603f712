import { createHash } from 'node:crypto'
import { formatMoney } from '@cheyi/domain/money'
import { payWays } from '@cheyi/domain/money/payment/codes'
import { displayPlate } from '@cheyi/domain/platform/check/plate'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { retentions } from '@cheyi/domain/platform/retention/rules'
import { agreementStatus, leaseTypes } from '@cheyi/domain/rental/agreement/codes'
import { canonicalText, type PaperDocument } from '@cheyi/domain/rental/agreement/document'
import { violationConsentWays } from '@cheyi/domain/rental/violation/claim'
import {
  deductStates,
  handleWays,
  matchTypes,
  officialStates,
  violationSources,
  violationStatuses,
} from '@cheyi/domain/rental/violation/codes'
import { distance } from '@cheyi/domain/rental/violation/match'
import { fineText } from '@cheyi/domain/rental/violation/violation'
import { deadlineText, formatDateTime } from '@cheyi/domain/time'
import type { Context, HandlerOf } from '../../kernel/context.ts'
import { bulkWork, enqueue, keepResult } from '../../platform/job/actions.ts'
import { storedFiles } from '../../platform/media/actions.ts'
import { merchantName } from '../../platform/merchant/actions.ts'
import { detailOf } from './detail.ts'
import * as store from './store.ts'

/*
 * The case file of a violation as a document for an authority or a court: the facts, who had the car under which contract,
 * notices and steps, the costs, and the digests of the evidence.
 */

type Detail = Awaited<ReturnType<typeof detailOf>>
type Rows = PaperDocument['sections'][number]['rows']

const moment = (at: number | null): string => (at === null ? '' : formatDateTime(at))

/** Only rows with a text. */
const rowsWithText = (rows: readonly (readonly [label: string, text: string])[]): Rows =>
  rows.flatMap(([label, text]) => (text === '' ? [] : [{ label, text }]))

const factsOf = (one: Detail): Rows =>
  rowsWithText([
    ['车牌号', displayPlate(one.plate)],
    ['车型', one.modelName ?? ''],
    ['违章时间', moment(one.occurAt)],
    ['地点', one.place],
    ['行为', one.act],
    ['代码', one.actCode],
    ['扣分', String(one.points)],
    ['罚款', fineText(one.fine)],
    ['文书号', one.docNo],
    ['处理机关', one.authority],
    ['官方状态', officialStates.text(one.officialState)],
    ['来源', violationSources.text(one.source)],
    ['状态', violationStatuses.text(one.status)],
    ['备注', one.remark],
  ])

async function driverOf(ctx: Context, one: Detail): Promise<Rows> {
  const { orderId, vehicleId, occurAt, matchType: by } = one
  const stretches = orderId === null ? [] : await store.stretchesOf(ctx, orderId)
  const [stretch] = stretches
    .filter((row) => row.vehicleId === vehicleId)
    .toSorted((a, b) => distance(a, occurAt) - distance(b, occurAt))
  return rowsWithText([
    ['责任', by === null ? '' : matchTypes.text(by)],
    ['驾驶人', one.driverName ?? ''],
    ['订单号', one.orderNo ?? ''],
    ['用车时段', stretch ? `${moment(stretch.from)} – ${stretch.to === null ? '在租' : moment(stretch.to)}` : ''],
    ['租车合同', orderId === null ? '' : await store.agreementNo(ctx, orderId, leaseTypes, agreementStatus.void)],
  ])
}

const noticesOf = (one: Detail): Rows =>
  rowsWithText([
    ['通知客户', moment(one.notifiedAt)],
    ['处理期限', one.deadlineAt === null ? '' : deadlineText(one.deadlineAt, 'YYYY-MM-DD')],
    ['逾期', one.overdue ? '客户逾期未处理' : ''],
    ['处理方式', one.handleWay === null ? '' : handleWays.text(one.handleWay)],
    ['客户同意', one.consent === null ? '' : `${violationConsentWays[one.consent.way]} ${moment(one.consent.at)}`],
    ['结案', moment(one.closedAt)],
  ])

const moneyOf = ({ finePaid, payable, deductState, claim }: Detail): Rows =>
  rowsWithText([
    [
      '代缴罚款',
      finePaid === null
        ? ''
        : `${formatMoney(finePaid.amount)} ${payWays.text(finePaid.payWay)} ${moment(finePaid.at)}`,
    ],
    ['商家承担', finePaid !== null && finePaid.borne > 0 ? formatMoney(finePaid.borne) : ''],
    ['扣款', payable === null ? '' : deductStates.text(deductState)],
    ['已免除', claim !== null && claim.waived > 0 ? formatMoney(claim.waived) : ''],
    ['已退', claim !== null && claim.refunded > 0 ? formatMoney(claim.refunded) : ''],
    ['待收', claim !== null && claim.due > 0 ? formatMoney(claim.due) : ''],
  ])

const linesOf = ({ payable, claim, points }: Detail): PaperDocument['fees'] => {
  if (payable === null || claim === null) return []
  const rows = [
    { name: '代缴罚款', formula: '商家代缴', amount: claim.fine },
    { name: '代办费', formula: '按合同约定', amount: claim.agency },
    { name: '违约金', formula: `逾期未处理，${points} 分`, amount: claim.penalty },
  ]
  return [{ title: '客户费用', rows: rows.filter(({ amount }) => amount > 0), total: payable }]
}

/** The current case, limited to what its requester may see, and the files of its evidence. */
async function caseOf(ctx: Context, violationId: string) {
  const one = await detailOf(ctx, violationId)
  const named = [
    ...one.evidence.map(({ mediaId }, i) => ({ mediaId, caption: `违章凭证 ${i + 1}` })),
    ...one.proof.map(({ mediaId }, i) => ({ mediaId, caption: `处理凭证 ${i + 1}` })),
    ...(one.handedIn?.photos ?? []).map(({ mediaId }, i) => ({ mediaId, caption: `客户凭证 ${i + 1}` })),
  ]
  const files = await storedFiles(
    ctx,
    named.map(({ mediaId }) => mediaId),
  )
  const proofs = named.flatMap((name) => {
    const file = files.find(({ id }) => id === name.mediaId)
    return file === undefined ? [] : [{ ...name, sha256: file.sha256.toString('hex'), file }]
  })
  const pictures = proofs.filter(({ file }) => file.kind === 'image')
  const sections = [
    { title: '违章', rows: factsOf(one) },
    { title: '驾驶人', rows: await driverOf(ctx, one) },
    { title: '通知与处理', rows: noticesOf(one) },
    { title: '收付', rows: moneyOf(one) },
    { title: '凭证摘要（SHA-256）', rows: proofs.map(({ caption, sha256 }) => ({ label: caption, text: sha256 })) },
    {
      title: '进度',
      rows: one.log.toReversed().map(({ at, byName, action, note }) => ({
        label: formatDateTime(at),
        text: [action, byName, note].filter(Boolean).join('　'),
      })),
    },
  ]
  const document: PaperDocument = {
    title: '违章处理记录',
    agreementNo: one.no,
    madeAt: ctx.now,
    lessor: await merchantName(ctx.db),
    renter: one.driverName ?? '',
    sections: sections.filter(({ rows }) => rows.length > 0),
    fees: linesOf(one),
    clauses: [],
    consent: '',
    marks: [],
    photos: pictures.map(({ mediaId, caption, sha256 }) => ({ mediaId, caption, sha256 })),
  }
  return { document, paths: pictures.map(({ file }) => file.path) }
}

/** The case file of a violation as PDF. */
export const exportCase = bulkWork<{ readonly violationId: string }>({
  kind: 'violationCase',
  key: 'violation.handle',
  keepFileMs: retentions.exports.kept,
  async perform(run) {
    const { document, paths, papers, whose } = await run.read(async (ctx) => ({
      ...(await caseOf(ctx, run.input.violationId)),
      papers: ctx.outside().papers,
      whose: { merchantId: ctx.merchantId, accountId: ctx.accountId },
    }))
    const photos = await Promise.all(paths.map((path) => run.media.read(path)))
    const sha256 = createHash('sha256').update(canonicalText(document)).digest('hex')
    const bytes = await papers.print({ document, photos, stamp: null, sha256, verifyUrl: null }, whose)
    const file = await keepResult(run, bytes, `违章${document.agreementNo}.pdf`)
    return { state: jobState.done, message: '已生成', file }
  },
})

/** @throws Refusal notFound (-4), lineFull (-7) */
export const makeCase: HandlerOf<'violation', 'makeCase'> = async ({ violationId }, ctx) => {
  const { no } = await detailOf(ctx, violationId)
  const jobId = await enqueue(ctx, exportCase, { violationId })
  ctx.audit({ targetType: 'violation', targetId: violationId, after: { no } })
  return { jobId }
}
