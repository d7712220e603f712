import { contract } from '@cheyi/contract/index'
import type { TestApp } from '../app.ts'

/** Closes a month, and accepts that work is left in it where somebody may. */
export async function closeMonth(t: TestApp, token: string, month: string): Promise<void> {
  const { next } = await t.call(contract.closing.state, {}, { token })
  for (const { kind, count, mayAccept } of next?.open ?? [])
    if (mayAccept) await t.call(contract.closing.accept, { month, kind, count, reason: '月初先结账' }, { token })
  await t.call(contract.closing.close, { month }, { token })
}
