import { contract } from '@cheyi/contract/index'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { statementResult, statementState } from '@cheyi/domain/sales/channel/codes'
import { localDate } from '@cheyi/domain/time'
import { waitUntil } from '../crew/wait-until.ts'
import { withClient } from '../crew/with-client.ts'
import type { Ground } from './campaign.ts'

/*
 * The statement of the platform for this month, by what it reads itself, with differences of every kind planted: each is found, and nothing
 * else is.
 */

const yuan = (fen: number) => (fen / 100).toFixed(2)
/** Fen. */
const OTHER_COMMISSION = 1234

type Planted = 'missing' | 'doubled' | 'commission' | 'rounding' | 'no penalty' | 'unknown' | 'other month'

export async function proveStatement(ground: Ground): Promise<void> {
  const { client, owner, report, source, database, merchantId } = ground
  const month = localDate(Date.now()).slice(0, 7)
  const { orders } = await client.call('statement', { month })
  const settled = orders.filter(({ netFen, commissionFen }) => netFen !== 0 || commissionFen !== 0)
  // The commission of a returned order is its share of what it earned.
  const returned = settled.filter(({ status }) => status === 6)
  for (const { channelOrderNo, grossFen, commissionFen } of returned)
    report.check(
      'commission of a returned order',
      commissionFen > 0,
      () => `${channelOrderNo}: ${commissionFen} of ${grossFen}`,
    )
  const penalties = settled.filter(({ status }) => status === 8)
  report.count('cancelled with a penalty', penalties.length)

  report.check(
    'all kinds of differences are planted',
    settled.length > 6 && penalties.length > 0,
    () => `of ${settled.length} orders`,
  )

  const planted = new Map<string, Planted>()
  const kinds: Planted[] = ['commission', 'rounding', 'doubled', 'missing']
  const [penalty] = penalties
  if (penalty !== undefined) planted.set(penalty.channelOrderNo, 'no penalty')
  const rows: string[][] = []
  for (const { channelOrderNo: no, netFen, commissionFen } of settled) {
    const kind = planted.get(no) ?? kinds.shift()
    if (kind !== undefined) planted.set(no, kind)
    if (kind === 'missing') continue
    const net = kind === 'no penalty' ? 0 : netFen + (kind === 'rounding' ? 1 : 0)
    const commission = commissionFen + (kind === 'commission' ? OTHER_COMMISSION : 0)
    rows.push([no, yuan(net), yuan(commission), '结算'])
    if (kind === 'doubled') rows.push([no, yuan(net), yuan(commission), '结算'])
  }
  rows.push(['NOBODY-1', '88.00', '0.00', '结算'])
  planted.set('NOBODY-1', 'unknown')
  // Of an order that ends in another month: its commission is not earned yet.
  for (const { no, fen } of await stillOpen(database, merchantId, source)) {
    const commission = Math.round(fen / 10)
    rows.push([no, yuan(fen - commission), yuan(commission), '结算'])
    planted.set(no, 'other month')
  }

  const csv = [['平台订单号', '结算金额', '佣金', '类型'], ...rows].map((row) => row.join(',')).join('\r\n')
  const mediaId = await upload(ground, csv)
  const trial = await owner.ask(contract.channel.statementCheck, { source, month, mediaId })
  await waitForJob(ground, trial.jobId)
  const run = await owner.ask(contract.channel.statementConfirm, { jobId: trial.jobId, mode: 'allOrNothing' })
  await waitForJob(ground, run.jobId)

  const { lines } = await owner.ask(contract.channel.statement, { source, month })
  const wanted: Readonly<Record<Planted, number>> = {
    missing: statementResult.missingThere,
    unknown: statementResult.missingHere,
    doubled: statementResult.otherSum,
    commission: statementResult.otherSum,
    rounding: statementResult.otherSum,
    'no penalty': statementResult.otherSum,
    'other month': statementResult.otherSum,
  }
  for (const [no, kind] of planted) {
    const line = lines.find(({ channelOrderNo }) => channelOrderNo === no)
    const found = [line?.result, line?.state]
    report.same(`planted differences found: ${kind}`, no, found, [wanted[kind], statementState.open])
  }
  for (const { channelOrderNo, result, state } of lines)
    if (!planted.has(channelOrderNo))
      report.same(
        'lines that agree and are booked',
        channelOrderNo,
        [result, state],
        [statementResult.same, statementState.settled],
      )
}

/** Orders that were not picked up, whose money the platform has. */
async function stillOpen(database: string, merchantId: string, source: number) {
  const { rows } = await withClient(database, (root) =>
    root.query<{ no: string; fen: number }>(
      `select channel_order_no as no, total_fen::int as fen from "order" where merchant_id = $1 and source = $2 and status = 3 order by id limit 1`,
      [merchantId, source],
    ),
  )
  return rows
}

async function upload({ works, owner }: Ground, csv: string): Promise<string> {
  const body = new FormData()
  body.set('biz', 'import')
  body.set('file', new Blob([csv], { type: 'text/csv' }), '对账单.csv')
  const answer = await fetch(`${works.urls()[0]}${contract.media.upload.path}`, {
    method: 'POST',
    headers: { token: owner.token, 'idempotency-key': crypto.randomUUID() },
    body,
  })
  const { success, data, message } = (await answer.json()) as {
    success: boolean
    data: { mediaId: string }
    message: string
  }
  if (!success) throw new Error(message)
  return data.mediaId
}

const waitForJob = ({ works, owner }: Ground, jobId: string) =>
  waitUntil(
    'the job has ended',
    async () => {
      const url = `${works.urls()[0]}${contract.job.detail.path}?jobId=${jobId}`
      const answer = await fetch(url, { headers: { token: owner.token } })
      const { data } = (await answer.json()) as { data: { state: number; message: string } }
      if (data.state === jobState.failed) throw new Error(data.message)
      return data.state === jobState.done
    },
    60_000,
  )
