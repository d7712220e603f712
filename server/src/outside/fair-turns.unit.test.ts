import { expect, it } from 'vitest'
import { fairTurns } from './fair-turns.ts'

const whose = { merchantId: '1', accountId: '1' }
const full = expect.objectContaining({ code: -7, message: '前面的图片还在处理，请稍后再试' })

/** Work that ends when the test says so, by what it is called. */
function stepped() {
  const begun = new Map<string, PromiseWithResolvers<string>>()
  const turns = fairTurns<string, string>({ noun: '图片', ofAccount: 2, ofAll: 10 }, (job) => {
    begun.set(job, Promise.withResolvers())
    return begun.get(job)!.promise
  })
  return { begun, run: (job: string, signal?: AbortSignal) => turns.run(job, whose, signal) }
}

it('turns go on after one that failed', async () => {
  const { begun, run } = stepped()
  const [first, second] = [run('first'), run('second')]
  begun.get('first')!.reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  begun.get('second')!.resolve('done')
  expect(await second).toBe('done')
})

it('whose time is over in line is told that the line was too long, is not begun, and leaves its place to another', async () => {
  const { begun, run } = stepped()
  const late = new AbortController()
  const first = run('first')
  const waits = [run('second', late.signal), run('third')]
  await expect(run('fourth')).rejects.toEqual(full)
  late.abort()
  await expect(waits[0]).rejects.toEqual(full)
  waits[0] = run('fifth')
  for (const job of ['first', 'third', 'fifth']) {
    begun.get(job)!.resolve(job)
    await new Promise(setImmediate)
  }
  expect(await Promise.all([first, ...waits])).toEqual(['first', 'fifth', 'third'])
  expect([...begun.keys()]).toEqual(['first', 'third', 'fifth'])
})

it('whose time was over before is not begun either', async () => {
  const { begun, run } = stepped()
  await expect(run('first', AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  expect(begun.size).toBe(0)
})
