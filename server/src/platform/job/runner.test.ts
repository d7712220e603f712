import { randomUUID } from 'node:crypto'
import { contract } from '@cheyi/contract/index'
import { accountStatus } from '@cheyi/domain/platform/account/codes'
import { jobState } from '@cheyi/domain/platform/lookup/codes'
import { merchantStatus } from '@cheyi/domain/platform/merchant/codes'
import { Refusal } from '@cheyi/domain/refusal'
import { HOUR, MINUTE } from '@cheyi/domain/time'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import { startJobs } from '../../kernel/process/jobs.ts'
import { TEST_NOW } from '../../testing/app.ts'
import { inContext } from '../../testing/context.ts'
import { other, sharedMerchant, t, w } from '../../testing/world/merchant.ts'
import { setMerchantStatus, type World } from '../../testing/world/world.ts'
import { enqueue } from './actions.ts'
import { bulkJobs } from './jobs.ts'
import { workOff } from './runner.ts'
import { bulkWork, type Run, type Work } from './work.ts'

sharedMerchant({ other: true, poolSize: 8 })
beforeEach(async () => {
  t.clock.set(TEST_NOW)
  await t.root.query('delete from job')
})

interface Marks {
  readonly mark: string
}
/** Work that writes a remark on every vehicle in sight, once, and does in between what the test says. */
const marking = (perform: (run: Run<Marks, { marked: number }>, mark: () => Promise<number>) => Promise<void>) =>
  bulkWork<Marks, { marked: number }>({
    kind: 'mark',
    key: 'inventory.edit',
    keepFileMs: HOUR,
    async perform(run) {
      const mark = async () => {
        const { marked } = await run.step(async (ctx) => {
          const rows = await ctx.query(`update vehicle set remark = remark || $1 returning id`, [run.input.mark])
          return { marked: rows.length }
        })
        return marked
      }
      await perform(run, mark)
      return { state: jobState.done, counts: { created: 0, updated: 1, skipped: 0, failed: 0 } }
    },
  })

const ask = async (work: Work<Marks, never>, who: keyof World['tokens'] = 'fleet', world = w) =>
  (await inContext(t, world, who, (ctx) => enqueue(ctx, work, { mark: 'x' }))).value
const detail = (jobId: string, who: keyof World['tokens'] = 'fleet') =>
  t.call(contract.job.detail, { jobId }, { token: w.tokens[who] })
const marks = async () => {
  const { rows } = await t.root.query('select distinct remark from vehicle where merchant_id = $1', [w.merchantId])
  await t.root.query(`update vehicle set remark = ''`)
  return rows.map((row) => row.remark)
}
/** The lease of whatever runs is over: its process was killed. */
const dies = () => t.root.query(`update job set lease_until = now() - interval '1 second' where state = 1`)

describe('long work', () => {
  it('is done in the name of who asked, tells how far it is, and is seen by nobody else', async () => {
    let told: unknown
    const work = marking(async (run, mark) => {
      await run.progress(3, 10)
      told = await detail(jobId)
      expect(await mark()).toBe(6)
    })
    const jobId = await ask(work)
    expect(await detail(jobId)).toMatchObject({ state: jobState.queued, done: 0, total: null, finishedAt: null })
    expect(await workOff(t.jobs, [work])).toBe(1)
    expect(told).toMatchObject({ state: jobState.running, done: 3, total: 10 })
    expect(await detail(jobId)).toMatchObject({
      state: jobState.done,
      done: 10,
      counts: { updated: 1 },
      issues: [],
      resultUrl: null,
      finishedAt: TEST_NOW,
    })
    expect(await marks()).toEqual(['x'])
    const events = await t.root.query(`select data from event where type = 'job.changed' and ref = $1 order by id`, [
      jobId,
    ])
    expect(events.rows.map((row) => row.data)).toEqual([
      { jobId, state: jobState.running, done: 3, total: 10 },
      { jobId, state: jobState.done, done: 10, total: 10 },
    ])
    const { rows } = await t.root.query(`select name, action from audit where action = 'job.mark'`)
    expect(rows).toEqual([{ name: '测试fleet', action: 'job.mark' }])
    for (const token of [w.tokens.owner, other.tokens.fleet])
      expect(await t.send(contract.job.detail, { jobId }, { token })).toMatchObject({ errorCode: -4 })
  })

  it('sees what its requester sees when it runs, and needs the key that opened it', async () => {
    let seen = -1
    const work = marking(async (_, mark) => {
      seen = await mark()
    })
    const jobId = await ask(work)
    await t.root.query(
      `update account set store_scope = 1, store_ids = $2 where merchant_id = $1 and name = '测试fleet'`,
      [w.merchantId, [w.stores.pudong]],
    )
    await workOff(t.jobs, [work])
    expect([seen, (await detail(jobId)).state]).toEqual([0, jobState.done])
    await t.root.query(`update account set store_scope = 0 where merchant_id = $1 and name = '测试fleet'`, [
      w.merchantId,
    ])

    const foreign = await ask(work, 'finance')
    await workOff(t.jobs, [work])
    expect(await detail(foreign, 'finance')).toMatchObject({ state: jobState.failed, message: '无操作权限' })
    const gone = await ask(work, 'manager')
    await t.root.query(`update account set status = 0 where merchant_id = $1 and name = '测试manager'`, [w.merchantId])
    await workOff(t.jobs, [work])
    const { rows } = await t.root.query('select state from job where id = $1', [gone])
    expect(rows).toEqual([{ state: jobState.failed }])
    await t.root.query(`update account set status = 1 where merchant_id = $1 and name = '测试manager'`, [w.merchantId])
    expect(await marks()).toEqual([''])
  })

  it('fails with the words of a refusal, and is tried three times after anything else', async () => {
    const refused = marking(() => Promise.reject(new Refusal('importTemplateWrong')))
    const first = await ask(refused)
    await workOff(t.jobs, [refused])
    expect(await detail(first)).toMatchObject({ state: jobState.failed, message: '表格无法识别', issues: [] })

    const log = vi.spyOn(t.kernel.log, 'error').mockReturnValue()
    const broken = marking(async (_, mark) => {
      await mark()
      throw new Error('broken')
    })
    const second = await ask(broken)
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect(await workOff(t.jobs, [broken])).toBe(1)
      expect((await detail(second)).state).toBe(attempt < 3 ? jobState.running : jobState.failed)
      await dies()
    }
    expect(await workOff(t.jobs, [broken])).toBe(0)
    expect((await detail(second)).message).toBe('系统内部错误，请稍后重试')
    log.mockRestore()
    await marks()
  })

  it('gives up a job whose process died in each of three attempts', async () => {
    const begun: string[] = []
    const deadly = marking(async () => void begun.push('again'))
    const jobId = await ask(deadly)
    await t.root.query(
      `update job set state = ${jobState.running}, attempts = 3, runner = gen_random_uuid(), lease_until = '-infinity' where id = $1`,
      [jobId],
    )
    const log = vi.spyOn(t.kernel.log, 'error').mockReturnValue()
    await workOff(t.jobs, [deadly])
    expect(begun).toEqual([])
    expect(await detail(jobId)).toMatchObject({ state: jobState.failed, message: '系统内部错误，请稍后重试' })
    expect(await workOff(t.jobs, [deadly])).toBe(0)
    log.mockRestore()
  })

  it('ends where it is when its requester is disabled in the middle of it, and says why', async () => {
    const refusals: unknown[] = []
    const each = marking(async (_, mark) => {
      for (let row = 0; row < 3; row++) {
        // As batches do, which go on with the next row after a refusal.
        await mark().catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          refusals.push(error)
        })
        await t.root.query(`update account set status = $1 where merchant_id = $2 and name = '测试manager'`, [
          accountStatus.disabled,
          other.merchantId,
        ])
      }
    })
    const jobId = await ask(each, 'manager', other)
    await workOff(t.jobs, [each])
    const { rows } = await t.root.query(
      `select j.state, j.message, (select array_agg(distinct v.remark) from vehicle v where v.merchant_id = j.merchant_id) as marks
        from job j where j.id = $1`,
      [jobId],
    )
    const message = '发起人的账号已停用，或不再有这项权限：余下的没有处理'
    expect([rows, refusals]).toEqual([[{ state: jobState.failed, message, marks: ['x'] }], []])
    await t.root.query(`update vehicle set remark = ''`)
  })

  it('says that the merchant is suspended when it is in the middle of the work, and not that the account was', async () => {
    const each = marking(async (_, mark) => {
      await mark()
      await setMerchantStatus(t, other.merchantId, merchantStatus.suspended)
      await mark()
    })
    const jobId = await ask(each, 'owner', other)
    await workOff(t.jobs, [each])
    await setMerchantStatus(t, other.merchantId, merchantStatus.normal)
    const { rows } = await t.root.query('select state, message from job where id = $1', [jobId])
    expect(rows).toEqual([{ state: jobState.failed, message: '商家已停用：余下的没有处理' }])
    await t.root.query(`update vehicle set remark = ''`)
  })

  it('goes on at another process when its own was killed, and repeats no step', async () => {
    const runs: (number | null)[] = []
    const work = marking(async (run, mark) => {
      runs.push(run.kept?.marked ?? null)
      if (run.kept === null) await mark()
      // The first process dies here: it says nothing more.
      if (runs.length === 1) {
        await dies()
        await expect(workOff(t.jobs, [work]).then(() => run.progress(1, 1))).rejects.toThrow()
        await expect(mark()).rejects.toThrow()
        await run.progress(1, 1)
      }
    })
    const jobId = await ask(work)
    await workOff(t.jobs, [work])
    expect(runs).toEqual([null, 6])
    expect((await detail(jobId)).state).toBe(jobState.done)
    expect(await marks()).toEqual(['x'])
  })

  it('runs once, however many processes look for it', async () => {
    const work = marking(async (_, mark) => {
      await mark()
    })
    for (let i = 0; i < 6; i++) await ask(work)
    const counts = await Promise.all(Array.from({ length: 5 }, () => workOff(t.jobs, [work])))
    // One may have found nothing to take while two were running; nobody is left behind.
    expect(counts.reduce((sum, count) => sum + count, await workOff(t.jobs, [work]))).toBe(6)
    expect(await marks()).toEqual(['xxxxxx'])
  })

  it('is taken in turn: of one merchant two at a time, and another goes before its second', async () => {
    const work = marking(async () => {})
    const jobs = [await ask(work), await ask(work), await ask(work), await ask(work, 'fleet', other)]
    const take = async () =>
      (await t.jobs.pools.side.query('select id from job_take($1, 30)', [randomUUID()])).rows[0]?.id
    expect([await take(), await take(), await take(), await take()]).toEqual([jobs[0], jobs[3], jobs[1], undefined])
    await t.root.query('update job set state = 2 where id = $1', [jobs[0]])
    expect([await take(), await take()]).toEqual([jobs[2], undefined])
  })

  it('waits with nine others of its account at most, and a colleague asks all the same', async () => {
    const work = marking(async () => {})
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask(work)))
    const refused = asked.filter(({ status }) => status === 'rejected')
    const reason = expect.objectContaining({ code: -7, message: '前面的任务还在处理，请稍后再试' })
    expect(refused).toEqual(Array(2).fill({ status: 'rejected', reason }))
    await ask(work, 'owner')
    await t.root.query('update job set state = 2 where id = (select min(id) from job)')
    await ask(work)
  })

  it('waits for the next process when the server ends', async () => {
    const stop = new AbortController()
    const work = marking(async (run) => {
      stop.abort()
      await run.progress(1, 2)
    })
    const jobId = await ask(work)
    expect(await workOff(t.jobs, [work], stop.signal)).toBe(1)
    expect(await detail(jobId)).toMatchObject({ state: jobState.running, done: 0 })
    const again = marking(async () => {})
    expect(await workOff(t.jobs, [again])).toBe(1)
    expect((await detail(jobId)).state).toBe(jobState.done)
  })

  it('goes on at another server at once when its own ends in the middle of it, and that was no failure', async () => {
    const { config, clock, log } = t.kernel
    const node = await buildApp({ config, addresses: t.database.addresses, clock, log, poolSize: 4 })
    const begun = Promise.withResolvers<void>()
    // A sheet of many rows is written for half a minute: nothing of it asks whether the server ends.
    const sheet = Promise.withResolvers<void>()
    const late = Promise.withResolvers<unknown>()
    const long = marking(async (run, mark) => {
      await mark()
      begun.resolve()
      await sheet.promise
      await run.step(async () => ({ marked: 0 })).then(late.resolve, late.resolve)
    })
    const jobId = await ask(long)
    const stop = startJobs(node, [bulkJobs([long])])
    await begun.promise
    await stop()
    await node.close()
    const { rows } = await t.root.query('select state, attempts, lease_until <= now() as free from job where id = $1', [
      jobId,
    ])
    expect(rows).toEqual([{ state: jobState.running, attempts: 0, free: true }])

    let kept: unknown
    const again = marking(async (run) => {
      kept = run.kept
    })
    expect(await workOff(t.jobs, [again])).toBe(1)
    expect(kept).toEqual({ marked: 6 })
    expect((await detail(jobId)).state).toBe(jobState.done)
    sheet.resolve()
    expect(await late.promise).toBeInstanceOf(Error)
    expect(await marks()).toEqual(['x'])
  })

  it('leaves a file behind a signed link, and takes it away in time', async () => {
    const path = `${w.merchantId}/job/202611/result.xlsx`
    const work = bulkWork<Marks>({
      kind: 'file',
      key: 'inventory.export',
      keepFileMs: 24 * HOUR,
      async perform(run) {
        await run.media.put(path, Buffer.from('车牌,结果'), null)
        return { state: jobState.done, file: { path, name: '结果.xlsx' } }
      },
    })
    const jobId = await ask(work)
    await workOff(t.jobs, [work])
    const { resultUrl, resultName } = await detail(jobId)
    expect(resultName).toBe('结果.xlsx')
    const file = await t.app.inject({ url: resultUrl! })
    expect([file.statusCode, file.payload, file.headers['content-disposition']]).toEqual([
      200,
      '车牌,结果',
      'attachment',
    ])
    const [clean] = bulkJobs([]).merchants!
    const run = async () => {
      const { runForMerchants } = await import('../../kernel/process/jobs.ts')
      await runForMerchants(t.jobs, clean!.name, clean!.work)
    }
    // A link that got about is worth nothing after a quarter of an hour; who asked for the file gets another.
    t.clock.set(TEST_NOW + 16 * MINUTE)
    expect((await t.app.inject({ url: resultUrl! })).statusCode).toBe(403)
    t.clock.set(TEST_NOW + 23 * HOUR)
    await run()
    expect((await t.app.inject({ url: (await detail(jobId)).resultUrl! })).statusCode).toBe(200)
    t.clock.set(TEST_NOW + 24 * HOUR)
    await run()
    expect((await detail(jobId)).resultUrl).toBeNull()
    await expect(t.kernel.media.read(path)).rejects.toThrow('ENOENT')
  })

  it('leaves its file to who holds its key and sees as much as it saw, and tells others its state alone', async () => {
    const path = `${w.merchantId}/job/202611/kept.xlsx`
    const work = bulkWork<Marks>({
      kind: 'file',
      key: 'inventory.export',
      keepFileMs: 24 * HOUR,
      async perform(run) {
        await run.media.put(path, Buffer.from('车牌'), null)
        return { state: jobState.done, file: { path, name: '结果.xlsx' } }
      },
    })
    const becomes = (what: string, values: unknown[] = []) =>
      t.root.query(`update account set ${what} where merchant_id = $1 and name = '测试fleet'`, [
        w.merchantId,
        ...values,
      ])
    const sees = (scope: number, ...stores: string[]) => becomes('store_scope = $2, store_ids = $3', [scope, stores])
    const made = async () => {
      const jobId = await ask(work)
      await workOff(t.jobs, [work])
      return jobId
    }
    const gets = async (jobId: string) => {
      const shown = await detail(jobId)
      expect(shown).toMatchObject({ state: jobState.done, resultName: '结果.xlsx' })
      return shown.resultUrl !== null
    }
    const [{ roleIds, storeScope, storeIds }] = (
      await t.root.query(
        `select role_ids, store_scope, store_ids from account where merchant_id = $1 and name = '测试fleet'`,
        [w.merchantId],
      )
    ).rows
    const { pudong, hongqiao } = w.stores

    const ofAll = await made()
    expect(await gets(ofAll)).toBe(true)
    await sees(1, pudong, hongqiao)
    expect(await gets(ofAll)).toBe(false)
    const ofTwo = await made()
    expect(await gets(ofTwo)).toBe(true)
    await sees(2, pudong, hongqiao)
    expect(await gets(ofTwo)).toBe(false)
    const ofOwn = await made()
    expect(await gets(ofOwn)).toBe(true)
    await sees(1, pudong)
    expect([await gets(ofTwo), await gets(ofOwn)]).toEqual([false, false])
    await sees(1, hongqiao, pudong)
    expect([await gets(ofTwo), await gets(ofOwn)]).toEqual([true, true])
    await sees(storeScope, ...storeIds)
    expect([await gets(ofAll), await gets(ofTwo), await gets(ofOwn)]).toEqual([true, true, true])

    await becomes(`role_ids = '{}'`)
    expect(await gets(ofAll)).toBe(false)
    await becomes('role_ids = $2', [roleIds])
    expect(await gets(ofAll)).toBe(true)
    // One that ended before the row said what it ran with.
    await t.root.query('update job set ran_key = null, ran_scope = null, ran_store_ids = null where id = $1', [ofAll])
    expect(await gets(ofAll)).toBe(false)
  })

  it('is taken by the login role alone', async () => {
    await t.root.query('begin')
    await t.root.query('set local role tenant')
    await expect(t.root.query('select * from job_take($1, 30)', [randomUUID()])).rejects.toThrow('permission denied')
    await t.root.query('rollback')
  })
})
