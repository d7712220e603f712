import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import { idsOf } from '@cheyi/domain/permission'
import { createStaff } from '../src/merchant/provision.ts'
import { openSession } from '../src/testing/session.ts'
import { RUN } from './data/cluster.ts'
import type { Hot, Prepared } from './data/prepare.ts'
import { localApp, send } from './local-app.ts'
import { median, quantile } from './measure/measure.ts'
import { ask, openPage } from './measure/stream.ts'
import { type Product, startProduct } from './product.ts'
import type { Row } from './report/report.ts'

/*
 * A right is taken from a role that hundreds of open tabs stand on: how soon each is told, and how soon each knows what it
 * may do now. Every tab does as the web does: it asks who it is once it is told.
 */

export interface LiveSize {
  readonly clients: number
  readonly rounds: number
}

const database = `${RUN}live`
const TABS = 5
/** Of the role that everybody holds: given, and taken. */
const [MORE, LESS] = [idsOf(['order.list', 'order.remark']), idsOf(['order.list'])]

export async function benchLive(prepared: Prepared, { clients, rounds }: LiveSize): Promise<Row[]> {
  const { cluster, hot, folder } = prepared
  await using _ = await cluster.clone('small', database)
  const { roleId, tokens } = await staff(cluster.gateUrl(database), folder, hot, clients)
  await using product = await startProduct(cluster, { database, token: hot.token })
  const tabs: Tab[] = []
  using closing = new DisposableStack()
  const before = await product.resident()
  for (const token of tokens) tabs.push(closing.adopt(await openTab(product, token), (tab) => tab.close()))
  await after(2000)
  const held = ((await product.resident()) - before) / 1024 / clients
  const told: number[][] = []
  const renewed: number[][] = []
  for (let round = 0; round < rounds; round++) {
    const heard = Promise.all(tabs.map((tab) => tab.next()))
    const began = performance.now()
    await ask(product, contract.role.auth, hot.token, { roleId, menuIds: round % 2 === 0 ? MORE : LESS })
    const answers = await heard
    told.push(answers.map(({ toldAt }) => toldAt - began))
    renewed.push(answers.map(({ renewedAt }) => renewedAt - began))
  }
  const note = (of: readonly number[][]) => {
    const sorted = of.flat().toSorted((a, b) => a - b)
    return `p50 ${Math.round(quantile(sorted, 0.5))} ms，p95 ${Math.round(quantile(sorted, 0.95))} ms`
  }
  const all = (of: readonly number[][]) => median(of.map((one) => Math.max(...one)))
  return [
    {
      id: 'live.told',
      name: `改权限：${clients} 个在线页面全部得知`,
      ours: all(told),
      unit: ' ms',
      bar: { most: 2000 },
      note: note(told),
    },
    {
      id: 'live.renewed',
      name: `改权限：${clients} 个在线页面全部换上新权限`,
      ours: all(renewed),
      unit: ' ms',
      bar: { most: 5000 },
      note: note(renewed),
    },
    { id: 'live.memory', name: '每个在线页面占用的内存', ours: held, unit: ' KB', bar: { most: 64 } },
  ]
}

/** People of one role, each with so many sessions. @returns the role, which has no rights yet, and a token a session */
export async function staff(gateUrl: string, folder: string, hot: Hot, clients: number) {
  await using app = await localApp(gateUrl, folder)
  const { merchantId } = hot
  const { roleId } = await send(app, contract.role.save, hot.token, { name: '基准店员' })
  const tokens: string[] = []
  for (let n = 0; n * TABS < clients; n++) {
    const person = {
      mobile: `136${String(n).padStart(8, '0')}`,
      passwordHash: '-',
      parentId: hot.accountId,
      name: '基准店员',
    }
    const account = await createStaff(app.kernel, merchantId, { ...person, roleIds: [roleId] })
    for (let tab = 0; tab < TABS; tab++) tokens.push(await openSession(app.kernel, account))
  }
  return { roleId, tokens: tokens.slice(0, clients) }
}

interface Heard {
  readonly toldAt: number
  readonly renewedAt: number
}

interface Tab {
  /** When it is next told of its rights, and when it knows them. */
  next(): Promise<Heard>
  close(): void
}

async function openTab(product: Product, token: string): Promise<Tab> {
  let heard: (at: number) => void = () => {}
  const { close } = await openPage(product, token, (event) => {
    if (event === 'auth.changed') heard(performance.now())
  })
  return {
    async next() {
      const toldAt = await new Promise<number>((resolve) => {
        heard = resolve
      })
      await ask(product, contract.session.userInfo, token, {})
      return { toldAt, renewedAt: performance.now() }
    },
    close,
  }
}
