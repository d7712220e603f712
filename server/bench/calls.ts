import { contract } from '@cheyi/contract/index'
import { type Contestant, contest, errorsOf, medianOf, rateOf, ratioOf } from './contest.ts'
import type { Prepared } from './data/prepare.ts'
import { databases, type Field, openField, type ReadName, readCalls } from './field.ts'
import { withoutWholePages } from './measure/counts.ts'
import type { Row } from './report/report.ts'
import { type Request, RIGHT, requestOf } from './request.ts'

/*
 * The calls against bare programs that send the same statements, and against themselves on a twentieth of the orders.
 */

export interface CallsSize {
  readonly rounds: number
  /** Of one contestant in one round. */
  readonly ms: number
  /** The same for bookings, each of which is made once. */
  readonly bookingsPerRound: number
  readonly pages: number
}

const CONNECTIONS = 8
/** A round that is not counted: connections, plans and caches. */
const WARM_UP = 1

export const callNames = ['trivial', 'list', 'detail', 'free', 'prices', 'stock', 'create'] as const
export type CallName = (typeof callNames)[number]

const titles: Readonly<Record<ReadName, string>> = {
  list: '订单列表（游标翻页）',
  detail: '订单详情',
  free: '30 个车型的可租数量',
  prices: '价格日历一个月',
  stock: '库存矩阵：30 个车型 × 30 天',
}

/** Reads whose answer is reckoned from the rows: measured against the SQL alone, as a share of its rate. */
const computed: Partial<Readonly<Record<ReadName, number>>> = { free: 1 / 2, prices: 1 / 2, stock: 1 / 3 }

export async function benchCalls(prepared: Prepared, size: CallsSize, names: ReadonlySet<CallName>): Promise<Row[]> {
  const bookings = names.has('create') ? size.bookingsPerRound * (size.rounds + WARM_UP) : 0
  const { cluster } = prepared
  const field = await openField(prepared, { pages: size.pages, bookings })
  try {
    const bench = new CallsBench(field, prepared.hot.token, size)
    if (names.has('trivial')) await bench.trivial()
    for (const name of Object.keys(readCalls) as ReadName[]) if (names.has(name)) await bench.read(name)
    if (names.has('create')) await withoutWholePages(cluster.rootUrl(databases.large), () => bench.create())
    return bench.rows()
  } finally {
    await field.close()
  }
}

class CallsBench {
  readonly #field: Field
  readonly #token: string
  readonly #size: CallsSize
  readonly #rates: Row[] = []
  readonly #growth: Row[] = []
  #errors = 0

  constructor(field: Field, token: string, size: CallsSize) {
    this.#field = field
    this.#token = token
    this.#size = size
  }

  rows(): Row[] {
    const errors = { id: 'errors', name: '压测中的错误', ours: this.#errors, unit: '', bar: { most: 0 } }
    return [...this.#rates, ...this.#growth, errors]
  }

  /** A call that reads no row: what identity, permission, schemas and the envelope cost by themselves. */
  async trivial(): Promise<void> {
    const call = contract.lookup.enumerations
    const { large, bare, barePort } = this.#field
    const request = requestOf(call, this.#token, {})
    await bare.ask('copy', await answerOf(large.url, request))
    const rounds = await this.#contest({
      ours: await this.#http('trivial', large.port, [request], RIGHT),
      bare: await this.#http('copy', barePort, [{ ...request, path: '/copy' }], RIGHT),
    })
    this.#rate('trivial', '最小的登录后调用（全部枚举）', rounds, 0.55, '对照：裸 Fastify 发送同样的头和内容')
  }

  /** A read of both databases and of the bare contestant. */
  async read(name: ReadName): Promise<void> {
    const { asks, large, small, barePort } = this.#field
    const call = readCalls[name]
    const http = async (of: 'large' | 'small', port: number) =>
      this.#http(
        `${name} ${of}`,
        port,
        asks[of][name].map((input) => requestOf(call, this.#token, input)),
        RIGHT,
      )
    const bareRequests = asks.large[name].map((_, n) => ({
      method: 'POST' as const,
      path: `/${name}`,
      headers: {},
      body: { n },
    }))
    const rounds = await this.#contest({
      ours: await http('large', large.port),
      bare: name in computed ? this.#statements(name) : await this.#http(`${name} bare`, barePort, bareRequests, '['),
      small: await http('small', small.port),
    })
    const note = name in computed ? '对照：仅执行其 SQL' : '对照：裸 Fastify 执行其 SQL'
    this.#rate(name, titles[name], rounds, computed[name] ?? 0.8, note)
    this.#growth.push({
      id: `${name}.growth`,
      name: `${titles[name]}：大库与小库的 p50`,
      ours: medianOf(rounds, 'ours', ({ p50 }) => p50),
      bare: medianOf(rounds, 'small', ({ p50 }) => p50),
      ratio: ratioOf(rounds, 'ours', 'small', ({ p50 }) => p50),
      unit: ' ms',
      bar: { most: 1.25 },
    })
  }

  async create(): Promise<void> {
    const { bookings, large, bareBookings, load } = this.#field
    const requests = bookings.map(({ input, key }) => requestOf(contract.order.create, this.#token, input, key))
    await this.#aim('create', large.port, requests, RIGHT)
    const perRound = Math.floor(bookings.length / (this.#size.rounds + WARM_UP))
    const slice = (round: number) => ({ from: round * perRound, to: (round + 1) * perRound })
    const rounds = await this.#contest({
      ours: (round) => load.ask('fire', { name: 'create', amount: slice(round) }),
      bare: (round) => bareBookings.ask('fire', { kind: 'create', amount: slice(round) }),
    })
    this.#rate('create', '新建订单', rounds, 0.4, '对照：仅执行其 SQL；检查点后的整页不写')
  }

  /** The first round warms up. */
  async #contest<Name extends string>(contestants: Readonly<Record<Name, Contestant>>) {
    const rounds = await contest(contestants, this.#size.rounds + WARM_UP)
    this.#errors += errorsOf(rounds)
    return rounds.slice(WARM_UP)
  }

  #rate(id: string, name: string, rounds: Parameters<typeof ratioOf<'ours' | 'bare'>>[0], least: number, note: string) {
    this.#rates.push({
      id,
      name,
      ours: medianOf(rounds, 'ours', rateOf),
      bare: medianOf(rounds, 'bare', rateOf),
      ratio: ratioOf(rounds, 'ours', 'bare', rateOf),
      unit: '/s',
      bar: { least },
      note,
    })
  }

  #statements(kind: string): Contestant {
    return () => this.#field.bare.ask('fire', { kind, amount: { ms: this.#size.ms } })
  }

  async #http(name: string, port: number, requests: readonly Request[], begins: string): Promise<Contestant> {
    await this.#aim(name, port, requests, begins)
    return () => this.#field.load.ask('fire', { name, amount: { ms: this.#size.ms } })
  }

  #aim(name: string, port: number, requests: readonly Request[], begins: string) {
    return this.#field.load.ask('aim', { name, port, connections: CONNECTIONS, begins, requests })
  }
}

/** Headers that the server of the comparison writes by itself. */
const OWN_HEADERS = ['connection', 'content-length', 'date', 'keep-alive']

/** What the product answers to somebody who takes no compression, as the load asks. */
async function answerOf(url: string, { method, path, headers }: Request) {
  const response = await fetch(url + path, { method, headers: { ...headers, 'accept-encoding': 'identity' } })
  const sent = Object.fromEntries([...response.headers].filter(([name]) => !OWN_HEADERS.includes(name)))
  return { headers: sent, body: await response.bytes() }
}
