import { contract } from '@cheyi/contract/index'
import { payKind, payMode, payWay } from '@cheyi/domain/payment/codes'
import type { NoticeArrived } from '../src/kernel/pay-port.ts'
import { quoteTrips } from './bookings.ts'
import { contest, errorsOf, medianOf, rateOf, ratioOf } from './contest.ts'
import { RUN, withClient } from './data/cluster.ts'
import type { Prepared } from './data/prepare.ts'
import { localApp, send } from './local-app.ts'
import type { Bare } from './measure/bare.ts'
import { withoutWholePages } from './measure/counts.ts'
import type { Load } from './measure/load.ts'
import { settled, startProduct } from './product.ts'
import { Recorder } from './report/record.ts'
import type { Row } from './report/report.ts'
import type { Request } from './request.ts'
import type { Script } from './script.ts'
import { startWorker } from './worker.ts'

/*
 * Customers have paid by a code, and their provider tells of it, each payment once: from the signed form that arrives to the
 * order that goes on with its money booked; against the same statements of that transaction and nothing else.
 */

export interface NoticesSize {
  readonly rounds: number
  /** Each notification is taken once; the simulator remembers 300 trades in all. */
  readonly perRound: number
}

const databases = { ours: `${RUN}notices`, bare: `${RUN}notices_bare`, recording: `${RUN}notices_recording` }
const CONNECTIONS = 8
/** A round that is not counted: connections, plans and caches. */
const WARM_UP = 1

interface Told {
  readonly url: string
  readonly arrived: NoticeArrived
}

export async function benchNotices(prepared: Prepared, size: NoticesSize): Promise<Row[]> {
  const { cluster, hot } = prepared
  const count = size.perRound * (size.rounds + WARM_UP)
  await using _ours = await cluster.clone('large', databases.ours)
  const told = await paidBookings(prepared, count)
  await using _bare = await cluster.clone(databases.ours, databases.bare)
  using load = startWorker<Load>('load.ts')
  using bare = startWorker<Bare>('bare.ts')
  const { texts, scripts } = await recorded(prepared, told)
  const { merchantId, accountId, token } = hot
  await bare.ask('open', { url: cluster.rootUrl(databases.bare), merchantId, accountId, texts })
  await bare.ask('load', { kind: 'notice', scripts })
  await using product = await startProduct(cluster, { database: databases.ours, token })
  await settled(cluster, databases.ours)
  const [requests, begins] = [told.map(requestOf), 'success']
  await load.ask('aim', { name: 'notice', port: product.port, connections: CONNECTIONS, begins, requests })
  const slice = (round: number) => ({ from: round * size.perRound, to: (round + 1) * size.perRound })
  const all = await withoutWholePages(cluster.rootUrl(databases.ours), () =>
    contest(
      {
        ours: (round) => load.ask('fire', { name: 'notice', amount: slice(round) }),
        bare: (round) => bare.ask('fire', { kind: 'notice', amount: slice(round) }),
      },
      size.rounds + WARM_UP,
    ),
  )
  if (errorsOf(all) > 0) throw new Error(`${errorsOf(all)} notifications were not taken`)
  for (const database of [databases.ours, databases.bare]) await counted(cluster.rootUrl(database), count)
  const rounds = all.slice(WARM_UP)
  const row = {
    id: 'notice',
    name: '支付通知入账',
    ours: medianOf(rounds, 'ours', rateOf),
    bare: medianOf(rounds, 'bare', rateOf),
    ratio: ratioOf(rounds, 'ours', 'bare', rateOf),
    unit: '/s',
    bar: { least: 0.4 },
    note: '对照：仅执行其事务的 SQL；检查点后的整页不写',
  }
  return [row]
}

/** Bookings whose customers have paid what they cost, and what the provider has to tell of each. */
async function paidBookings({ cluster, hot }: Prepared, count: number): Promise<Told[]> {
  const folder = await cluster.serverFolder(databases.ours)
  await using app = await localApp(cluster.gateUrl(databases.ours), folder, { DEMO: 'on' })
  const simulator = app.kernel.outside.pay.simulator!
  const account = await simulator.account('alipay')
  await send(app, contract.payment.saveChannel, hot.token, { ...account, payWay: payWay.alipay, enabled: true })
  const bookings = await quoteTrips(app, hot, count, cluster.rootUrl(databases.ours))
  for (const { input, key } of bookings) {
    const { orderId } = await send(app, contract.order.create, hot.token, { ...input, payMode: payMode.onlineIn }, key)
    const asked = {
      orderId,
      payKind: payKind.rent,
      amount: input.expectTotal!,
      payWay: payWay.alipay,
    } as const
    await send(app, contract.payment.collect, hot.token, asked)
  }
  for (const { no } of await simulator.trades()) {
    await simulator.fail('delay', no)
    await simulator.act(no, 'approve')
  }
  const told: Told[] = []
  simulator.deliverBy(async (url, arrived) => {
    told.push({ url, arrived })
    return { status: 200, type: 'text/plain', body: 'success' }
  })
  await simulator.flush()
  if (told.length < count) throw new Error(`${told.length} notifications, not ${count}`)
  return told
}

/** Each payment has its money booked once. */
async function counted(rootUrl: string, count: number): Promise<void> {
  const { rows } = await withClient(rootUrl, (client) =>
    client.query(
      `select count(distinct p.id)::int as payments, count(*)::int as postings
         from pay_notice n join payment p on p.out_trade_no = n.out_no join ledger_txn t on t.payment_id = p.id`,
    ),
  )
  const { payments, postings } = rows[0] as { payments: number; postings: number }
  if (payments !== count || postings !== count)
    throw new Error(`${payments} payments, ${postings} postings, not ${count}`)
}

/** The transactions that take the notifications, in the order in which they were told. */
async function recorded({ cluster }: Prepared, told: readonly Told[]) {
  await using _ = await cluster.clone(databases.ours, databases.recording)
  const folder = await cluster.serverFolder(databases.recording)
  await using app = await localApp(cluster.gateUrl(databases.recording), folder)
  const recorder = new Recorder()
  const scripts: Script[] = []
  for (const { url, arrived } of told) {
    const { headers, body } = arrived
    const tell = () => app.inject({ method: 'POST', url, headers, payload: body })
    scripts.push(await recorder.record(tell, { frame: true }))
    await app.kernel.afterwards.idle()
  }
  return { texts: recorder.texts, scripts }
}

const requestOf = ({ url, arrived: { headers, body } }: Told): Request => ({ method: 'POST', path: url, headers, body })
