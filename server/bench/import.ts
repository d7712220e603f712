import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import type { Call, InputOf, OutputOf } from '@cheyi/contract/kernel/call'
import { importHeading } from '@cheyi/domain/inventory/import/columns'
import { isJobOver, jobState } from '@cheyi/domain/lookup/codes'
import { writeTable } from '../src/outside/table/tables.ts'
import { RUN } from './data/cluster.ts'
import type { Prepared } from './data/prepare.ts'
import { type Product, settled, startProduct } from './product.ts'
import type { Row } from './report/report.ts'

/* A fleet out of a spreadsheet, as a merchant brings it: uploaded, tried, imported, with the product's lanes at work. */

const database = `${RUN}import`
/** What the server and the process that reads the table may hold together. */
const MOST_MB = 600

export async function benchImport(prepared: Prepared, rows: number): Promise<Row[]> {
  const { cluster, hot } = prepared
  await using _ = await cluster.clone('small', database)
  await using product = await startProduct(cluster, { database, token: hot.token })
  await settled(cluster, database)
  const ask = asker(product, hot.token)
  const [models, stores] = await Promise.all([
    ask(contract.model.list, { pageSize: 100 }),
    ask(contract.store.list, {}),
  ])
  const table = await writeTable([
    {
      name: '车辆',
      rows: [importHeading, ...Array.from({ length: rows }, (_, n) => rowOf(n, models.list, stores))],
      widths: importHeading.map(() => 12),
    },
  ])
  const idle = (await product.resident()) / 1e6
  const watch = watchMemory(product)
  const began = performance.now()
  const mediaId = await upload(product, hot.token, table)
  const trial = await ended(ask, (await ask(contract.inventory.importCheck, { mediaId })).jobId)
  const tried = performance.now()
  const done = await ended(
    ask,
    (await ask(contract.inventory.importConfirm, { jobId: trial.jobId, mode: 'allOrNothing' })).jobId,
  )
  const ms = performance.now() - began
  const { server, helper } = await watch.stop()
  if (done.state !== jobState.done || done.counts?.created !== rows)
    throw new Error(`the import ended otherwise: ${done.message} ${JSON.stringify(done.counts)}`)
  return [
    {
      id: 'import.seconds',
      name: `导入 ${rows} 辆车（上传、试运行、写入、结果文件）`,
      ours: ms / 1000,
      unit: ' 秒',
      bar: { most: 30 },
      note: `试运行 ${((tried - began) / 1000).toFixed(1)} 秒`,
    },
    {
      id: 'import.memory',
      name: '导入时的峰值内存（服务与读表进程之和）',
      ours: server + helper,
      unit: ' MB',
      bar: { most: MOST_MB },
      note: `服务 ${Math.round(server)}（之前 ${Math.round(idle)}），读表 ${helper === 0 ? '未测' : Math.round(helper)}`,
    },
  ]
}

type Ask = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>

const asker =
  (product: Product, token: string): Ask =>
  async (call, input) => {
    const asQuery = call.method === 'GET'
    const query = asQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const response = await fetch(`${product.url}${call.path}${query}`, {
      method: call.method,
      headers: { token, 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
      ...(asQuery ? {} : { body: JSON.stringify(input) }),
    })
    return answerOf(await response.json())
  }

function answerOf<T>(envelope: { success: boolean; message: string; data: T }): T {
  if (!envelope.success) throw new Error(envelope.message)
  return envelope.data
}

async function upload(product: Product, token: string, table: Buffer): Promise<string> {
  const form = new FormData()
  form.append('biz', 'import')
  form.append('file', new Blob([new Uint8Array(table)]), '车辆.xlsx')
  const response = await fetch(`${product.url}${contract.media.upload.path}`, {
    method: 'POST',
    headers: { token, 'idempotency-key': crypto.randomUUID() },
    body: form,
  })
  return answerOf<{ mediaId: string }>(await response.json()).mediaId
}

async function ended(ask: Ask, jobId: string) {
  for (;;) {
    const job = await ask(contract.job.detail, { jobId })
    if (isJobOver(job.state)) return job
    await after(50)
  }
}

/** The most that the server held, and the process beside it that reads the table; 0 where the system does not tell. */
function watchMemory(product: Product) {
  let server = 0
  let helper = 0
  let on = true
  const watching = (async () => {
    while (on) {
      server = Math.max(server, (await product.resident()) / 1e6)
      helper = Math.max(helper, await helperMb(product.pid))
      await after(20)
    }
  })()
  return {
    async stop() {
      on = false
      await watching
      return { server, helper }
    },
  }
}

/** Peak memory of the server's children, MB; Linux only. */
async function helperMb(pid: number): Promise<number> {
  try {
    const tasks = await readdir(`/proc/${pid}/task`)
    const lists = await Promise.all(tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8')))
    const children = lists.join(' ').split(' ').filter(Boolean)
    const peaks = await Promise.all(
      children.map(async (child) => {
        const status = await readFile(`/proc/${child}/status`, 'utf8').catch(() => '')
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1000
      }),
    )
    return peaks.reduce((sum, mb) => sum + mb, 0)
  } catch {
    return 0
  }
}

function rowOf(
  n: number,
  models: OutputOf<typeof contract.model.list>['list'],
  stores: OutputOf<typeof contract.store.list>,
): string[] {
  const cells: Record<string, string> = {
    车牌号: `京N${String(10_000 + n)}`,
    车架号: `LSVNX${String(n).padStart(12, '0')}`,
    车型: models[n % models.length]!.name,
    门店: stores[n % stores.length]!.name,
    发动机号: `EA${100_000 + n}`,
    颜色: '白',
    注册日期: '2024-03-01',
    使用性质: '租赁',
    里程: String(n),
    交强险到期: '2035-05-01',
    商业险到期: '2035-05-01',
    年检到期: '2035-11',
    备注: '',
  }
  return importHeading.map((title) => cells[title.replace('*', '')] ?? '')
}
