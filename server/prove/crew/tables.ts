import { setTimeout as after } from 'node:timers/promises'
import { contract } from '@cheyi/contract/index'
import type { Source } from '@cheyi/domain/booking/order/codes'
import { isVinChecked } from '@cheyi/domain/platform/check/vin'
import { isJobFailed, isJobOver, type JobState } from '@cheyi/domain/platform/lookup/codes'
import { localDate } from '@cheyi/domain/time'
import { type Caller, Refused } from './caller.ts'
import type { Journal } from './journal.ts'

/* Somebody at a desk who imports tables: cars, and the monthly statement of a platform. */

const ROWS = 20
const PAUSE_MS = 300

let serial = Date.now() % 1_000_000

/** A frame number whose ninth sign is the check digit of the others. */
function frameNumber(n: number): string {
  const framed = (sign: string) => `LSVNV001${sign}${String(n).padStart(8, '0')}`
  return framed([...'0123456789X'].find((sign) => isVinChecked(framed(sign)))!)
}

export async function importTables(
  caller: Caller,
  source: Source,
  { journal, run, stop }: { readonly journal: Journal; readonly run: string; readonly stop: AbortSignal },
): Promise<void> {
  async function upload(rows: readonly (readonly string[])[]): Promise<string> {
    const file = new Blob([rows.map((cells) => cells.join(',')).join('\r\n')], { type: 'text/csv' })
    const { mediaId } = await caller.upload(contract.media.upload.path, { biz: 'import' }, file, '表.csv')
    return mediaId
  }
  /** Waits for a job. @throws Refused when it failed */
  async function ended(jobId: string): Promise<void> {
    for (;;) {
      const { state, message } = await caller.ask(contract.job.detail, { jobId })
      if (isJobFailed(state as JobState)) throw new Refused(`job: ${message}`)
      if (isJobOver(state as JobState)) return
      await after(PAUSE_MS)
    }
  }
  const [store] = await caller.ask(contract.store.list, {})
  const { list: models } = await caller.ask(contract.model.list, {})

  async function cars(): Promise<void> {
    const numbers = Array.from({ length: ROWS }, () => serial++)
    const plates = numbers.map((n) => `沪L${String(n % 100_000).padStart(5, '0')}`)
    const rows = numbers.map((n, at) => [plates[at]!, frameNumber(n), models[0]!.name, store!.name, '100'])
    const mediaId = await upload([['车牌号', '车架号', '车型', '门店', '里程'], ...rows])
    const { jobId } = await caller.ask(contract.inventory.importCheck, { mediaId })
    await ended(jobId)
    await ended((await caller.ask(contract.inventory.importConfirm, { jobId, mode: 'allOrNothing' })).jobId)
    for (const plate of plates) journal.add('import', plate)
  }

  async function statement(): Promise<void> {
    const sold = Array.from({ length: ROWS }, () => `${run}-x${serial++}`)
    const rows = sold.map((no) => [no, '88.00', '0', '结算'])
    const mediaId = await upload([['渠道订单号', '结算金额', '佣金', '类型'], ...rows])
    const month = localDate(Date.now()).slice(0, 7)
    const { jobId } = await caller.ask(contract.channel.statementCheck, { source, month, mediaId })
    await ended(jobId)
    await ended((await caller.ask(contract.channel.statementConfirm, { jobId, mode: 'validOnly' })).jobId)
    for (const no of sold) journal.add('statement', no)
  }

  for (let n = 0; !stop.aborted; n++) {
    try {
      await (n % 2 === 0 ? cars() : statement())
    } catch (error) {
      if (stop.aborted) return
      journal.fault(error instanceof Refused ? error.message : String(error))
    }
    await after(PAUSE_MS)
  }
}
