import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { billState } from '@cheyi/domain/reconcile/bill'
import { addDays, localDate, startOfDate } from '@cheyi/domain/time'
import { privateKeyOf, rsaSign } from '../src/outside/pay/rsa.ts'
import { billText, zipped } from '../src/outside/pay/simulator/bills.ts'
import { contractOf, emptyState, type SimTrade } from '../src/outside/pay/simulator/state.ts'
import { RUN, withClient } from './data/cluster.ts'
import type { Prepared } from './data/prepare.ts'
import { cpuOfCluster } from './measure/cpu.ts'
import type { Reconciling } from './measure/reconciling.ts'
import type { Row } from './report/report.ts'
import { startWorker } from './worker.ts'

/*
 * The bill of a large merchant's day (对账): asked for, downloaded, unpacked, compared with its payments and booked, one line in
 * ten a refund, a few that differ. The provider answers from this process, over its own wire.
 */

const database = `${RUN}reconcile`
/** What it may take beyond the server at rest. */
const MOST_MB = 150
const DIFFERENCES = 20

const amountOf = (n: number): number => 10_000 + (n % 5000)
const isRefund = (n: number): boolean => n % 10 === 9

export async function benchReconcile({ cluster, hot }: Prepared, lines: number): Promise<Row[]> {
  const day = addDays(localDate(Date.now()), -2)
  const state = emptyState()
  const contract = contractOf(state, 'alipay')
  state.trades = tradesOf(lines, startOfDate(day))
  const bill = billText(state, contract, { day, now: Date.now() })
  if (typeof bill !== 'object') throw new Error('the simulator made no bill')
  using provider = await serveBill(zipped(contract.account.merchantNo, day, bill), contract.own.privateKey)
  await using _ = await cluster.clone('small', database)
  using worker = startWorker<Reconciling>('reconciling.ts')
  try {
    const dataDir = await cluster.serverFolder(database)
    const { account } = contract
    const gateUrl = cluster.gateUrl(database)
    const channelId = await worker.ask('open', { gateUrl, dataDir, gateway: provider.url, token: hot.token, account })
    return await withClient(cluster.rootUrl(database), async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query(
        `insert into payment (merchant_id, order_id, ref_type, pay_kind, pay_mode, pay_way, amount_fen, direction, status, out_trade_no, channel_id, paid_at, created_by)
         select $1, o.ids[1 + n % array_length(o.ids, 1)], 'order', 1, case when n % 10 = 9 then 3 else 1 end, 1, 10000 + n % 5000,
           case when n % 10 = 9 then 'out' else 'in' end, 2, 'B' || n, $2, $3::timestamptz + make_interval(secs => n * 0.8), 0
         from generate_series(0, $4::int - 1) n, (select array_agg(id) as ids from "order" where merchant_id = $1) o
         where n >= $5`,
        [hot.merchantId, channelId, new Date(startOfDate(day)), lines, DIFFERENCES],
      )
      await client.query(
        `insert into pay_bill (merchant_id, channel_id, day, ask_at) values ($1, $2, $3, now() - interval '1 day')`,
        [hot.merchantId, channelId, day],
      )
      await client.query('analyze payment')
      const { rows: backend } = await client.query('select pg_backend_pid() as pid')
      const before = await cpuOfCluster(backend[0].pid)
      const run = await worker.ask('run', undefined as never)
      const database = (await cpuOfCluster(backend[0].pid)) - before
      const { rows } = await client.query('select state, line_count from pay_bill where merchant_id = $1', [
        hot.merchantId,
      ])
      if (rows[0].state !== billState.differing || rows[0].line_count !== lines)
        throw new Error(`the bill was not compared: ${JSON.stringify(rows)}`)
      const { rows: found } = await client.query(
        'select count(*)::int as n from bill_difference where merchant_id = $1',
        [hot.merchantId],
      )
      if (found[0].n !== DIFFERENCES) throw new Error(`${found[0].n} differences, not ${DIFFERENCES}`)
      return rowsOf(lines, run, database / 1000)
    })
  } finally {
    await worker.ask('close', null)
  }
}

const rowsOf = (lines: number, run: Awaited<ReturnType<Reconciling['run']>>, database: number): Row[] => [
  {
    id: 'reconcile.seconds',
    name: `对账 ${lines} 行（下载、解析、核对、入账）`,
    ours: run.wall,
    unit: ' 秒',
    bar: { most: 20 },
    note: `处理器：服务 ${run.own.toFixed(1)} 秒，数据库 ${database.toFixed(1)} 秒`,
  },
  {
    id: 'reconcile.memory',
    name: '对账时增加的峰值内存',
    ours: run.peak - run.idle,
    unit: ' MB',
    bar: { most: MOST_MB },
    note: `之前 ${Math.round(run.idle)} MB`,
  },
]

/** A line in ten is a refund, of the payment before it. */
function tradesOf(lines: number, from: number): SimTrade[] {
  const trades: SimTrade[] = []
  for (let n = 0; n < lines; n++) {
    const at = from + n * 800
    if (isRefund(n)) trades.at(-1)!.refunds.push({ no: `B${n}`, amount: amountOf(n), at })
    else
      trades.push({
        no: `s${n}`,
        provider: 'alipay',
        outTradeNo: `B${n}`,
        subject: '租车费用',
        amount: amountOf(n),
        notifyUrl: '',
        expiresAt: at,
        at,
        providerNo: `2026${String(n).padStart(24, '0')}`,
        state: 'succeeded',
        fault: 'none',
        paidAt: at,
        refunds: [],
      })
  }
  return trades
}

/** The provider's gateway, which knows of one bill. */
async function serveBill(file: Buffer, key: string): Promise<Disposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    request.resume()
    if (request.method === 'GET') return void response.end(file)
    const node = JSON.stringify({
      code: '10000',
      msg: 'Success',
      bill_download_url: `http://${request.headers.host}/bill`,
    })
    const sign = rsaSign(privateKeyOf(key), node)
    response.end(`{"alipay_data_dataservice_bill_downloadurl_query_response":${node},"sign":"${sign}"}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/gateway.do`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
